import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { hash } from 'node:crypto';

/** Where the bytes of a stream are kept until they are written: in memory, or in the spill file. */
type StreamData = Buffer | { readonly offset: number; readonly length: number };

/** An object with holes: between `texts[i]` and `texts[i + 1]` belongs the reference to object `targets[i]`. */
export interface Body {
  readonly texts: readonly string[];
  readonly targets: readonly number[];
}

/** Data of a stream as they are to be kept; `digest` is null where nobody will ask for that of such data. */
export interface DigestedData {
  readonly bytes: Uint8Array;
  readonly digest: string | null;
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
 * All distinct objects of all labels, each once, known by its digest and numbered in the order of arrival. Stream data
 * stay in memory up to a bound; beyond it they go to a file, which `close` removes.
 */
export class ObjectStore {
  private readonly ids = new Map<string, number>();
  private readonly plain = new Map<string, Stored>();
  private readonly objects: (StoredObject | null)[] = [];
  private readonly spillPath: string;
  private readonly maxMemoryBytes: number;
  private readonly digests = new StreamDigests();
  private memoryBytes = 0;
  private spill: number | null = null;
  private spillBytes = 0;

  constructor(spillPath: string, maxMemoryBytes: number) {
    this.spillPath = spillPath;
    this.maxMemoryBytes = maxMemoryBytes;
  }

  /** An empty store for a passing need, with the same bound. */
  another(name: string): ObjectStore {
    return new ObjectStore(`${this.spillPath}-${name}`, this.maxMemoryBytes);
  }

  digestOfData(data: Uint8Array): string {
    return this.digests.of(data);
  }

  has(digest: string): boolean {
    return this.ids.has(digest);
  }

  /** A number for an object that will be put later: the way to store objects that refer to each other. */
  reserve(digest: string): number {
    const known = this.ids.get(digest);
    if (known !== undefined) return known;
    const id = this.objects.length;
    this.objects.push(null);
    this.ids.set(digest, id);
    return id;
  }

  put(digest: string, body: Body, data: DigestedData | null): number {
    const id = this.reserve(digest);
    this.objects[id] ??= { body, data: data === null ? null : this.keep(data) };
    return id;
  }

  /**
   * Puts an object that refers to no other and is no stream. Some programs write a small one for each rectangle, most of
   * them equal: those are known by their text.
   */
  putPlain(text: string): Stored {
    const known = this.plain.get(text);
    if (known !== undefined) return known;
    const digest = hash('sha256', text);
    const stored = { id: this.put(digest, { texts: [text], targets: [] }, null), digest };
    if (text.length <= maxPlainLength && this.plain.size < maxPlain) this.plain.set(text, stored);
    return stored;
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
      const read = this.spill === null ? 0 : readSync(this.spill, buffer, done, data.length - done, data.offset + done);
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

  private keep({ bytes: data, digest }: DigestedData): StreamData {
    if (this.memoryBytes + data.length <= this.maxMemoryBytes) {
      this.memoryBytes += data.length;
      const kept = Buffer.from(data);
      if (digest !== null) this.digests.remember(kept, digest);
      return kept;
    }
    this.spill ??= openSync(this.spillPath, 'wx+', 0o600);
    const offset = this.spillBytes;
    for (let done = 0; done < data.length;) {
      done += writeSync(this.spill, data, done, data.length - done, offset + done);
    }
    this.spillBytes += data.length;
    return { offset, length: data.length };
  }
}

/** Longer ones, and more of them, are not worth the memory. */
const maxPlainLength = 256;
const maxPlain = 4096;

/** Smaller data are hashed faster than looked up. */
const minBytes = 4096;
const maxCandidates = 4;

interface Known {
  readonly data: Buffer;
  readonly digest: string;
}

/**
 * Digests of stream data. The fonts and logos that come with every label are most of its bytes; comparing them with
 * the copy that is already here costs a tenth of hashing them again.
 */
class StreamDigests {
  private readonly known = new Map<string, Known[]>();

  of(data: Uint8Array): string {
    if (data.length >= minBytes) {
      const same = this.known.get(sampleData(data))?.find((candidate) => candidate.data.equals(data));
      if (same !== undefined) return same.digest;
    }
    return hash('sha256', data);
  }

  /** Remembers data that stay in memory anyway. */
  remember(data: Buffer, digest: string): void {
    if (data.length < minBytes) return;
    const key = sampleData(data);
    const candidates = this.known.get(key) ?? [];
    if (candidates.length < maxCandidates) candidates.push({ data, digest });
    this.known.set(key, candidates);
  }
}

/** Most different data differ in length, or in some bytes of the middle. */
function sampleData(data: Uint8Array): string {
  const middle = data.length >> 1;
  return `${data.length} ${Buffer.from(data.buffer, data.byteOffset + middle, 16).toString('latin1')}`;
}
