import type { Paper } from '#shared/domain/records.ts';
import { decodeText, encodeText } from '../../../os/windows/binding.ts';
import type { JobRecord, PrinterRecord } from '../types.ts';

/**
 * Structures of winspool and GDI, in Windows' layout for 64 bits, UTF-16. Nothing is read beyond
 * the memory.
 */

/**
 * A copy of native memory, and its original address: structures point to their texts by address.
 */
export interface Block {
  readonly bytes: Buffer;
  readonly address: number;
}

/** Returns the text of the pointer at this offset; null if it leads nowhere or out of the block. */
export function readText({ bytes, address }: Block, at: number): string | null {
  if (at + 8 > bytes.length) return null;
  const start = Number(bytes.readBigUInt64LE(at)) - address;
  return start >= 0 && start < bytes.length ? decodeText(bytes.subarray(start)) : null;
}

function readNumber({ bytes }: Block, at: number): number {
  return at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0;
}

const printerNameBytes = 24;

export function readPrinterNames(block: Block, count: number): readonly string[] {
  const names = Array.from(
    { length: count },
    (_, index) => readText(block, index * printerNameBytes) ?? '',
  );
  return names.filter((name) => name !== '');
}

/** A PRINTER_INFO_2W. */
export function readPrinter(block: Block): PrinterRecord {
  return {
    port: readText(block, 24),
    driver: readText(block, 32),
    attributes: readNumber(block, 104),
    status: readNumber(block, 124),
  };
}

/**
 * Returns true if a DRIVER_INFO_8W belongs to a v4 driver, or to another one that takes XPS
 * (PRINTER_DRIVER_XPS).
 */
export function takesXps(block: Block): boolean {
  return (readNumber(block, 168) & 2) !== 0;
}

const jobBytes = 96;

/** `count` consecutive JOB_INFO_1W. */
export function readJobs(block: Block, count: number): readonly JobRecord[] {
  return Array.from({ length: count }, (_, index) => index * jobBytes)
    .filter((at) => at + jobBytes <= block.bytes.length)
    .map((at) => ({
      id: readNumber(block, at),
      title: readText(block, at + 32),
      words: readText(block, at + 48),
      status: readNumber(block, at + 56),
      pages: readNumber(block, at + 68),
      printed: readNumber(block, at + 72),
    }));
}

/** A DOC_INFO_1W for this address, with its texts behind it. */
export function makeSpoolDocument(address: number, title: string, dataType: string): Buffer {
  const texts = [encodeText(title), encodeText(dataType)] as const;
  const head = Buffer.alloc(24);
  head.writeBigUInt64LE(BigInt(address + head.length), 0);
  head.writeBigUInt64LE(BigInt(address + head.length + texts[0].length), 16);
  return Buffer.concat([head, ...texts]);
}

/** A DOCINFOW for this address, with its text behind it. */
export function makeDrawnDocument(address: number, title: string): Buffer {
  const head = Buffer.alloc(40);
  head.writeInt32LE(head.length, 0);
  head.writeBigUInt64LE(BigInt(address + head.length), 8);
  return Buffer.concat([head, encodeText(title)]);
}

/** A form of a driver, upright, by DeviceCapabilitiesW. */
export interface Form extends Paper {
  /** Its value of DEVMODEW's dmPaperSize. */
  readonly id: number;
}

/** From DC_PAPERSIZE (tenths of a millimetre) and DC_PAPERS; as many as both have. */
export function readForms(sizes: Buffer, ids: Buffer): readonly Form[] {
  const count = Math.floor(Math.min(sizes.length / 8, ids.length / 2));
  return Array.from({ length: count }, (_, index) => ({
    id: ids.readUInt16LE(index * 2),
    widthMm: sizes.readInt32LE(index * 8) / 10,
    heightMm: sizes.readInt32LE(index * 8 + 4) / 10,
  })).filter(({ widthMm, heightMm }) => widthMm > 0 && heightMm > 0);
}

/** The paper in a DEVMODEW. `form`: one of the driver's own; null requests the size itself. */
export interface PaperWish extends Paper {
  readonly form: number | null;
  readonly isTurned: boolean;
}

const fields = {
  orientation: 0x1,
  paperSize: 0x2,
  paperLength: 0x4,
  paperWidth: 0x8,
  scale: 0x10,
  copies: 0x100,
  color: 0x800,
  duplex: 0x1000,
  formName: 0x10000,
} as const;

const smallestDevmode = 188;

/**
 * A driver's own DEVMODEW, changed to one copy, one side, black, unscaled, and this paper if given.
 * Features that the driver lacks are not requested, except the paper, which the driver itself has
 * to refuse.
 */
export function adaptDevmode(own: Buffer, paper: PaperWish | null): Buffer {
  if (own.length < smallestDevmode) throw new Error('a DEVMODEW is longer than that');
  const changed = Buffer.from(own);
  let set = changed.readUInt32LE(72);
  const has = (field: number) => (set & field) !== 0;
  if (has(fields.scale)) changed.writeInt16LE(100, 84);
  if (has(fields.copies)) changed.writeInt16LE(1, 86);
  if (has(fields.color)) changed.writeInt16LE(1, 92);
  if (has(fields.duplex)) changed.writeInt16LE(1, 94);
  if (paper !== null) {
    const bySize = fields.paperLength | fields.paperWidth;
    // A form's name, or a size beside a form, would contradict the rest.
    set &= ~(fields.formName | fields.paperSize | bySize);
    set |= fields.orientation | (paper.form === null ? bySize : fields.paperSize);
    changed.writeInt16LE(paper.isTurned ? 2 : 1, 76);
    changed.writeInt16LE(paper.form ?? 0, 78);
    changed.writeInt16LE(Math.round(paper.heightMm * 10), 80);
    changed.writeInt16LE(Math.round(paper.widthMm * 10), 82);
  }
  changed.writeUInt32LE(set >>> 0, 72);
  return changed;
}

/**
 * A BITMAPINFO for rows from the bottom, from black, which is 0, to white, without compression. One
 * bit is that way round because some drivers know no other, whatever the colour table says (Wine's
 * for PostScript).
 */
export function makeBitmapInfo(width: number, height: number, bits: 1 | 8): Buffer {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(head.length, 0);
  head.writeInt32LE(width, 4);
  head.writeInt32LE(height, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(bits, 14);
  const shades = bits === 1 ? [0, 255] : Array.from({ length: 256 }, (_, shade) => shade);
  return Buffer.concat([head, ...shades.map((shade) => Buffer.from([shade, shade, shade, 0]))]);
}
