import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import { describeUnknown, detectFormat, detectionBytes } from '../formats/detect-format.ts';
import { endingBytes, endsAsItShould } from '../book/label-completeness.ts';
import { toDiskFault, makeFolderPath, moveInto, makePath, makeTemporaryPath } from './files.ts';

const batchBytes = 256 * 1024;

export interface ReceivedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly path: string;
}

/**
 * Writes a label file as its bytes come, and gives it its final name once it is flushed and has the first and last
 * bytes of a label. Whatever goes wrong before leaves nothing behind. `onLastByte` is called when all bytes have come.
 */
export async function receiveFile(
  dir: string,
  key: string,
  body: AsyncIterable<Uint8Array>,
  onLastByte: () => void,
): Promise<Result<ReceivedFile>> {
  const temporary = makeTemporaryPath(dir);
  let moved = false;
  try {
    const written = await writeFlushed(temporary, body, onLastByte);
    if (!written.ok) return written;
    const path = makePath(dir, key, written.value.sha256);
    await moveInto(makeFolderPath(dir, key), temporary, path);
    moved = true;
    return ok({ ...written.value, path });
  } catch (error) {
    const disk = toDiskFault(error);
    if (disk === null) throw error;
    return failed(disk);
  } finally {
    if (!moved) await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function writeFlushed(
  path: string,
  body: AsyncIterable<Uint8Array>,
  onLastByte: () => void,
): Promise<Result<{ readonly sha256: string; readonly bytes: number }>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Uint8Array = Buffer.alloc(0);
  /** The last chunks, as many as the longest file end needs. */
  const last: Uint8Array[] = [];
  let lastBytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunks of inBatches(body)) {
      for (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        if (head.byteLength < detectionBytes) head = Buffer.concat([head, chunk.subarray(0, detectionBytes)]);
        lastBytes += chunk.byteLength;
        last.push(chunk);
        while (lastBytes - (last[0]?.byteLength ?? 0) >= endingBytes) lastBytes -= last.shift()?.byteLength ?? 0;
      }
      await writeAll(handle, chunks);
    }
    onLastByte();
    const objection = objectionTo(head, last);
    if (objection !== null) return failed(objection);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  return ok({ sha256: hash.digest('hex'), bytes });
}

/** Few large writes in place of many small ones: most labels are written at one go. */
async function* inBatches(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < batchBytes) continue;
    yield chunks;
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield chunks;
}

/** Writes the chunks as they are; joining them first would double the memory that passes through. */
async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks);
  const rest = chunks.reduce((sum, chunk) => sum + chunk.byteLength, -bytesWritten);
  // A disk that takes only a part says why at the next write.
  if (rest > 0) await handle.appendFile(Buffer.concat(chunks).subarray(-rest));
}

/** Why a file must not be kept, so that the next try downloads it again; null where it looks like a whole label. */
function objectionTo(head: Uint8Array, last: readonly Uint8Array[]): Fault | null {
  if (head.byteLength === 0) return fault('label-empty');
  const format = detectFormat(head);
  if (format === null) return fault('label-unknown-format', { detail: describeUnknown(head) });
  const tail = Buffer.concat(last).subarray(-endingBytes);
  return endsAsItShould(format, tail) ? null : fault('label-corrupt', { detail: `${format} without its end` });
}
