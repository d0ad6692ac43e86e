import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { LabelFormat } from '#shared/domain/labels.ts';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { privateFileMode, removeQuietly, tryOnDisk } from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { detectFormat, detectionBytes } from '../formats/detect-format.ts';
import { judgeUnread } from '../formats/unread-kinds.ts';
import type { StoredLabel } from '../types.ts';
import { moveInto, makePath } from './files.ts';

const bufferedBytes = 256 * 1024;

/**
 * Writes a label file while its bytes arrive, and gives it its final name once it is flushed and
 * has the first and last bytes of a label. A failure leaves nothing behind.
 */
export async function receiveFile(
  dir: string,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<Result<Omit<StoredLabel, 'slot'>>> {
  const temporary = makeTemporaryPath(dir);
  try {
    return await tryOnDisk(async () => {
      const written = await writeFlushed(temporary, body);
      if (!written.ok) return written;
      const path = makePath(dir, key, written.value.sha256);
      await moveInto(temporary, path);
      return ok({ ...written.value, path });
    });
  } finally {
    // After a success there is nothing under this name.
    await removeQuietly(temporary);
  }
}

async function writeFlushed(
  path: string,
  body: AsyncIterable<Uint8Array>,
): Promise<Result<Pick<StoredLabel, 'sha256' | 'bytes'>>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  // It is there before the first byte: a stream that fails is not waited for.
  const file = await open(path, 'wx', privateFileMode);
  await pipeline(
    body,
    async function* (chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        if (head.length < detectionBytes) head = Buffer.concat([head, chunk]);
        tail = Buffer.concat([tail, chunk.subarray(-endingBytes)]).subarray(-endingBytes);
        yield chunk;
      }
    },
    // Chunks that arrive during a write are written together: most labels take one write or two.
    file.createWriteStream({ highWaterMark: bufferedBytes, flush: true }),
  );
  const objection = bytes === 0 ? fault('label-empty') : findObjection(head, tail);
  return objection === null ? ok({ sha256: hash.digest('hex'), bytes }) : failed(objection);
}

/**
 * Returns why a file must not be kept, but downloaded again; null if it looks like a whole label.
 */
function findObjection(head: Buffer, tail: Buffer): Fault | null {
  const format = detectFormat(head);
  if (format === null) return judgeUnread(head);
  return endsAsItShould(format, tail)
    ? null
    : fault('label-corrupt', { detail: `${format} without its end` });
}

/**
 * The last bytes that `endsAsItShould` needs: a ZIP's end record may precede a comment of 64 KB.
 */
const endingBytes = 22 + 0xffff + 2048;

/**
 * Some hosts append blanks, zeros or a note; an end mark further from the end belongs to something
 * else.
 */
const junkAllowance = 2048;

/**
 * Returns true if a file has its format's end mark, so that a truncated download is not kept; cheap
 * on purpose.
 */
export function endsAsItShould(format: LabelFormat, tail: Buffer): boolean {
  const end = tail.subarray(0, tail.findLastIndex((byte) => byte > 0x20) + 1);
  const last = end.subarray(-junkAllowance);
  switch (format) {
    case 'pdf':
      return last.includes('%%EOF') || last.includes('startxref');
    case 'png':
      return last.includes('IEND');
    case 'jpeg':
      return last.includes(Buffer.from([0xff, 0xd9]));
    // They have no end mark: their reader finds out whether they are whole.
    case 'gzip':
    case 'base64':
      return tail.length > 8;
    case 'zip':
      return tail.lastIndexOf('PK\x05\x06', undefined, 'latin1') >= 0;
    case 'zpl':
      // Without the zeros of UTF-16.
      return /\^XZ/i.test(end.toString('latin1').replaceAll('\0', ''));
  }
}
