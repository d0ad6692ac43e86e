import { restingValues } from './allowed.ts';

/*
 * Files as returned by `filterZpl`: only stored graphics are outside of formats, every format has
 * its end, and prefixes are prefixes.
 */

const printing = /\^(?:FD|FV|G[BCDEFS]|XG|IM|IL|SN|XF)/i;
const storing = /\^DF/i;
const download = /~DG[^^~]*/gi;
/** They hold for later labels too, until others are stated. */
const lasting = /\^(?:BY|CF|CI|CW|FW|L[HLRS]|MU|P[MOW])[^^~]*/gi;

const resets = Object.values(restingValues).map(({ command }) => command);

/** The settings that every label may rely on. */
export const restingSettings = resets.join('');

/** Returns true if a format does nothing but to revert a label's settings, behind it. */
export function isReset(format: string): boolean {
  const commands = format.slice(3, -3).split(/(?=\^)/);
  return commands.every((command) => resets.includes(command));
}

/**
 * Yields the labels of a file, each as the text that draws it, one character per byte: graphics
 * (`~DG`) and stored formats (`^DF`), which it may use, and the settings that last come before it.
 * Yielded one by one: together they can be a thousand times the file.
 */
export function* splitZpl(zpl: Buffer): Generator<string, void, undefined> {
  let stored = '';
  // The last ones come last; many state only some of their parameters.
  const settings = new Set<string>();
  for (const { outside, format } of readPieces(zpl)) {
    stored += pickDownloads(outside);
    if (storing.test(format)) {
      stored += format;
      continue;
    }
    const own = format.match(lasting) ?? [];
    const stated = new Set(own);
    const others = [...settings].filter((one) => !stated.has(one));
    if (printsSomething(format)) yield stored + wrapSettings(others) + format;
    stored += pickDownloads(format);
    for (const setting of own) {
      settings.delete(setting);
      settings.add(setting);
    }
  }
}

/**
 * Returns the end of each label of `splitZpl` in the file, behind the format that reverts its
 * settings; text before a format belongs to its label.
 */
export function findLabelEnds(zpl: Buffer): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  for (const { outside, format } of readPieces(zpl)) {
    at += outside.length + format.length;
    if (printsSomething(format)) ends.push(at);
    else if (ends.length > 0 && isReset(format)) ends.splice(-1, 1, at);
  }
  return ends;
}

/**
 * Returns the file with the chosen labels of `splitZpl` alone. What the others leave to later ones
 * stays, and so do formats that only set the printer up.
 */
export function selectLabels(zpl: Buffer, isChosen: (label: number) => boolean): Buffer {
  let label = -1;
  const kept = [...readPieces(zpl)].map(({ outside, format }) => {
    if (!printsSomething(format)) return outside + format;
    label += 1;
    if (isChosen(label)) return outside + format;
    return outside + pickDownloads(format) + wrapSettings(format.match(lasting) ?? []);
  });
  return Buffer.from(kept.join(''), 'latin1');
}

function pickDownloads(text: string): string {
  return (text.match(download) ?? []).join('');
}

function wrapSettings(settings: readonly string[]): string {
  return settings.length === 0 ? '' : `^XA${settings.join('')}^XZ`;
}

/** Returns true if a format makes paper, and not only settings or stored objects. */
export function printsSomething(format: string): boolean {
  return printing.test(format) && !storing.test(format);
}

/**
 * Yields a file's formats, each with the text before it, which together are the file; the last
 * piece has no format.
 */
export function* readPieces(zpl: Buffer) {
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
  const stated = [...text.matchAll(/\^PW\s*(\d+)/gi)].at(-1)?.[1] ?? '0';
  const perMm = Number(stated) / widthMm;
  if (perMm <= 8 * 1.15) return 8;
  return perMm <= 12 * 1.15 ? 12 : 24;
}
