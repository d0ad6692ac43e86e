import { PdfDamage } from '../../pdf/syntax/objects.ts';

/** The codes of ITU-T T.4 for runs of 0 to 63 pixels, then of 64, 128 and so on to 1728. */
const whiteRuns =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 ' +
  '0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 ' +
  '00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 ' +
  '00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 ' +
  '01001010 01001011 00110010 00110011 00110100 11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 ' +
  '01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 ' +
  '011011011 010011000 010011001 010011010 011000 010011011';
const blackRuns =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 ' +
  '0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 ' +
  '000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 ' +
  '000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 ' +
  '000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 ' +
  '000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 ' +
  '000001100111 0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 ' +
  '0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 ' +
  '0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 ' +
  '0000001011011 0000001100100 0000001100101';
/** From 1792 to 2560, of both colours. */
const longRuns =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 ' +
  '000000011100 000000011101 000000011110 000000011111';

const pass = 100;
const horizontal = 101;
/** The modes of T.6: how far a change of colour lies from the one in the row above, or one of the two others. */
const modes = new Map<string, number>([
  ['1', 0],
  ['011', 1],
  ['000011', 2],
  ['0000011', 3],
  ['010', -1],
  ['000010', -2],
  ['0000010', -3],
  ['0001', pass],
  ['001', horizontal],
]);

const codeBits = 13;

/** By the next 13 bits: a value in the upper, the length of its code in the lower four bits; 0 where no code fits. */
function makeTable(codes: Iterable<readonly [string, number]>): Int32Array {
  const table = new Int32Array(1 << codeBits);
  for (const [code, value] of codes) {
    const first = Number.parseInt(code, 2) << (codeBits - code.length);
    table.fill(value * 16 + code.length, first, first + (1 << (codeBits - code.length)));
  }
  return table;
}

function listRuns(codes: string): (readonly [string, number])[] {
  const short = codes.split(' ').map((code, index) => [code, index < 64 ? index : (index - 63) * 64] as const);
  return [...short, ...longRuns.split(' ').map((code, index) => [code, 1792 + index * 64] as const)];
}

const runTables = [makeTable(listRuns(whiteRuns)), makeTable(listRuns(blackRuns))] as const;
const modeTable = makeTable(modes);

/** Unpacks rows of a fax of group 4 (ITU-T T.6): one bit a pixel, 1 is black. Throws `PdfDamage`. */
export function unpackGroup4(data: Uint8Array, width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const out = new Uint8Array(rowBytes * height);
  const bits = new FaxBits(data);
  // Where the colour changes, white first; the row's end stands behind as often as it may be looked at.
  let above: number[] = [width, width, width, width];
  for (let y = 0; y < height; y += 1) {
    const row = readRow(bits, above, width);
    for (let index = 0; index + 1 < row.length && (row[index] ?? width) < width; index += 2)
      blacken(out, y * rowBytes, row[index] ?? width, row[index + 1] ?? width);
    above = row;
  }
  return out;
}

function readRow(bits: FaxBits, above: readonly number[], width: number): number[] {
  const changes: number[] = [];
  let at = 0;
  let isStart = true;
  let next = 0;
  while (at < width) {
    // The first change above to the right of here that is to the other colour.
    while (next > 0 && (above[next - 1] ?? 0) > at) next -= 1;
    while ((above[next] ?? width) < width && ((above[next] ?? 0) < at || ((above[next] ?? 0) === at && !isStart)))
      next += 1;
    const color = changes.length & 1;
    if ((next & 1) !== color && (above[next] ?? width) < width) next += 1;
    const first = above[next] ?? width;
    const mode = bits.read(modeTable);
    if (mode === pass) {
      at = above[next + 1] ?? width;
    } else if (mode === horizontal) {
      const one = Math.min(width, at + bits.readRun(color));
      const two = Math.min(width, one + bits.readRun(1 - color));
      changes.push(one, two);
      at = two;
    } else {
      const change = first + mode;
      if (change < at || change > width) throw new PdfDamage('fax with a wrong row');
      changes.push(change);
      at = change;
    }
    isStart = false;
  }
  changes.push(width, width, width, width);
  return changes;
}

function blacken(out: Uint8Array, row: number, from: number, to: number): void {
  for (let x = from; x < to;) {
    if ((x & 7) === 0 && to - x >= 8) {
      out[row + (x >> 3)] = 0xff;
      x += 8;
    } else {
      out[row + (x >> 3)] = (out[row + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      x += 1;
    }
  }
}

class FaxBits {
  readonly #data: Uint8Array;
  #bit = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  read(table: Int32Array): number {
    const at = this.#bit >> 3;
    const data = this.#data;
    const three = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    const found = table[(three >> (24 - codeBits - (this.#bit & 7))) & ((1 << codeBits) - 1)] ?? 0;
    if (found === 0 || at >= data.length) throw new PdfDamage('fax with a wrong code');
    this.#bit += found & 15;
    return found >> 4;
  }

  readRun(color: number): number {
    let length = 0;
    for (;;) {
      const part = this.read(color === 0 ? runTables[0] : runTables[1]);
      length += part;
      if (part < 64) return length;
    }
  }
}
