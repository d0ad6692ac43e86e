import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, LabelFormat, Result } from '../../../shared/index.ts';
import { entryName, isNoFile, isUnsafeName } from './archive-names.ts';
import { detectFormat } from './detect-format.ts';
import { toDiskFault } from '../../os/files.ts';

/** One file of a ZIP that has the first bytes of a label. */
export interface ArchiveEntry {
  readonly name: string;
  readonly format: Exclude<LabelFormat, 'zip'>;
  readonly bytes: Uint8Array;
}

export interface ArchiveLimits {
  readonly maxEntries: number;
  /** Of all entries together, counted while unpacking: headers may lie. */
  readonly maxUnpackedBytes: number;
}

export const defaultArchiveLimits: ArchiveLimits = { maxEntries: 200, maxUnpackedBytes: 64 * 1024 * 1024 };

const unpack = promisify(inflateRaw);

/**
 * The label files of a ZIP, in the archive's order; `labelEntries` says which of them are the label. Archives inside
 * are not opened. Faults: `label-*`, and `disk` where a path cannot be read.
 */
export async function openArchive(
  source: Uint8Array | string,
  limits: ArchiveLimits = defaultArchiveLimits,
): Promise<Result<readonly ArchiveEntry[]>> {
  let raw: Uint8Array;
  try {
    raw = typeof source === 'string' ? await readFile(source) : source;
  } catch (error) {
    const disk = toDiskFault(error);
    if (disk === null) throw error;
    return failed(disk);
  }
  const file = withoutTrailingJunk(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false });
  } catch (error) {
    return failed(parserFault(error));
  }
  if (zip.entryCount > limits.maxEntries) return unsafe(`${zip.entryCount} entries`);

  const entries: ArchiveEntry[] = [];
  let roomBytes = limits.maxUnpackedBytes;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entryName(entry);
      if (isUnsafeName(name)) return unsafe('a name that leads out of the archive');
      if (isNoFile(name)) continue;
      const content = await contentOf(zip, file, entry, roomBytes);
      if (!content.ok) return content;
      const bytes = content.value;
      roomBytes -= bytes.byteLength;
      const format = detectFormat(bytes);
      if (format !== null && format !== 'zip') entries.push({ name, format, bytes });
    }
  } catch (error) {
    return failed(parserFault(error));
  }
  return entries.length === 0 ? failed(fault('label-archive-empty')) : ok(entries);
}

/** Unpacks one entry into at most so much room, and holds it against its checksum. */
async function contentOf(zip: ZipFile, file: Buffer, entry: Entry, roomBytes: number): Promise<Result<Uint8Array>> {
  if (entry.isEncrypted()) return failed(fault('label-encrypted', { detail: 'encrypted ZIP entry' }));
  if (!entry.canDecodeFileData()) return corrupt(`ZIP compression method ${entry.compressionMethod}`);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = file.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  let bytes: Uint8Array = packed;
  if (entry.compressionMethod === 8) {
    try {
      bytes = await unpack(packed, { maxOutputLength: roomBytes + 1 });
    } catch (error) {
      if (error instanceof RangeError) return unsafe(`unpacks to more than is left of the limit, ${roomBytes} bytes`);
      throw error;
    }
  }
  if (bytes.byteLength > roomBytes) return unsafe(`unpacks to more than is left of the limit, ${roomBytes} bytes`);
  if (bytes.byteLength !== entry.uncompressedSize) return corrupt('ZIP entry of another size than stated');
  if (crc32(bytes) !== entry.crc32) return corrupt('ZIP entry with a wrong checksum');
  return ok(bytes);
}

/** Some hosts append a line break or a note after the archive's end record; the reader insists on its being last. */
function withoutTrailingJunk(file: Buffer): Buffer {
  const endRecord = file.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (endRecord < 0 || endRecord + 22 > file.length) return file;
  const end = endRecord + 22 + file.readUInt16LE(endRecord + 20);
  return file.subarray(0, end);
}

/** What the parser throws is the archive's damage; its words hold entry names and stay out. */
function parserFault(error: unknown): Fault {
  const encrypted = error instanceof Error && error.message.includes('strong encryption');
  return encrypted ? fault('label-encrypted') : fault('label-corrupt', { detail: 'damaged ZIP' });
}

function unsafe(detail: string): Result<never> {
  return failed(fault('label-archive-unsafe', { detail }));
}

function corrupt(detail: string): Result<never> {
  return failed(fault('label-corrupt', { detail }));
}
