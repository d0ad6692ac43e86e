/** Shorter pieces of a secret reveal little, and ordinary words may contain them. */
const shortestPiece = 9;

const mark = '•••';

/**
 * Returns the text without the secret and without any piece of it of nine or more characters:
 * servers between Doca and the ERP quote requests, and often cut them. The time grows with the
 * text's length alone.
 */
export function strikeOut(text: string, secret: string): string {
  if (secret.length < shortestPiece) return secret === '' ? text : text.replaceAll(secret, mark);
  const pieceAt = (whole: string, at: number) => whole.slice(at, at + shortestPiece);
  const count = secret.length - shortestPiece + 1;
  const pieces = new Set(Array.from({ length: count }, (_, at) => pieceAt(secret, at)));
  let clean = '';
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!pieces.has(pieceAt(text, at))) continue;
    if (at >= done) clean += text.slice(done, at) + mark;
    done = at + shortestPiece;
  }
  return clean + text.slice(done);
}
