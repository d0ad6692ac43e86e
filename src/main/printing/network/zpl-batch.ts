/** A ZPL file, cut where one label ends and the next begins; together the pieces are the file, byte for byte. */
export interface ZplBatch {
  /** Each prints one format; what comes before it (graphics, fonts, settings) is its beginning. */
  readonly labels: readonly Buffer[];
  /** What follows the last label. */
  readonly rest: Buffer;
}

const printing = /\^(?:FD|FV|G[BCDEFS]|XG|IM|IL|SN|XF)/i;

export function cutZpl(file: Buffer): ZplBatch {
  const text = file.toString('latin1');
  const labels: Buffer[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/\^XZ/gi)) {
    const end = index + 3;
    if (!printing.test(text.slice(from, end))) continue;
    labels.push(file.subarray(from, end));
    from = end;
  }
  return { labels, rest: file.subarray(from) };
}
