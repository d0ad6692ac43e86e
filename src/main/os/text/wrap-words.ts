/**
 * Returns the lines of a text, each of which fits, counted from 0. A word is divided only if it is
 * too long for a line, and a letter never.
 */
export function wrapWords(
  text: string,
  fits: (line: string, index: number) => boolean,
): readonly string[] {
  if (fits(text, 0)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const sign of text) {
    line += sign;
    if (line === sign || fits(line, lines.length)) continue;
    const end = line.lastIndexOf(' ');
    lines.push(line.slice(0, end > 0 ? end : -1));
    line = line.slice(end > 0 ? end + 1 : -1);
  }
  return [...lines, line];
}
