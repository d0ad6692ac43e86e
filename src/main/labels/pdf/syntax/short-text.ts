/** Longer names are rare. */
const maxLength = 32;
const entries = 2048;
const known = Array.from<string | undefined>({ length: entries }).fill(undefined);

/**
 * These bytes as a text, in Latin-1. Labels have the same names and words hundreds of times, and looking one up takes less
 * than making it again; of those that share a place the last one is kept.
 */
export function readShortText(bytes: Buffer, from: number, end: number): string {
  if (end - from > maxLength) return bytes.toString('latin1', from, end);
  let place = end - from;
  for (let at = from; at < end; at += 1) place = (place * 31 + (bytes[at] ?? 0)) & (entries - 1);
  const text = known[place];
  if (text !== undefined && isText(text, bytes, from, end)) return text;
  const made = bytes.toString('latin1', from, end);
  known[place] = made;
  return made;
}

function isText(text: string, bytes: Buffer, from: number, end: number): boolean {
  if (text.length !== end - from) return false;
  for (let at = from; at < end; at += 1) if (text.charCodeAt(at - from) !== bytes[at]) return false;
  return true;
}
