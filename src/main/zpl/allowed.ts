/*
 * The commands that a label may send to a printer, from the command list of Zebra's programming
 * guide: drawing only. Other commands change the printer's settings or memory, make it answer,
 * feed, cut or pause, or write an RFID chip. Media, darkness, speed and the label's top belong to
 * the station; copies are Doca's.
 */

const drawing = new Set(
  [
    // Origin, typeset, block, direction, reverse, number, numbers joined, clock, several origins,
    // hexadecimal, end.
    '^FO ^FT ^FB ^FP ^FR ^FN ^FE ^FC ^FM ^FS ^FW ^TB ^SN ^SF',
    // Fonts and encodings.
    '^A ^CF ^CI ^CW',
    // Bar codes.
    '^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL',
    '^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BY ^BZ',
    // Boxes, circles, lines, ellipses, symbols.
    '^GB ^GC ^GD ^GE ^GS',
    // Home, length, reverse, shift, units, mirror, orientation, width; how many.
    '^LH ^LL ^LR ^LS ^MU ^PM ^PO ^PW ^PQ',
  ].flatMap((names) => names.split(' ')),
);

type Parameters = readonly (string | undefined)[];

/** Commands that draw only with some parameters. */
const onlyWith: Readonly<Record<string, (parameters: Parameters) => boolean>> = {
  // Letters of fonts that no printer has built in: other labels' fonts stay theirs.
  '^CW': ([letter = '']) => /^[I-OW-Z1-9]$/i.test(letter),
  // An endless roll is fed by it: 300 mm at the finest resolution, not metres.
  '^LL': ([dots]) => isWithin(dots, 7200),
  // Once is the default.
  '^PQ': ([count = '', pauseAfter = '', each = '']) =>
    /^0{0,7}1$/.test(count) && /^0?$/.test(pauseAfter) && /^[01]?$/.test(each),
};

/**
 * Printable ASCII and line breaks, without prefixes and the beginnings of other printer languages.
 */
const plain = /^[\t\r\n\x20\x22-\x5d\x5f-\x7a|]*$/;

/** Returns true if a command, by itself, draws and does no more. */
export function draws(name: string, data: string): boolean {
  if (!drawing.has(name) || !plain.test(data)) return false;
  return onlyWith[name]?.(splitParameters(data)) ?? true;
}

/**
 * Settings that outlive the label, with the value that other labels rely on. A label's changes are
 * reverted behind it. (Labels that need a width, length, encoding, bar code or font default state
 * it.)
 */
export const restingValues: Readonly<
  Record<string, { readonly isAtRest: RegExp; readonly command: string }>
> = {
  '^FW': { isAtRest: /^(?:N(?:,0?)?)?$/i, command: '^FWN,0' },
  '^LH': { isAtRest: /^0*(?:,0*)?$/, command: '^LH0,0' },
  '^LR': { isAtRest: /^N?$/i, command: '^LRN' },
  '^LS': { isAtRest: /^0*$/, command: '^LS0' },
  '^MU': { isAtRest: /^D?$/i, command: '^MUD' },
  '^PM': { isAtRest: /^N?$/i, command: '^PMN' },
  '^PO': { isAtRest: /^N?$/i, command: '^PON' },
};

/** Far larger than any label's graphic; a printer reserves as much memory. */
export const maxGraphicBytes = 16_000_000;
/** Hex digits, their run lengths, or base 64 with its mark and checksum. */
const bitmap = /^[0-9A-Za-z+/=:,!\r\n]*$/;

/**
 * Returns a drawn graphic's data (`^GF`), binary as hexadecimal, so that no byte is a command; null
 * if invalid.
 */
export function readGraphicField(data: string): string | null {
  const [format = '', total, size, row, content = ''] = splitParameters(data, 5);
  if (/^B$/i.test(format) && isWithin(row, maxGraphicBytes)) {
    const hex = Buffer.from(content, 'latin1').toString('hex').toUpperCase();
    return `A,${content.length},${content.length},${row},${hex}`;
  }
  return /^A?$/i.test(format) ? readBitmap([format, total, size, row], content) : null;
}

/**
 * Returns a graphic that is stored (`~DG`) in volatile memory, its name in capitals; null if it is
 * invalid.
 */
export function readGraphicDownload(data: string) {
  const [path = '', total, row, content = ''] = splitParameters(data, 4);
  const name = readObjectName(path, 'GRF');
  const kept = readBitmap([path, total, row], content);
  return name === null || kept === null ? null : { name, data: kept };
}

/**
 * Returns the name of a graphic in volatile memory, or of a format in any; null for other names and
 * patterns.
 */
export function readObjectName(path: string, extension: 'GRF' | 'ZPL'): string | null {
  if (!plain.test(path)) return null;
  const found = /^(?:([A-Z]):)?([A-Z0-9_]{1,16})(?:\.([A-Z]{3}))?$/i.exec(path.trim());
  const [, letter = 'R', name = '', ending = extension] = found ?? [];
  const isUsed =
    found !== null && (extension === 'ZPL' ? 'ABER' : 'R').includes(letter.toUpperCase());
  return isUsed ? `${name}.${ending}`.toUpperCase() : null;
}

/** Blanks mean nothing in a bitmap, but much in other printer languages. */
function readBitmap([what = '', ...sizes]: Parameters, content: string): string | null {
  const bare = content.replaceAll(/[\t ]/g, '');
  if (!bitmap.test(bare) || !sizes.every((size) => isWithin(size, maxGraphicBytes))) return null;
  return [what, ...sizes, bare].join(',');
}

function isWithin(number: string | undefined, max: number): number is string {
  return number !== undefined && /^\d{1,8}$/.test(number) && Number(number) <= max;
}

/** Returns a command's parameters, trimmed; the last of `count` is all of the rest, unchanged. */
export function splitParameters(data: string, count = Number.POSITIVE_INFINITY): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (
    let comma = data.indexOf(',');
    comma >= 0 && found.length < count - 1;
    comma = data.indexOf(',', from)
  ) {
    found.push(data.slice(from, comma).trim());
    from = comma + 1;
  }
  return [...found, found.length < count - 1 ? data.slice(from).trim() : data.slice(from)];
}
