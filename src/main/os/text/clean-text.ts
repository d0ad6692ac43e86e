/**
 * Returns text from outside as one line that shows what it says: line breaks and tabs become
 * blanks; other controls, invisible characters and those that change the direction of text are
 * removed; half a surrogate becomes `U+FFFD`.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n|[\t\n\v\f\r\x85\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed();
}
