import { writeSync } from 'node:fs';
import { writeWhole } from '../../os/files.ts';
import type { PdfSink } from '../pdf/merge/write-pdf.ts';

const chunkBytes = 256 * 1024;

/** Writes a file in small pieces, whole or not at all. Throws the file system's own errors. */
export function writePieces<T>(
  path: string,
  write: (output: PdfSink) => T | Promise<T>,
): Promise<T> {
  return writeWhole(path, async ({ fd }) => {
    const file = new BufferedFile(fd);
    const result = await write(file);
    file.flush();
    return result;
  });
}

/** Gathers small pieces into large writes. */
class BufferedFile implements PdfSink {
  readonly #descriptor: number;
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  #used = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(bytes: Uint8Array | string): void {
    if (this.#used + bytes.length > chunkBytes) this.flush();
    if (bytes.length > chunkBytes) {
      writeAll(this.#descriptor, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
      return;
    }
    if (typeof bytes === 'string') this.#chunk.write(bytes, this.#used, 'latin1');
    else this.#chunk.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  flush(): void {
    writeAll(this.#descriptor, this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}
