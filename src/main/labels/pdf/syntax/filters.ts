import {
  PdfDamage,
  PdfTooLarge,
  isDict,
  readName,
  type PdfDict,
  type PdfObject,
  type PdfStream,
} from './objects.ts';
import { isSpace } from './characters.ts';
import { countUnpacked, inflate, maxUnpackedBytes } from './inflate.ts';

type Resolve = (value: PdfObject | undefined) => PdfObject;

export interface Filter {
  readonly name: string;
  readonly parms: PdfDict | null;
}

const shortNames: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
};

/** The filters of a stream in the order in which they are undone. */
export function readFilters(dict: PdfDict, resolve: Resolve): Filter[] {
  const filter = resolve(dict.get('Filter'));
  const parms = resolve(dict.get('DecodeParms') ?? dict.get('DP'));
  const names = filter === null ? [] : [filter].flat();
  const all = [parms].flat();
  return names.map((item, index) => {
    const name = readName(resolve(item));
    if (name === null) throw new PdfDamage('a filter without a name');
    const own = resolve(all[index]);
    return { name: shortNames[name] ?? name, parms: isDict(own) ? own : null };
  });
}

/** Beyond this, unpacking again is cheaper than the memory. */
const maxKeptBytes = 1024 * 1024;
/** A sheet's content is read again for each label that is cut out of it. */
const decoded = new WeakMap<PdfStream, Uint8Array>();

/**
 * Returns the stream's bytes with all filters undone; throws damage. For content, not for pictures.
 */
export function decodeStream(stream: PdfStream, resolve: Resolve): Uint8Array {
  const known = decoded.get(stream);
  if (known !== undefined) return known;
  let data = stream.data;
  for (const { name, parms } of readFilters(stream.dict, resolve))
    data = undo(name, data, parms, resolve);
  if (data.length <= maxKeptBytes) decoded.set(stream, data);
  return data;
}

function undo(name: string, data: Uint8Array, parms: PdfDict | null, resolve: Resolve): Uint8Array {
  switch (name) {
    case 'FlateDecode':
      return unpredict(inflate(data), parms, resolve);
    case 'LZWDecode':
      return unpredict(unLzw(data, numberIn(parms, 'EarlyChange', 1, resolve)), parms, resolve);
    case 'ASCIIHexDecode':
      return unHex(data);
    case 'ASCII85Decode':
      return un85(data);
    case 'RunLengthDecode':
      return unRunLength(data);
    case 'Crypt':
      return data;
    default:
      throw new PdfDamage(`content with filter ${name}`);
  }
}

function numberIn(dict: PdfDict | null, key: string, otherwise: number, resolve: Resolve): number {
  const value = resolve(dict?.get(key));
  return typeof value === 'number' ? value : otherwise;
}

function unpredict(data: Uint8Array, parms: PdfDict | null, resolve: Resolve): Uint8Array {
  const predictor = numberIn(parms, 'Predictor', 1, resolve);
  if (predictor <= 1) return data;
  const colors = numberIn(parms, 'Colors', 1, resolve);
  const bits = numberIn(parms, 'BitsPerComponent', 8, resolve);
  const columns = numberIn(parms, 'Columns', 1, resolve);
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
  const row = Math.ceil((colors * bits * columns) / 8);
  if (!(row > 0 && row < maxUnpackedBytes)) throw new PdfDamage('impossible predictor');
  return predictor === 2 ? unpredictTiff(data, row, pixel, bits) : unpredictPng(data, row, pixel);
}

function unpredictTiff(data: Uint8Array, row: number, pixel: number, bits: number): Uint8Array {
  if (bits !== 8) throw new PdfDamage('predictor for other than 8 bits');
  const out = Uint8Array.from(data);
  for (let start = 0; start < out.length; start += row) {
    const end = Math.min(start + row, out.length);
    for (let at = start + pixel; at < end; at += 1)
      out[at] = ((out[at] ?? 0) + (out[at - pixel] ?? 0)) & 255;
  }
  return out;
}

/** Undoes PNG's row filters (also used for PNG files themselves). */
function unpredictPng(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let y = 0; y < rows; y += 1) {
    const type = data[y * (row + 1)] ?? 0;
    const from = y * (row + 1) + 1;
    const to = y * row;
    out.set(data.subarray(from, from + row), to);
    if (type !== 0) unpredictRow(out, to, row, pixel, type);
  }
  return out;
}

/** Undoes one row's filter in place; a byte array keeps the sum modulo 256 by itself. */
export function unpredictRow(
  out: Uint8Array,
  to: number,
  row: number,
  pixel: number,
  type: number,
): void {
  const end = to + row;
  // The two usual filters need only one neighbour, and a picture has a million bytes.
  if (type === 1) {
    for (let at = to + pixel; at < end; at += 1) out[at] = (out[at] ?? 0) + (out[at - pixel] ?? 0);
  } else if (type === 2) {
    for (let at = Math.max(to, row); at < end; at += 1)
      out[at] = (out[at] ?? 0) + (out[at - row] ?? 0);
  } else {
    for (let at = to; at < end; at += 1) {
      const left = at >= to + pixel ? (out[at - pixel] ?? 0) : 0;
      const up = to > 0 ? (out[at - row] ?? 0) : 0;
      const corner = to > 0 && at >= to + pixel ? (out[at - row - pixel] ?? 0) : 0;
      out[at] = (out[at] ?? 0) + readPrediction(type, left, up, corner);
    }
  }
}

function readPrediction(type: number, left: number, up: number, corner: number): number {
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const guess = left + up - corner;
  const byLeft = Math.abs(guess - left);
  const byUp = Math.abs(guess - up);
  const byCorner = Math.abs(guess - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** A byte buffer that grows up to the limit. */
class Bytes {
  private buffer = Buffer.allocUnsafe(4096);
  length = 0;

  push(source: Uint8Array): void {
    const needed = this.length + source.length;
    if (needed > maxUnpackedBytes) throw new PdfTooLarge('a stream unpacks to too much');
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    this.buffer.set(source, this.length);
    this.length = needed;
  }

  done(): Uint8Array {
    countUnpacked(this.length);
    return this.buffer.subarray(0, this.length);
  }
}

function unLzw(data: Uint8Array, earlyChange: number): Uint8Array {
  const out = new Bytes();
  let table: Uint8Array[] = [];
  let width = 9;
  let previous: Uint8Array | null = null;
  let bits = 0;
  let count = 0;
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffffff;
    count += 8;
    if (count < width) continue;
    count -= width;
    const code = (bits >> count) & ((1 << width) - 1);
    if (code === 257) return out.done();
    if (code === 256) {
      table = [];
      width = 9;
      previous = null;
      continue;
    }
    let entry: Uint8Array | undefined = code < 256 ? Uint8Array.of(code) : table[code - 258];
    if (previous !== null) {
      if (entry === undefined && code - 258 !== table.length)
        throw new PdfDamage('LZW data is damaged');
      const next: Uint8Array = new Uint8Array(previous.length + 1);
      next.set(previous);
      next[previous.length] = (entry ?? previous)[0] ?? 0;
      // There are no codes for more (ISO 32000-1, 7.4.4.2).
      if (table.length < 4096 - 258) table.push(next);
      entry ??= next;
    }
    if (entry === undefined) throw new PdfDamage('LZW data is damaged');
    out.push(entry);
    previous = entry;
    const size = table.length + 258 + earlyChange;
    width = Math.min(12, Math.max(9, 32 - Math.clz32(size)));
  }
  return out.done();
}

function unHex(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString('latin1');
  const end = text.indexOf('>');
  const digits = (end < 0 ? text : text.slice(0, end)).replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex');
}

function un85(data: Uint8Array): Uint8Array {
  const out = new Bytes();
  let group: number[] = [];
  const flush = (): void => {
    if (group.length < 2) return;
    const size = group.length - 1;
    while (group.length < 5) group.push(84);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    const four = [
      (value / 0x1000000) & 255,
      (value >>> 16) & 255,
      (value >>> 8) & 255,
      value & 255,
    ];
    out.push(Uint8Array.from(four.slice(0, size)));
    group = [];
  };
  for (const byte of data) {
    if (byte === 126) break;
    if (isSpace(byte)) continue;
    if (byte === 122 && group.length === 0) out.push(new Uint8Array(4));
    else if (byte >= 33 && byte <= 117) {
      group.push(byte - 33);
      if (group.length === 5) flush();
    } else throw new PdfDamage('ASCII85 data is damaged');
  }
  flush();
  return out.done();
}

function unRunLength(data: Uint8Array): Uint8Array {
  const out = new Bytes();
  for (let at = 0; at < data.length;) {
    const length = data[at] ?? 128;
    if (length === 128) break;
    if (length < 128) {
      out.push(data.subarray(at + 1, at + 2 + length));
      at += 2 + length;
    } else {
      out.push(new Uint8Array(257 - length).fill(data[at + 1] ?? 0));
      at += 2;
    }
  }
  return out.done();
}
