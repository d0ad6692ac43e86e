import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { hash } from 'node:crypto';

/** The bytes of a stream until they are written: in memory, or in the spill file. */
type StreamData = Buffer | { readonly offset: number; readonly length: number };

/** An object with holes: the reference to object `targets[i]` belongs between `texts[i]` and `texts[i + 1]`. */
export interface Body {
  readonly texts: readonly string[];
  readonly targets: readonly number[];
}

/** A stream's data for the store; `digest` is null if it will not be needed. */
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

/** All labels' distinct objects, by digest, in order of arrival. Stream data beyond a limit go to a file. */
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

  /** Returns an empty store for temporary use, with the same limit. */
  another(name: string): ObjectStore {
    return new ObjectStore(`${this.spillPath}-${name}`, this.maxMemoryBytes);
  }

  digestOfData(data: Uint8Array): string {
    return this.digests.of(data);
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

  put(digest: string, body: Body, data: DigestedData | null): number {
    const id = this.reserve(digest);
    this.objects[id] ??= { body, data: data === null ? null : this.keep(data) };
    return id;
  }

  /** Puts an object without references and data. Equal ones, which some programs write by the hundred, share one. */
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
    for (let done = 0; done < data.length;)
      done += writeSync(this.spill, data, done, data.length - done, offset + done);
    this.spillBytes += data.length;
    return { offset, length: data.length };
  }
}

/** Longer ones, or more of them, are not worth the memory. */
const maxPlainLength = 256;
const maxPlain = 4096;

/** Smaller data are hashed faster than looked up. */
const minBytes = 4096;
const maxCandidates = 4;

/** Digests of stream data. Comparing fonts and logos with the stored copy costs a tenth of hashing them again. */
class StreamDigests {
  private readonly known = new Map<string, { readonly data: Buffer; readonly digest: string }[]>();

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
