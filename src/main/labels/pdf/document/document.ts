import { createHash } from 'node:crypto';
import { PdfDamage, PdfRef, PdfStream, PdfString, isDict } from '../syntax/objects.ts';
import type { PdfDict, PdfObject } from '../syntax/objects.ts';
import { PdfParser } from '../syntax/parser.ts';
import { decodeStream } from '../syntax/filters.ts';
import { openEncryption } from './crypt.ts';
import type { Decryption } from './crypt.ts';
import { readIndirect } from './indirect.ts';
import { rebuildIndex } from './rebuild.ts';
import { readIndex } from './xref.ts';
import type { Index } from './xref.ts';

interface ObjectStream {
  readonly bytes: Buffer;
  /** Object number and offset of each object in it. */
  readonly entries: readonly (readonly [number, number])[];
}

/**
 * A PDF file opened for reading. Objects are read when they are asked for, so that of a large file only what the
 * chosen pages need is ever parsed. All data are views of the given bytes, which must not change meanwhile.
 */
export class PdfDocument {
  /** True where the file's own index was unusable and its objects were searched for instead. */
  readonly rebuilt: boolean;
  private readonly bytes: Buffer;
  private readonly index: Index;
  private readonly decryption: Decryption | null;
  private readonly objects = new Map<number, PdfObject>();
  private readonly objectStreams = new Map<number, ObjectStream>();
  private readonly reading = new Set<number>();

  private constructor(bytes: Buffer, rebuild: boolean) {
    this.bytes = bytes;
    this.rebuilt = rebuild;
    if (!rebuild) {
      this.index = readIndex(bytes);
      this.decryption = this.openEncryption();
      return;
    }
    const index = rebuildIndex(bytes);
    this.index = index;
    this.decryption = this.openEncryption();
    const direct = new Set(index.places.keys());
    for (const stream of index.objectStreams) {
      this.objectStream(stream).entries.forEach(([num], position) => {
        if (!direct.has(num)) index.places.set(num, { type: 'in', stream, index: position });
      });
    }
    if (!index.trailer.has('Root')) this.findCatalog();
  }

  /** Opens with the file's own index, or, where `rebuild` is set, by searching the file for its objects. */
  static open(file: Buffer, rebuild: boolean): PdfDocument {
    const header = file.indexOf('%PDF-');
    if (header < 0) throw new PdfDamage('no PDF header');
    return new PdfDocument(file.subarray(header), rebuild);
  }

  get catalog(): PdfDict {
    const catalog = this.resolve(this.index.trailer.get('Root'));
    if (!isDict(catalog)) throw new PdfDamage('no catalog');
    return catalog;
  }

  /** Tells this file from all others; for the rare objects that cannot be told apart by what they hold. */
  digest(): string {
    return createHash('sha256').update(this.bytes).digest('hex');
  }

  /** Follows references to their end. What the file does not have is null, as the standard says. */
  readonly resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef; hops += 1) {
      if (hops > 32) throw new PdfDamage('references go round in a circle');
      current = this.object(current.num);
    }
    return current;
  };

  /** True where the file has an object of this number. */
  has(ref: PdfRef): boolean {
    return this.index.places.has(ref.num);
  }

  dictOf(value: PdfObject | undefined): PdfDict | null {
    const resolved = this.resolve(value);
    return isDict(resolved) ? resolved : null;
  }

  arrayOf(value: PdfObject | undefined): readonly PdfObject[] | null {
    const resolved = this.resolve(value);
    return Array.isArray(resolved) ? resolved : null;
  }

  /** An array of exactly this many numbers. */
  numbersOf(value: PdfObject | undefined, count: number): readonly number[] | null {
    const items = this.arrayOf(value)?.map((item) => this.resolve(item));
    if (items?.length !== count) return null;
    const numbers = items.filter((item) => typeof item === 'number');
    return numbers.length === count ? numbers : null;
  }

  decode(stream: PdfStream): Uint8Array {
    return decodeStream(stream, this.resolve);
  }

  private object(num: number): PdfObject {
    const known = this.objects.get(num);
    if (known !== undefined) return known;
    const place = this.index.places.get(num);
    if (place === undefined) return null;
    if (this.reading.has(num)) throw new PdfDamage('an object needs itself to be read');
    this.reading.add(num);
    try {
      const value = place.type === 'at' ? this.readAt(num, place.offset) : this.readIn(num, place.stream, place.index);
      this.objects.set(num, value);
      return value;
    } finally {
      this.reading.delete(num);
    }
  }

  private readAt(num: number, offset: number): PdfObject {
    const read = readIndirect(this.bytes, offset, { resolve: this.resolve, decryption: this.decryption });
    if (read.num !== num) throw new PdfDamage(`object ${read.num} where ${num} should be`);
    return read.value;
  }

  private readIn(num: number, stream: number, index: number): PdfObject {
    const { bytes, entries } = this.objectStream(stream);
    const entry = entries[index]?.[0] === num ? entries[index] : entries.find(([candidate]) => candidate === num);
    if (entry === undefined) throw new PdfDamage(`object ${num} is not in its object stream`);
    return new PdfParser(bytes, entry[1]).object();
  }

  private objectStream(num: number): ObjectStream {
    const known = this.objectStreams.get(num);
    if (known !== undefined) return known;
    const place = this.index.places.get(num);
    const value = place?.type === 'at' ? this.object(num) : null;
    if (!(value instanceof PdfStream)) throw new PdfDamage('no object stream where it should be');
    const data = this.decode(value);
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
    const count = this.resolve(value.dict.get('N'));
    const first = this.resolve(value.dict.get('First'));
    if (typeof count !== 'number' || typeof first !== 'number') throw new PdfDamage('object stream unreadable');
    const parser = new PdfParser(bytes);
    const entries: [number, number][] = [];
    for (let index = 0; index < count; index += 1) {
      const inner = parser.integer();
      const offset = parser.integer();
      if (inner < 0 || offset < 0) throw new PdfDamage('object stream unreadable');
      entries.push([inner, first + offset]);
    }
    const stream = { bytes, entries };
    this.objectStreams.set(num, stream);
    return stream;
  }

  private openEncryption(): Decryption | null {
    const { trailer } = this.index;
    const encrypt = trailer.get('Encrypt');
    if (encrypt === undefined) return null;
    // The dictionary itself is not encrypted, so it is read before there is any decryption.
    const resolve = (value: PdfObject | undefined): PdfObject => {
      if (!(value instanceof PdfRef)) return value ?? null;
      const place = this.index.places.get(value.num);
      if (place?.type !== 'at') return null;
      return readIndirect(this.bytes, place.offset, { resolve, decryption: null }).value;
    };
    const dict = resolve(encrypt);
    if (!isDict(dict)) throw new PdfDamage('encryption dictionary missing');
    const ids = resolve(trailer.get('ID'));
    const id = Array.isArray(ids) ? resolve(ids[0]) : null;
    return openEncryption(dict, id instanceof PdfString ? id.bytes : new Uint8Array(0), resolve);
  }

  private findCatalog(): void {
    for (const num of this.index.places.keys()) {
      const ref = new PdfRef(num, 0);
      try {
        if (this.dictOf(ref)?.has('Pages') === true) this.index.trailer.set('Root', ref);
      } catch (error) {
        if (!(error instanceof PdfDamage)) throw error;
      }
    }
  }
}
