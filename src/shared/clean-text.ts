/**
 * Text from outside as one line that shows what it says, on a terminal, in the window, in file names and on paper: a line
 * break or tab becomes a blank; other controls, and all that is there without being seen or that turns the direction of
 * what follows, goes. Half a surrogate becomes `U+FFFD`.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n|[\t\n\v\f\r\x85\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed();
}
