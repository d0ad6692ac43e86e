/** Of `^BQ`, what stands before the data: how much of it may be damaged, and how it is encoded. */
export function readQrData(data: string): { readonly level: string | null; readonly text: string } {
  const [all, level = null, input] = /^([HQML])([AM]),/i.exec(data) ?? [''];
  const rest = data.slice(all.length);
  const mode = input === 'M' ? (/^(?:[NAK]|B\d{4})/.exec(rest)?.[0] ?? '') : '';
  return { level, text: rest.slice(mode.length) };
}
