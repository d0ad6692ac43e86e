import { createHash } from 'node:crypto';
import { decodeStream } from '../syntax/filters.ts';
import { ObjectReader } from '../syntax/object-reader.ts';
import {
  PdfDamage,
  PdfOdd,
  PdfRef,
  PdfStream,
  PdfString,
  isDict,
  readName,
  type PdfDict,
  type PdfObject,
} from '../syntax/objects.ts';
import { ReadBudget } from '../syntax/read-budget.ts';
import { decodeText } from '../syntax/text.ts';
import { readFileIndex, type Place } from './file-index.ts';
import { readIndirectObject, type FileContext } from './indirect-object.ts';
import { scanFile, type ScannedIndex } from './rebuild-index.ts';

/** An object stream, unpacked (ISO 32000-1, 7.5.7). */
interface Pack {
  readonly data: Buffer;
  readonly objects: readonly { readonly num: number; readonly at: number }[];
}

/**
 * A file as it was sent, which may be damaged; or as PDFium wrote it anew: all of it, or a damaged
 * file's remains.
 */
export type Origin = 'sent' | 'damaged' | 'rewritten' | 'rewritten remains';

/**
 * A PDF file, its objects as the plain values of `syntax/objects.ts`: they hold nothing of their
 * document, so equal ones of different files can be recognised. An object is read on demand, at its
 * place in the file's index; a file whose index does not fit its content can be opened by searching
 * for its objects instead.
 */
export class PdfDocument {
  readonly #origin: Origin;
  readonly #file: Buffer;
  readonly #budget: ReadBudget;
  /** Empty while the index is read, which cannot refer to anything yet. */
  #places = new Map<number, Place>();
  readonly #trailer: PdfDict;
  readonly #objects = new Map<number, PdfObject>();
  readonly #packs = new Map<number, Pack>();
  /** Objects that are being read: an object that needs itself has no end. */
  readonly #open = new Set<number>();

  /** Throws `PdfOdd` if the file is encrypted, `PdfDamage` or `PdfTooLarge`. */
  constructor(file: Buffer, origin: Origin) {
    this.#file = file;
    this.#origin = origin;
    this.#budget = new ReadBudget(file.length);
    const scanned = origin === 'damaged' ? scanFile(this.#context) : null;
    const index = scanned ?? readFileIndex(this.#context);
    this.#places = index.places;
    this.#trailer = index.trailer;
    if (isDict(this.resolve(this.#trailer.get('Encrypt')))) throw new PdfOdd('it is encrypted');
    if (scanned !== null) this.#findPacked(scanned);
  }

  /** True if the file is damaged and its remains were read: then a missing object is damage. */
  get rebuilt(): boolean {
    return this.#origin === 'damaged' || this.#origin === 'rewritten remains';
  }

  /** True if PDFium made the appearances that its annotations lacked. */
  get isRewritten(): boolean {
    return this.#origin.startsWith('rewritten');
  }

  get catalog(): PdfDict {
    const root = this.resolve(this.#trailer.get('Root'));
    if (isCatalog(root)) return root;
    // The trailer may be broken; the file may have the catalog all the same.
    for (const num of this.rebuilt ? [...this.#places.keys()].reverse() : []) {
      const object = this.#readOrNull(num);
      if (isCatalog(object)) return object;
    }
    throw new PdfDamage('no catalog');
  }

  /** The program that made the file, by its own entry; null if that has no text. */
  get producer(): string | null {
    try {
      const producer = this.resolve(this.dictOf(this.#trailer.get('Info'))?.get('Producer'));
      return producer instanceof PdfString ? decodeText(producer.bytes) : null;
    } catch (error) {
      // It is not printed.
      if (error instanceof PdfDamage) return null;
      throw error;
    }
  }

  /**
   * Distinguishes this file from all others; for the rare objects that cannot be compared by
   * content.
   */
  digest(): string {
    return createHash('sha256').update(this.#file).digest('hex');
  }

  /** Follows references to their end. A missing object is null, as the standard says. */
  readonly resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef; hops += 1) {
      if (hops > 32) throw new PdfDamage('references go round in a circle');
      current = this.#read(current.num);
    }
    return current;
  };

  /** Returns true if the file has an object of this number. */
  has({ num }: PdfRef): boolean {
    const place = this.#places.get(num);
    return place !== undefined && place.kind !== 'free';
  }

  dictOf(value: PdfObject | undefined): PdfDict | null {
    const resolved = this.resolve(value);
    return isDict(resolved) ? resolved : null;
  }

  arrayOf(value: PdfObject | undefined): readonly PdfObject[] | null {
    const resolved = this.resolve(value);
    return Array.isArray(resolved) ? resolved : null;
  }

  /** Returns an array of exactly this many numbers. */
  numbersOf(value: PdfObject | undefined, count: number): readonly number[] | null {
    const items = this.arrayOf(value)?.map((item) => this.resolve(item));
    if (items?.length !== count) return null;
    const numbers = items.filter((item) => typeof item === 'number');
    return numbers.length === count ? numbers : null;
  }

  decode(stream: PdfStream): Uint8Array {
    return decodeStream(stream, this.resolve);
  }

  get #context(): FileContext {
    return { file: this.#file, budget: this.#budget, resolve: this.resolve };
  }

  /** Returns the object of this number, of any generation: changed files refer to outdated ones. */
  #read(num: number): PdfObject {
    const known = this.#objects.get(num);
    if (known !== undefined) return known;
    const place = this.#places.get(num);
    if (place === undefined || place.kind === 'free') return null;
    if (this.#open.has(num)) throw new PdfDamage('an object needs itself');
    this.#open.add(num);
    try {
      const value =
        place.kind === 'file' ? this.#readAt(num, place.at) : this.#readPacked(num, place);
      this.#objects.set(num, value);
      return value;
    } finally {
      this.#open.delete(num);
    }
  }

  #readOrNull(num: number): PdfObject {
    try {
      return this.#read(num);
    } catch (error) {
      if (error instanceof PdfDamage) return null;
      throw error;
    }
  }

  #readAt(num: number, at: number): PdfObject {
    const object = readIndirectObject(this.#context, at);
    if (object?.ref.num !== num) throw new PdfDamage(`object ${num} is not where the index says`);
    return object.value;
  }

  #readPacked(num: number, { stream, index }: Extract<Place, { kind: 'packed' }>): PdfObject {
    const { data, objects } = this.#openPack(stream);
    const listed =
      objects[index]?.num === num ? objects[index] : objects.find((object) => object.num === num);
    if (listed === undefined) throw new PdfDamage(`object ${num} is not in its stream`);
    return new ObjectReader(data, listed.at, this.#budget).readValue();
  }

  #openPack(num: number): Pack {
    const known = this.#packs.get(num);
    if (known !== undefined) return known;
    const place = this.#places.get(num);
    const stream = place?.kind === 'file' ? this.#read(num) : null;
    if (!(stream instanceof PdfStream)) throw new PdfDamage('an object stream is missing');
    const count = this.resolve(stream.dict.get('N'));
    const first = this.resolve(stream.dict.get('First'));
    if (typeof count !== 'number' || typeof first !== 'number')
      throw new PdfDamage('a damaged object stream');
    const unpacked = this.decode(stream);
    const data = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength);
    const reader = new ObjectReader(data, 0, this.#budget);
    const objects: { num: number; at: number }[] = [];
    while (objects.length < count && reader.at < first) {
      this.#budget.countValue();
      const inner = reader.takeInteger();
      const at = reader.takeInteger();
      if (inner === null || at === null) break;
      objects.push({ num: inner, at: first + at });
    }
    const pack = { data, objects };
    this.#packs.set(num, pack);
    return pack;
  }

  /** The last object of a number in the file counts, in an object stream or not. */
  #findPacked({ found }: ScannedIndex): void {
    if (!found.some(({ isPacked }) => isPacked)) return;
    for (const { num, at, isPacked } of found) {
      this.#places.set(num, { kind: 'file', at });
      if (!isPacked) continue;
      this.#objects.delete(num);
      this.#packs.delete(num);
      for (const [index, inner] of this.#listPack(num).entries())
        if (inner.num !== num) this.#places.set(inner.num, { kind: 'packed', stream: num, index });
    }
  }

  #listPack(num: number): Pack['objects'] {
    try {
      return this.#openPack(num).objects;
    } catch (error) {
      if (error instanceof PdfDamage) return [];
      throw error;
    }
  }
}

function isCatalog(value: PdfObject): value is PdfDict {
  return isDict(value) && (readName(value.get('Type')) === 'Catalog' || value.has('Pages'));
}
