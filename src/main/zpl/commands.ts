/** One command of a ZPL file, or text between commands. */
export interface ZplCommand {
  /**
   * Prefix and code in capitals, such as `^FD`, `~DG` or `^A`; the prefix alone if no code follows;
   * '' for text.
   */
  readonly name: string;
  /** Everything up to the next command, one character per byte. */
  readonly data: string;
}

/** `^A` takes the font's letter as its first parameter; every other code has two characters. */
const head = /[~^](?:(?<=\^)A|[A-Z][A-Z0-9])?/iy;
/** Followed by data of a stated length, in which `^` and `~` are ordinary bytes. */
const binary: Readonly<Record<string, RegExp>> = {
  '^GF': /\^GF\s*[BC]\s*,\s*(\d+)\s*,[\d\s]*,[\d\s]*,/iy,
  '~DY': /~DY[^,^~]*,\s*[BCP]\s*,[^,^~]*,\s*(\d+)\s*,[^,^~]*,/iy,
};
/** They take any next character, a prefix too. */
const changesPrefix = /^[~^]C[CDT]$/;

/**
 * Returns the commands of a file as a printer reads it right after its start. A change of prefixes
 * has no effect here: callers that meet one (`^CC`, `^CD`, `^CT`) must not trust the rest. Linear
 * in the text.
 */
export function* readCommands(text: string): Generator<ZplCommand, void, undefined> {
  let at = findPrefix(text, 0);
  if (at > 0) yield { name: '', data: text.slice(0, at) };
  while (at < text.length) {
    head.lastIndex = at;
    const name = (head.exec(text)?.[0] ?? '').toUpperCase();
    const end = findEnd(text, name, at);
    yield { name, data: text.slice(at + name.length, end) };
    at = findPrefix(text, end);
    if (at > end) yield { name: '', data: text.slice(end, at) };
  }
}

function findEnd(text: string, name: string, at: number): number {
  const from = at + name.length;
  if (changesPrefix.test(name)) return Math.min(from + 1, text.length);
  const pattern = binary[name];
  if (pattern !== undefined) {
    pattern.lastIndex = at;
    const bytes = pattern.exec(text)?.[1];
    if (bytes !== undefined) return Math.min(pattern.lastIndex + Number(bytes), text.length);
  }
  return findPrefix(text, from);
}

const prefix = /[~^]/g;

function findPrefix(text: string, from: number): number {
  prefix.lastIndex = from;
  return prefix.exec(text)?.index ?? text.length;
}
