import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import type { PdfSink } from '../pdf/merge/write-pdf.ts';
import { dirname } from 'node:path';
import { moveInto } from '../store/files.ts';

const chunkBytes = 256 * 1024;

/**
 * Writes a file so that it is there whole or not at all: under a temporary name, flushed to the disk, then renamed.
 * Throws the file system's own errors, and leaves nothing behind then.
 */
export async function writeWhole<T>(path: string, write: (output: PdfSink) => T | Promise<T>): Promise<T> {
  const temporary = `${path}.${process.pid}.part`;
  try {
    const descriptor = openSync(temporary, 'w', 0o600);
    let result: T;
    try {
      const file = new BufferedFile(descriptor);
      result = await write(file);
      file.flush();
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    await moveInto(dirname(path), temporary, path);
    return result;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Gathers small pieces into large writes. */
class BufferedFile implements PdfSink {
  private readonly descriptor: number;
  private readonly chunk = Buffer.allocUnsafeSlow(chunkBytes);
  private used = 0;

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  write(bytes: Uint8Array | string): void {
    if (this.used + bytes.length > chunkBytes) this.flush();
    if (bytes.length > chunkBytes) {
      writeAll(this.descriptor, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
      return;
    }
    if (typeof bytes === 'string') this.chunk.write(bytes, this.used, 'latin1');
    else this.chunk.set(bytes, this.used);
    this.used += bytes.length;
  }

  flush(): void {
    writeAll(this.descriptor, this.chunk.subarray(0, this.used));
    this.used = 0;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}
