/*
 * Files as `filterZpl` gives them: what stands outside of formats is stored graphics, every format has its end, and
 * prefixes are prefixes.
 */

const printing = /\^(?:FD|FV|G[BCDEFS]|XG|IM|IL|SN|XF)/i;
const download = /~DG[^^~]*/gi;

/**
 * The labels of a file, each as the text that draws it, one character a byte. Graphics (`~DG`) and stored formats (`^DF`)
 * stay together with every format after them, which may use them, and so do formats that only set the printer up.
 * Given one by one: together they can be a thousand times the file.
 */
export function* splitZpl(zpl: Buffer): Generator<string, void, undefined> {
  let stored = '';
  for (const { outside, format } of readPieces(zpl.toString('latin1'))) {
    stored += (outside.match(download) ?? []).join('');
    if (storesFormat(format)) stored += format;
    else if (printsSomething(format)) yield stored + format;
    else stored += format;
  }
}

/**
 * Where each label of a file ends: as many as `splitZpl` gives. What comes before a format (graphics, settings, stored
 * formats) belongs to its label.
 */
export function findLabelEnds(zpl: Buffer): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  for (const { outside, format } of readPieces(zpl.toString('latin1'))) {
    at += outside.length + format.length;
    if (printsSomething(format)) ends.push(at);
  }
  return ends;
}

/** Returns the file with the chosen labels alone, counted as by `splitZpl`. What only sets the printer up stays. */
export function selectLabels(zpl: Buffer, isChosen: (label: number) => boolean): Buffer {
  let label = -1;
  const kept = [...readPieces(zpl.toString('latin1'))].map(({ outside, format }) => {
    if (!printsSomething(format)) return outside + format;
    label += 1;
    return outside + (isChosen(label) ? format : (format.match(download) ?? []).join(''));
  });
  return Buffer.from(kept.join(''), 'latin1');
}

/** Whether a format makes paper, and does not only set the printer up or store something. */
export function printsSomething(format: string): boolean {
  return printing.test(format) && !storesFormat(format);
}

function storesFormat(format: string): boolean {
  return /\^DF/i.test(format);
}

interface ZplPiece {
  /** What stands before the format. */
  readonly outside: string;
  /** From `^XA` to `^XZ`; empty in the last piece, which is what follows the last format. */
  readonly format: string;
}

/** A file's pieces, which together are the file. */
export function* readPieces(text: string): Generator<ZplPiece, void, undefined> {
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
 * The resolution a format was made for, in dots a millimetre, told from the width it states: one made for a finer
 * printer would be cut off at 8.
 */
export function findDotsPerMm(text: string, widthMm: number): 8 | 12 | 24 {
  const perMm = Number(/\^PW\s*(\d+)/i.exec(text)?.[1] ?? '0') / widthMm;
  if (perMm <= 8 * 1.15) return 8;
  return perMm <= 12 * 1.15 ? 12 : 24;
}
