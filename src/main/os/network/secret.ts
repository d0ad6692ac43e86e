/** Shorter pieces of a secret reveal little, and ordinary words may contain them. */
const shortestPiece = 9;

/**
 * Any piece of that length contains one block of half of it that begins at a multiple of the
 * block's length.
 */
const block = (shortestPiece + 1) / 2;

const mark = '•••';

/**
 * Returns the text without the secret and without any piece of it of nine or more characters:
 * servers between Doca and the ERP quote requests, and often cut them. The time grows with the
 * text's length alone.
 */
export function strikeOut(text: string, secret: string): string {
  if (secret.length < shortestPiece) return secret === '' ? text : text.replaceAll(secret, mark);
  const positions = listPositions(secret);
  let clean = '';
  let done = 0;
  for (let at = 0; at + block <= text.length; at += block) {
    if (at < done) continue;
    const found = positions.get(text.slice(at, at + block)) ?? [];
    const pieces = found.map((position) => widen(text, at, secret, position));
    const from = Math.min(...pieces.map((piece) => piece.from));
    const to = Math.max(...pieces.map((piece) => piece.to));
    if (pieces.every((piece) => piece.to - piece.from < shortestPiece)) continue;
    clean += text.slice(done, Math.max(done, from)) + mark;
    done = to;
  }
  return clean + text.slice(done);
}

function listPositions(secret: string): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(
    Array.from({ length: secret.length - block + 1 }, (_, position) => position),
    (position) => secret.slice(position, position + block),
  );
}

/** Returns the longest piece of the secret around a block of the text that is at `position` in it. */
function widen(text: string, at: number, secret: string, position: number) {
  let before = 0;
  while (
    before < position &&
    before < at &&
    text[at - before - 1] === secret[position - before - 1]
  )
    before += 1;
  let after = block;
  while (
    after < secret.length - position &&
    at + after < text.length &&
    text[at + after] === secret[position + after]
  )
    after += 1;
  return { from: at - before, to: at + after };
}
