/** Who scans it is who is at the bench. The name is as somebody typed it; the code says the id alone. */
export interface Badge {
  readonly id: string;
  readonly name: string;
}

/** A badge that is to be: one that is there already keeps its id. */
export interface WantedBadge {
  readonly id: string | null;
  readonly name: string;
}

const longestBadgeName = 80;
export const mostBadges = 200;
/** In the same place on the Brazilian and the American keyboard, and none that is read for another; their number is a prime. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const randomSigns = 6;

/** Whether it may be one: no sign that was misread and no two that changed places pass. */
export function isBadgeId(id: string): boolean {
  const values = Array.from(id, (sign) => signs.indexOf(sign));
  if (values.length !== randomSigns + 1 || values.includes(-1)) return false;
  return values.reduce((sum, value, index) => sum + (index + 1) * value, 0) % signs.length === 0;
}

/** `draw` gives a whole number below the one it is given. */
export function makeBadgeId(draw: (below: number) => number): string {
  const drawn = Array.from({ length: randomSigns }, () => signs.charAt(draw(signs.length))).join('');
  return drawn + (Array.from(signs).find((sign) => isBadgeId(drawn + sign)) ?? '');
}

/** Whether paper can show it as it is, and there is something to read. */
export function isBadgeName(name: string): boolean {
  const isShown = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}]+$/u.test(name) && /[\p{L}\p{N}]/u.test(name);
  return isShown && name.length <= longestBadgeName;
}

/** A name or a code that two of them have; in names case, accents and blanks do not count. Null where there is none. */
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
