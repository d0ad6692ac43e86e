import { closeSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { PDFStream, type PDFDict } from 'pdf-lib';
import type { Effort } from '../syntax/inflate.ts';

/** The bytes of a stream until they are written: in memory, or in the spill file. */
interface KeptData {
  readonly length: number;
  readonly read: () => Uint8Array;
}

export interface SpillLimits {
  readonly spillPath: string;
  readonly maxMemoryBytes: number;
}

/** Keeps data of streams in memory, and those beyond a limit in a file. */
export class SpillFile {
  readonly #limits: SpillLimits;
  #memoryBytes = 0;
  #descriptor: number | null = null;

  constructor(limits: SpillLimits) {
    this.#limits = limits;
  }

  /** Keeps a copy of the data, which are a part of a label's file. */
  keep(data: Uint8Array): KeptData {
    const { length } = data;
    if (this.#memoryBytes + length <= this.#limits.maxMemoryBytes) {
      this.#memoryBytes += length;
      const copy = new Uint8Array(data);
      return { length, read: () => copy };
    }
    this.#descriptor ??= openSync(this.#limits.spillPath, 'wx+', 0o600);
    const file = this.#descriptor;
    // An earlier write may have ended in the middle, on a full disk.
    const { size } = fstatSync(file);
    writeFileSync(file, data);
    return { length, read: () => readPart(file, size, length) };
  }

  close(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
    rmSync(this.#limits.spillPath, { force: true });
  }
}

function readPart(file: number, offset: number, length: number): Uint8Array {
  const part = Buffer.allocUnsafe(length);
  const read = readSync(file, part, 0, length, offset);
  if (read < length) throw new Error('the spill file is shorter than it was');
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
