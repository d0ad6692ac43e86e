import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** The bytes of a stream until they are written: in memory, or in the spill file. */
type StreamData = Buffer | { readonly offset: number; readonly length: number };

/**
 * An object with holes: the reference to object `targets[i]` belongs between `texts[i]` and
 * `texts[i + 1]`.
 */
export interface Body {
  readonly texts: readonly string[];
  readonly targets: readonly number[];
}

/** An object's number and digest. */
export interface Stored {
  readonly id: number;
  readonly digest: string;
}

interface StoredObject {
  readonly body: Body;
  readonly data: StreamData | null;
}

/**
 * All labels' distinct objects, by digest, in order of arrival. Stream data beyond a limit go to a
 * file.
 */
export class ObjectStore {
  private readonly ids = new Map<string, number>();
  private readonly objects: (StoredObject | null)[] = [];
  private readonly spillPath: string;
  private readonly maxMemoryBytes: number;
  private memoryBytes = 0;
  private spill: number | null = null;
  private spillBytes = 0;

  constructor(spillPath: string, maxMemoryBytes: number) {
    this.spillPath = spillPath;
    this.maxMemoryBytes = maxMemoryBytes;
  }

  /** Returns an empty store for temporary use, with the same limit. */
  another(name: string): ObjectStore {
    return new ObjectStore(`${this.spillPath}-${name}`, this.maxMemoryBytes);
  }

  has(digest: string): boolean {
    return this.ids.has(digest);
  }

  /** Reserves a number for an object that is put later, for objects that refer to each other. */
  reserve(digest: string): number {
    const known = this.ids.get(digest);
    if (known !== undefined) return known;
    const id = this.objects.length;
    this.objects.push(null);
    this.ids.set(digest, id);
    return id;
  }

  put(digest: string, body: Body, data: Uint8Array | null): number {
    const id = this.reserve(digest);
    this.objects[id] ??= { body, data: data === null ? null : this.keep(data) };
    return id;
  }

  get(id: number): StoredObject {
    const object = this.objects[id];
    if (object === undefined || object === null) throw new Error(`object ${id} was never stored`);
    return object;
  }

  data(data: StreamData): Buffer {
    if (Buffer.isBuffer(data)) return data;
    const buffer = Buffer.allocUnsafe(data.length);
    for (let done = 0; done < data.length;) {
      const read =
        this.spill === null
          ? 0
          : readSync(this.spill, buffer, done, data.length - done, data.offset + done);
      if (read === 0) throw new Error('the spill file is shorter than it was');
      done += read;
    }
    return buffer;
  }

  close(): void {
    if (this.spill === null) return;
    closeSync(this.spill);
    this.spill = null;
    rmSync(this.spillPath, { force: true });
  }

  private keep(data: Uint8Array): StreamData {
    if (this.memoryBytes + data.length <= this.maxMemoryBytes) {
      this.memoryBytes += data.length;
      return Buffer.from(data);
    }
    this.spill ??= openSync(this.spillPath, 'wx+', 0o600);
    const offset = this.spillBytes;
    for (let done = 0; done < data.length;)
      done += writeSync(this.spill, data, done, data.length - done, offset + done);
    this.spillBytes += data.length;
    return { offset, length: data.length };
  }
}
