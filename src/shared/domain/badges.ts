/**
 * The person who scans it is at the bench. The name is as somebody typed it; the code holds the id
 * alone.
 */
export interface Badge {
  readonly id: string;
  readonly name: string;
}

/** A badge in a list that is being edited; an existing one keeps its id. */
export interface WantedBadge {
  readonly id: string | null;
  readonly name: string;
}

const longestBadgeName = 80;
export const mostBadges = 200;
/**
 * A prime number of keys that Brazilian and American keyboards share, none of which is read as
 * another.
 */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const randomSigns = 6;

/** Returns true for a possible id: a misread character or two transposed ones make it false. */
export function isBadgeId(id: string): boolean {
  const values = Array.from(id, (sign) => signs.indexOf(sign));
  if (values.length !== randomSigns + 1 || values.includes(-1)) return false;
  return values.reduce((sum, value, index) => sum + (index + 1) * value, 0) % signs.length === 0;
}

/** Returns true if paper can show the name as it is and it has a letter or digit. */
export function isBadgeName(name: string): boolean {
  const isShown =
    /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}]+$/u.test(name) && /[\p{L}\p{N}]/u.test(name);
  return isShown && name.length <= longestBadgeName;
}

/**
 * Returns a name or code that two badges share, ignoring case, accents and blanks in names, or
 * null.
 */
export function findTwice(badges: readonly WantedBadge[]): string | null {
  const seen = new Set<string>();
  for (const { id, name } of badges) {
    const plain = name
      .normalize('NFD')
      .replace(/[\p{M}\s]/gu, '')
      .toLowerCase();
    if (seen.has(plain) || (id !== null && seen.has(id))) return name;
    seen.add(plain);
    if (id !== null) seen.add(id);
  }
  return null;
}

/** `draw` returns a whole number below its argument. */
export function makeBadgeId(draw: (below: number) => number): string {
  const drawn = Array.from({ length: randomSigns }, () => signs.charAt(draw(signs.length))).join(
    '',
  );
  return drawn + (Array.from(signs).find((sign) => isBadgeId(drawn + sign)) ?? '');
}
