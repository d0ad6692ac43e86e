/*
 * Files as returned by `filterZpl`: only stored graphics are outside of formats, every format has
 * its end, and prefixes are prefixes.
 */

const printing = /\^(?:FD|FV|G[BCDEFS]|XG|IM|IL|SN|XF)/i;
const download = /~DG[^^~]*/gi;

/**
 * Yields the labels of a file, each as the text that draws it, one character per byte. Graphics
 * (`~DG`) and stored formats (`^DF`) stay with every later format, which may use them, and so do
 * formats that only set the printer up. Yielded one by one: together they can be a thousand times
 * the file.
 */
export function* splitZpl(zpl: Buffer): Generator<string, void, undefined> {
  let stored = '';
  for (const { outside, format } of readPieces(zpl)) {
    stored += (outside.match(download) ?? []).join('');
    if (printsSomething(format)) yield stored + format;
    else stored += format;
  }
}

/**
 * Returns the end of each label of `splitZpl` in the file; text before a format belongs to its
 * label.
 */
export function findLabelEnds(zpl: Buffer): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  for (const { outside, format } of readPieces(zpl)) {
    at += outside.length + format.length;
    if (printsSomething(format)) ends.push(at);
  }
  return ends;
}

/**
 * Returns the file with the chosen labels of `splitZpl` alone. Formats that only set the printer up
 * stay.
 */
export function selectLabels(zpl: Buffer, isChosen: (label: number) => boolean): Buffer {
  let label = -1;
  const kept = [...readPieces(zpl)].map(({ outside, format }) => {
    if (!printsSomething(format)) return outside + format;
    label += 1;
    return outside + (isChosen(label) ? format : (format.match(download) ?? []).join(''));
  });
  return Buffer.from(kept.join(''), 'latin1');
}

/** Returns true if a format makes paper, and not only settings or stored objects. */
export function printsSomething(format: string): boolean {
  return printing.test(format) && !/\^DF/i.test(format);
}

/**
 * Yields a file's formats, each with the text before it, which together are the file; the last
 * piece has no format.
 */
export function* readPieces(
  zpl: Buffer,
): Generator<{ readonly outside: string; readonly format: string }> {
  const text = zpl.toString('latin1');
  let at = 0;
  let start: number | null = null;
  for (const { 0: command, index } of text.matchAll(/\^X[AZ]/gi)) {
    if (command.toUpperCase() === '^XA') start ??= index;
    else if (start !== null) {
      const end = index + command.length;
      yield { outside: text.slice(at, start), format: text.slice(start, end) };
      at = end;
      start = null;
    }
  }
  yield { outside: text.slice(at), format: '' };
}

/**
 * Returns a format's resolution in dots per millimetre, by its width: one for a finer printer would
 * be cut at 8.
 */
export function findDotsPerMm(text: string, widthMm: number): 8 | 12 | 24 {
  const perMm = Number(/\^PW\s*(\d+)/i.exec(text)?.[1] ?? '0') / widthMm;
  if (perMm <= 8 * 1.15) return 8;
  return perMm <= 12 * 1.15 ? 12 : 24;
}
