import { decodeStream } from '../syntax/filters.ts';
import { ObjectReader } from '../syntax/object-reader.ts';
import { PdfDamage, PdfStream, isDict, type PdfDict, type PdfObject } from '../syntax/objects.ts';
import { readIndirectObject, type FileContext } from './indirect-object.ts';

/** The place of an object: an offset in the file, an object stream, or none any more. */
export type Place =
  | { readonly kind: 'file'; readonly at: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number }
  | { readonly kind: 'free' };

export interface FileIndex {
  readonly places: Map<number, Place>;
  /** The newest of each entry. */
  readonly trailer: PdfDict;
}

/**
 * The end of a file that names its index (ISO 32000-1, 7.5.5); real files have some junk after it.
 */
const tailBytes = 2048;
/** The range for a file's header (Adobe's implementation notes to 7.5.2). */
const headBytes = 1024;
/** Nested updates; each has its own index. */
const maxSections = 1000;

const free: Place = { kind: 'free' };

/**
 * Reads the index named at the file's end: tables, streams, both at once, and earlier versions
 * before them.
 */
export function readFileIndex(context: FileContext): FileIndex {
  const { file, budget } = context;
  const tail = Math.max(0, file.length - tailBytes);
  const word = file.subarray(tail).lastIndexOf('startxref');
  if (word < 0) throw new PdfDamage('the end is missing');
  const reader = new ObjectReader(file, tail + word, budget);
  reader.takeWord('startxref');
  const start = reader.takeInteger();
  if (start === null) throw new PdfDamage('the end does not say where the index starts');
  // An update that was cut off before its own index has newer content than the index.
  if (/\d\s+\d+\s+obj\b/.test(file.toString('latin1', reader.at)))
    throw new PdfDamage('objects behind the end');
  return new IndexReader(context).read(start);
}

/** Reads the sections of an index, the newest first: an older one does not change its entries. */
class IndexReader {
  readonly #context: FileContext;
  readonly #places = new Map<number, Place>();
  readonly #trailer: PdfDict = new Map();
  readonly #seen = new Set<number>();
  /** In a file with junk before its header, offsets count from the header. */
  #shift = 0;

  constructor(context: FileContext) {
    this.#context = context;
  }

  read(start: number): FileIndex {
    const header = this.#context.file.subarray(0, headBytes).indexOf('%PDF-');
    if (header > 0 && !this.#isSection(start) && this.#isSection(start + header))
      this.#shift = header;
    for (let next: number | null = start; next !== null;) {
      if (this.#seen.size > maxSections) throw new PdfDamage('an index of too many parts');
      // Some writers let the oldest part refer to itself.
      if (this.#seen.has(next)) break;
      this.#seen.add(next);
      const trailer = this.#readSection(next + this.#shift);
      for (const [key, value] of trailer)
        if (!this.#trailer.has(key)) this.#trailer.set(key, value);
      const previous = trailer.get('Prev');
      next = typeof previous === 'number' ? previous : null;
    }
    return { places: this.#places, trailer: this.#trailer };
  }

  #isSection(at: number): boolean {
    const reader = new ObjectReader(this.#context.file, at, this.#context.budget);
    return reader.takeWord('xref') || reader.takeHeader() !== null;
  }

  #readSection(at: number): PdfDict {
    const reader = new ObjectReader(this.#context.file, at, this.#context.budget);
    return reader.takeWord('xref') ? this.#readTable(reader) : this.#readStream(at);
  }

  #set(num: number, place: Place): void {
    this.#context.budget.countValue();
    if (!this.#places.has(num)) this.#places.set(num, place);
  }

  #readTable(reader: ObjectReader): PdfDict {
    const freed: number[] = [];
    while (!reader.takeWord('trailer')) {
      const first = reader.takeInteger();
      const count = first === null ? null : reader.takeInteger();
      if (first === null || count === null) throw new PdfDamage('a damaged index');
      for (let num = first; num < first + count; num += 1) {
        // An older writer's table may be shorter than stated.
        if (reader.takeWord('trailer')) return this.#readTrailer(reader, freed);
        const at = reader.takeInteger();
        const isUsed = at !== null && reader.takeInteger() !== null && reader.takeWord('n');
        if (at === null || (!isUsed && !reader.takeWord('f')))
          throw new PdfDamage('a damaged index');
        if (isUsed && at > 0) this.#set(num, { kind: 'file', at: at + this.#shift });
        else freed.push(num);
      }
    }
    return this.#readTrailer(reader, freed);
  }

  /**
   * `freed` are the table's deleted objects; a stream beside the table may overrule it (7.5.8.4).
   */
  #readTrailer(reader: ObjectReader, freed: readonly number[]): PdfDict {
    const trailer = reader.readValue();
    if (!isDict(trailer)) throw new PdfDamage('a damaged trailer');
    const beside = trailer.get('XRefStm');
    if (typeof beside === 'number') this.#readStream(beside + this.#shift);
    for (const num of freed) this.#set(num, free);
    return trailer;
  }

  #readStream(at: number): PdfDict {
    const stream = readIndirectObject(this.#context, at)?.value;
    if (!(stream instanceof PdfStream)) throw new PdfDamage('the index is not where it should be');
    this.#readEntries(stream);
    return stream.dict;
  }

  #readEntries({ dict, data: packed }: PdfStream): void {
    const widths = readNumbers(dict.get('W'));
    const [typeWidth = 0, firstWidth = 0, secondWidth = 0] = widths;
    const width = typeWidth + firstWidth + secondWidth;
    if (widths.length < 3 || !(width > 0) || widths.some((one) => one > 8))
      throw new PdfDamage('a damaged index');
    const bytes = decodeStream(new PdfStream(dict, packed), (value) => value ?? null);
    const size = dict.get('Size');
    const all = typeof size === 'number' ? [0, size] : [];
    const ranges = dict.has('Index') ? readNumbers(dict.get('Index')) : all;
    let at = 0;
    for (let range = 0; range + 1 < ranges.length; range += 2) {
      const [first = 0, count = 0] = ranges.slice(range, range + 2);
      for (
        let num = first;
        num < first + count && at + width <= bytes.length;
        num += 1, at += width
      ) {
        const type = typeWidth === 0 ? 1 : readUint(bytes, at, typeWidth);
        const one = readUint(bytes, at + typeWidth, firstWidth);
        const two = readUint(bytes, at + typeWidth + firstWidth, secondWidth);
        if (type === 1) this.#set(num, { kind: 'file', at: one + this.#shift });
        else if (type === 2) this.#set(num, { kind: 'packed', stream: one, index: two });
        else this.#set(num, free);
      }
    }
  }
}

function readNumbers(value: PdfObject | undefined): readonly number[] {
  const items = Array.isArray(value) ? value : [];
  if (!items.every((item) => typeof item === 'number' && Number.isInteger(item) && item >= 0))
    throw new PdfDamage('a damaged index');
  return items.filter((item) => typeof item === 'number');
}

function readUint(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = at; index < at + width; index += 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}
