/** Reads a table with quoted fields, as RFC 4180 has them but with this separator. */
export function readTable(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error('a quote without its end');
        field += text.charAt(at);
        if (text[at] === '"') at += 1;
      }
      at += 1;
    } else {
      while (text[at] !== separator && text[at] !== '\r') {
        if (at >= text.length || text[at] === '"' || text[at] === '\n')
          throw new Error(`unexpected at ${at}`);
        field += text.charAt(at);
        at += 1;
      }
    }
    row.push(field);
    if (text[at] === separator) at += 1;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`unexpected at ${at}`);
  }
  return rows;
}
