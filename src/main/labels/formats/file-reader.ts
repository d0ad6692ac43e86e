import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Files up to this size share one buffer; larger ones are rare and get their own. */
const sharedBytes = 4 * 1024 * 1024;

/** Reads files one after the other into the same memory: what `read` gave is gone with the next call. */
export class FileReader {
  private buffer = Buffer.alloc(0);

  read(path: string): Buffer {
    const descriptor = openSync(path, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const target = size > sharedBytes ? Buffer.allocUnsafeSlow(size) : this.shared(size);
      let length = 0;
      while (length < size) {
        const read = readSync(descriptor, target, length, size - length, length);
        if (read === 0) break;
        length += read;
      }
      return target.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  }

  private shared(size: number): Buffer {
    if (this.buffer.length < size) {
      this.buffer = Buffer.allocUnsafeSlow(Math.min(sharedBytes, Math.max(size, 2 * this.buffer.length, 512 * 1024)));
    }
    return this.buffer;
  }
}
