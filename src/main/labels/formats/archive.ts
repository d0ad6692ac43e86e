import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { FaultError, need, throwFault } from '../../os/errors.ts';
import { saysItIsLabel, saysItIsSomethingElse } from './label-entries.ts';
import { judgeUnread } from './unread-kinds.ts';
import { unwrap, type BareFormat } from './detect-format.ts';

/** A file of a ZIP with the first bytes of a label. */
export interface ArchiveEntry {
  readonly name: string;
  readonly format: Exclude<BareFormat, 'zip'>;
  readonly bytes: Buffer;
}

const defaultLimits = {
  maxEntries: 200,
  /** For all entries together, counted while unpacking: headers may lie. */
  maxUnpackedBytes: 64 * 1024 * 1024,
};

/** Archives are opened in archives down to this depth; no service nests labels deeper. */
const maxDepth = 3;

/**
 * Returns the label files of a ZIP, in the archive's order, with those of nested archives in their
 * place; `findLabelEntries` says which of them are the label. The limits apply to all together.
 * Faults: `label-*`.
 */
export async function openArchive(
  source: Buffer,
  limits = defaultLimits,
): Promise<Result<readonly ArchiveEntry[]>> {
  const found: Found = { entries: [], unread: [], left: { ...limits } };
  try {
    await readArchive(source, found, maxDepth);
  } catch (error) {
    return failed(error instanceof FaultError ? error.fault : toParserFault(error));
  }
  const { entries } = found;
  const label = findUnreadLabel(found.unread);
  // If the label cannot be read, the file beside it must not be printed in its place.
  if (label !== null && !entries.some((entry) => isLabelToo(entry, label.isNamed)))
    return failed(label.reason);
  return entries.length === 0 ? fail('label-archive-empty') : ok(entries);
}

/** The contents of an archive and its nested ones so far, and the room left. */
interface Found {
  readonly entries: ArchiveEntry[];
  readonly unread: UnreadEntry[];
  readonly left: typeof defaultLimits;
}

/** Throws `FaultError`, and the parser's own errors. */
async function readArchive(source: Buffer, found: Found, depth: number): Promise<void> {
  if (depth === 0) refuseUnsafe('archives in archives');
  const file = cutTrailingJunk(source);
  const zip = await fromBufferPromise(file, { decodeStrings: false });
  if (zip.entryCount > found.left.maxEntries) refuseUnsafe(`${zip.entryCount} entries`);
  found.left.maxEntries -= zip.entryCount;
  for await (const entry of zip.eachEntry()) {
    // Windows PowerShell and older .NET separate folders by the sign of Windows.
    const name = readEntryName(entry).replaceAll('\\', '/');
    if (isUnsafeName(name)) refuseUnsafe('a name that leads out of the archive');
    if (isNoFile(name)) continue;
    const content = await unpackEntry(zip, entry, found.left.maxUnpackedBytes);
    await keepEntry(name, content, found, depth);
  }
}

async function keepEntry(
  name: string,
  content: Buffer,
  found: Found,
  depth: number,
): Promise<void> {
  const { left, entries, unread } = found;
  left.maxUnpackedBytes -= content.length;
  const { format, bytes, outer } = need(unwrap(content, left.maxUnpackedBytes));
  if (outer !== format) left.maxUnpackedBytes -= bytes.byteLength;
  if (left.maxUnpackedBytes < 0) refuseUnsafe('unpacks to more than the limit');
  if (format === 'zip') await readArchive(bytes, found, depth - 1);
  else if (format === null) unread.push({ name, reason: judgeUnread(bytes) });
  else entries.push({ name, format, bytes });
}

/** An unread file of a ZIP, with its fault. */
interface UnreadEntry {
  readonly name: string;
  readonly reason: Fault;
}

/** `isNamed`: its name says that it is the label. */
function findUnreadLabel(unread: readonly UnreadEntry[]) {
  const candidates = unread.filter(({ name }) => !saysItIsSomethingElse(name));
  const known = candidates.filter(({ reason }) => reason.kind !== 'label-unknown-format');
  const named = known.find(({ name }) => saysItIsLabel(name));
  const first = named ?? known[0];
  if (first !== undefined) return { reason: first.reason, isNamed: named !== undefined };
  // Text under such a name may be a note.
  const text = candidates.find(({ name }) => saysItIsLabel(name));
  if (text === undefined) return null;
  const { detail } = text.reason;
  return { reason: fault('label-kind-unknown', { detail }), isNamed: false };
}

/**
 * Returns true if this file can be the label although another one, which may be named so, cannot be
 * read.
 */
function isLabelToo({ name, format }: ArchiveEntry, isNamed: boolean): boolean {
  if (saysItIsSomethingElse(name)) return false;
  return !isNamed || format === 'zpl' || saysItIsLabel(name);
}

/**
 * Unpacks one entry into a limited room and verifies its checksum; the reader stops at the stated
 * size.
 */
async function unpackEntry(zip: ZipFile, entry: Entry, roomBytes: number): Promise<Buffer> {
  if (entry.isEncrypted()) throwFault('label-encrypted', { detail: 'encrypted ZIP entry' });
  if (!entry.canDecodeFileData())
    refuseCorrupt(`ZIP compression method ${entry.compressionMethod}`);
  if (entry.uncompressedSize > roomBytes)
    refuseUnsafe(`unpacks to more than is left of the limit, ${roomBytes} bytes`);
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(bytes) !== entry.crc32) refuseCorrupt('ZIP entry with a wrong checksum');
  return bytes;
}

/**
 * Some hosts append a line break or a note after the archive's end record; the reader insists on
 * its being last.
 */
function cutTrailingJunk(file: Buffer): Buffer {
  const endRecord = file.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (endRecord < 0 || endRecord + 22 > file.length) return file;
  const end = endRecord + 22 + file.readUInt16LE(endRecord + 20);
  return file.subarray(0, end);
}

/** A parser error means a damaged archive; its text contains entry names and stays out. */
function toParserFault(error: unknown): Fault {
  const encrypted = error instanceof Error && error.message.includes('strong encryption');
  return encrypted ? fault('label-encrypted') : fault('label-corrupt', { detail: 'damaged ZIP' });
}

function refuseUnsafe(detail: string): never {
  throwFault('label-archive-unsafe', { detail });
}

function refuseCorrupt(detail: string): never {
  throwFault('label-corrupt', { detail });
}

const saysUtf8 = 0x800;

/**
 * Returns a ZIP entry's name: UTF-8, which many producers write without saying so, else code page
 * 437.
 */
function readEntryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? saysUtf8 : 0);
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
}

/**
 * Names that would lead out of a folder. Nothing is unpacked to disk, but such an archive is
 * hostile.
 */
function isUnsafeName(name: string): boolean {
  return /\0|^\/|^[a-z]:/i.test(name) || name.split('/').includes('..');
}

/** Folders, and the files that macOS and Windows add. */
function isNoFile(name: string): boolean {
  const file = name.split('/').at(-1) ?? '';
  return (
    name.startsWith('__MACOSX/') || /^$|^\._|^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(file)
  );
}
