import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { PDFStream, type PDFDict } from 'pdf-lib';
import type { Effort } from '../syntax/inflate.ts';

/** The bytes of a stream until they are written: in memory, or in the spill file. */
interface KeptData {
  readonly length: number;
  readonly read: () => Uint8Array;
}

/** Keeps data of streams in memory, and those beyond a limit in a file. */
export class SpillFile {
  readonly #path: string;
  readonly #maxMemoryBytes: number;
  #memoryBytes = 0;
  #descriptor: number | null = null;
  #bytes = 0;

  constructor(path: string, maxMemoryBytes: number) {
    this.#path = path;
    this.#maxMemoryBytes = maxMemoryBytes;
  }

  /** Keeps a copy of the data, which are a part of a label's file. */
  keep(data: Uint8Array): KeptData {
    const { length } = data;
    if (this.#memoryBytes + length <= this.#maxMemoryBytes) {
      this.#memoryBytes += length;
      const copy = new Uint8Array(data);
      return { length, read: () => copy };
    }
    this.#descriptor ??= openSync(this.#path, 'wx+', 0o600);
    const file = this.#descriptor;
    const offset = this.#bytes;
    for (let done = 0; done < length;)
      done += writeSync(file, data, done, length - done, offset + done);
    this.#bytes += length;
    return { length, read: () => readPart(file, offset, length) };
  }

  close(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
    rmSync(this.#path, { force: true });
  }
}

function readPart(file: number, offset: number, length: number): Uint8Array {
  const part = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const read = readSync(file, part, done, length - done, offset + done);
    if (read === 0) throw new Error('the spill file is shorter than it was');
    done += read;
  }
  return part;
}

/** A stream of the store. pdf-lib's own are copied byte by byte, and again for each print. */
export class KeptStream extends PDFStream {
  readonly data: KeptData;
  readonly effort: Effort;

  constructor(dict: PDFDict, data: KeptData, effort: Effort) {
    super(dict);
    this.data = data;
    this.effort = effort;
  }

  /** Returns a stream of the same data. */
  withDict(dict: PDFDict): KeptStream {
    return new KeptStream(dict, this.data, this.effort);
  }

  override getContents(): Uint8Array {
    return this.data.read();
  }

  override getContentsSize(): number {
    return this.data.length;
  }
}
