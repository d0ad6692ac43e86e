/** Longer names are rare. */
const maxLength = 32;
const entries = 2048;
const known = Array.from<string | undefined>({ length: entries }).fill(undefined);

/** Returns bytes as Latin-1. Labels repeat the same words, and a lookup is cheaper than a new string. */
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
