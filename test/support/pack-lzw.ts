/** Packs data as old programs do, with a new table whenever it is full. */
export function packLzw(data: Uint8Array, earlyChange: 0 | 1 = 1): Buffer {
  const codes: (readonly [code: number, bits: number])[] = [[256, 9]];
  let table = new Map<string, number>();
  let bits = 9;
  let text = '';
  const find = (some: string): number | undefined =>
    some.length === 1 ? some.charCodeAt(0) : table.get(some);
  const write = (code: number): void => {
    codes.push([code, bits]);
  };
  for (const byte of data) {
    const longer = text + String.fromCharCode(byte);
    if (find(longer) !== undefined) {
      text = longer;
      continue;
    }
    write(find(text)!);
    table.set(longer, 258 + table.size);
    text = String.fromCharCode(byte);
    // A reader's table is one entry behind.
    if (258 + table.size + earlyChange > 1 << bits) bits += 1;
    if (table.size < 4090 - 258) continue;
    write(256);
    table = new Map();
    bits = 9;
  }
  if (text !== '') write(find(text)!);
  if (258 + table.size + 1 + earlyChange > 1 << bits) bits += 1;
  write(257);
  const all = codes.map(([code, width]) => code.toString(2).padStart(width, '0')).join('');
  const bytes = all.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight.padEnd(8, '0'), 2)));
}
