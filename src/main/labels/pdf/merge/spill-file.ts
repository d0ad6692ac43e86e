import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { PDFStream, type PDFContext, type PDFDict } from 'pdf-lib';

/** The bytes of a stream until they are written: in memory, or in the spill file. */
type StreamData = Buffer | { readonly offset: number; readonly length: number };

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
  keep(data: Uint8Array): StreamData {
    if (this.#memoryBytes + data.length <= this.#maxMemoryBytes) {
      this.#memoryBytes += data.length;
      // Small ones from Node's pool would keep what else was in it.
      const copy = Buffer.allocUnsafeSlow(data.length);
      copy.set(data);
      return copy;
    }
    this.#descriptor ??= openSync(this.#path, 'wx+', 0o600);
    const offset = this.#bytes;
    for (let done = 0; done < data.length;)
      done += writeSync(this.#descriptor, data, done, data.length - done, offset + done);
    this.#bytes += data.length;
    return { offset, length: data.length };
  }

  read(data: StreamData): Buffer {
    if (Buffer.isBuffer(data)) return data;
    const buffer = Buffer.allocUnsafe(data.length);
    for (let done = 0; done < data.length;) {
      const read =
        this.#descriptor === null
          ? 0
          : readSync(this.#descriptor, buffer, done, data.length - done, data.offset + done);
      if (read === 0) throw new Error('the spill file is shorter than it was');
      done += read;
    }
    return buffer;
  }

  close(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
    rmSync(this.#path, { force: true });
  }
}

/** A stream of the store. pdf-lib's own are copied byte by byte, and again for each print. */
export class KeptStream extends PDFStream {
  readonly #file: SpillFile;
  readonly #data: StreamData;

  constructor(dict: PDFDict, file: SpillFile, data: Uint8Array | KeptStream) {
    super(dict);
    this.#file = file;
    this.#data = data instanceof KeptStream ? data.#data : file.keep(data);
  }

  override clone(context?: PDFContext): KeptStream {
    return new KeptStream(this.dict.clone(context), this.#file, this);
  }

  override getContents(): Buffer {
    return this.#file.read(this.#data);
  }

  override getContentsSize(): number {
    return this.#data.length;
  }

  /** Its bytes in a file, piece by piece. */
  listParts(): readonly Uint8Array[] {
    this.updateDict();
    const head = Buffer.from(`${this.dict.toString()}\nstream\n`, 'latin1');
    return [head, this.getContents(), Buffer.from('\nendstream')];
  }
}
