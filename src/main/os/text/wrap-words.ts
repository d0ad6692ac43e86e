/**
 * Returns the lines of a text, each of which fits. A word is divided only if it is too long for a
 * line.
 */
export function wrapWords(text: string, fits: (line: string) => boolean): readonly string[] {
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const sign of text) {
    line += sign;
    if (fits(line)) continue;
    const end = line.lastIndexOf(' ');
    lines.push(line.slice(0, end > 0 ? end : -1));
    line = line.slice(end > 0 ? end + 1 : -1);
  }
  return [...lines, line];
}
