import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFParser,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFObject,
  type PDFStream,
} from 'pdf-lib';
import { decodeStream } from '../syntax/decode.ts';
import { readEntry, readName } from '../syntax/entries.ts';
import { PdfDamage, PdfTooLarge } from '../syntax/errors.ts';
import { noteMended } from '../syntax/inflate.ts';
import { ReadBudget } from './read-budget.ts';

/** A dictionary that may be missing. */
type MaybeDict = PDFDict | null | undefined;

/** A PDF file as pdf-lib read it, its references followed to their ends. */
export class PdfDocument {
  /** True for a file as PDFium wrote it anew: with all appearances that annotations lacked. */
  readonly isRewritten: boolean;
  /** True if the file ends with its index, and each of its objects could be read. */
  readonly isComplete: boolean;
  /** True if the file is complete, and its index may name other objects than those that were read. */
  readonly mayBeMisread: boolean;
  /** True if no other reader can find other objects in the file. */
  readonly isCertain: boolean;
  readonly #context: PDFContext;
  readonly #isWhole: boolean;
  readonly #original: PdfDocument | null;
  /** True if a missing object is damage: it could not be read, or the file's end was lost. */
  readonly #mustHaveAll: boolean;

  private constructor(file: Buffer, parser: LabelParser, original: PdfDocument | null) {
    const isOnce = file.indexOf('startxref') === file.lastIndexOf('startxref');
    this.#context = parser.context;
    this.#isWhole = isWhole(file);
    this.#original = original;
    this.isRewritten = original !== null;
    this.isComplete = this.#isWhole && !parser.hasLost;
    this.mayBeMisread = this.isComplete && (parser.isOdd || !isOnce);
    this.isCertain = !this.isRewritten && this.isComplete && !this.mayBeMisread;
    this.#mustHaveAll = !this.isComplete || (original !== null && !original.#isWhole);
  }

  /**
   * Opens a file as it was sent, or as PDFium wrote another one anew. Throws `PdfDamage` or
   * `PdfTooLarge`.
   */
  static async open(file: Buffer, original: PdfDocument | null = null): Promise<PdfDocument> {
    if (!isWhole(file)) {
      noteMended();
      assertLastObjectEnds(file);
    }
    const parser = await new LabelParser(file).read().catch((error: unknown) => {
      if (!(error instanceof PdfDamage)) throw error;
      // Without its header and indexes, which may be damaged, it searches for the catalog.
      noteMended();
      return new LabelParser(repairFrame(file)).read();
    });
    return new PdfDocument(file, parser, original);
  }

  /** PDFium leaves the old index of an encrypted file among the objects of its copy. */
  get isLocked(): boolean {
    return !this.isRewritten && this.dictOf(this.#context.trailerInfo.Encrypt) !== null;
  }

  get catalog(): PDFDict {
    const root = this.dictOf(this.#context.trailerInfo.Root);
    if (isCatalog(root)) return root;
    // The trailer may be broken; the file may have the catalog all the same.
    for (const [, object] of this.#context.enumerateIndirectObjects().reverse())
      if (object instanceof PDFDict && isCatalog(object)) return object;
    throw new PdfDamage('no catalog');
  }

  /** Its form that can be filled in. */
  get form(): PDFDict | null {
    return this.dict(this.catalog, 'AcroForm');
  }

  /** Follows references to their end. A missing object is undefined, as null is. */
  readonly resolve = (value: PDFObject | undefined): PDFObject | undefined => {
    let current = value;
    for (let hops = 0; current instanceof PDFRef; hops += 1) {
      if (hops > 32) throw new PdfDamage('references go round in a circle');
      const found = this.#context.lookup(current);
      const isCopyLess = this.#original !== null && this.#original.#hasMore(current, found);
      const isLost = isCopyLess || (found === undefined && this.#mustHaveAll);
      if (isLost || found instanceof PDFInvalidObject)
        throw new PdfDamage(`object ${current.objectNumber} cannot be read`);
      current = found;
    }
    return current === PDFNull ? undefined : current;
  };

  /** PDFium finds objects by the index; its copy has null for one that is not where that says. */
  #hasMore(ref: PDFRef, copied: PDFObject | undefined): boolean {
    const isMissing = (value: PDFObject | undefined) => value === undefined || value === PDFNull;
    return isMissing(copied) && !isMissing(this.#context.lookup(ref));
  }

  dictOf(value: PDFObject | undefined): PDFDict | null {
    const resolved = this.resolve(value);
    return resolved instanceof PDFDict ? resolved : null;
  }

  /** Reads an entry of a dictionary; those below read one of their type. */
  get(from: MaybeDict, key: string): PDFObject | undefined {
    return this.resolve(readEntry(from, key));
  }

  dict(from: MaybeDict, key: string): PDFDict | null {
    return this.dictOf(readEntry(from, key));
  }

  array(from: MaybeDict, key: string): readonly PDFObject[] | null {
    const value = this.get(from, key);
    return value instanceof PDFArray ? value.asArray() : null;
  }

  name(from: MaybeDict, key: string): string | null {
    return readName(this.get(from, key));
  }

  number(from: MaybeDict, key: string): number | null {
    const value = this.get(from, key);
    return value instanceof PDFNumber ? value.asNumber() : null;
  }

  /** Reads an array of exactly this many numbers. */
  numbers(from: MaybeDict, key: string, count: number): readonly number[] | null {
    const items = this.array(from, key)?.map(this.resolve) ?? [];
    const numbers = items.flatMap((item) => (item instanceof PDFNumber ? item.asNumber() : []));
    return items.length === count && numbers.length === count ? numbers : null;
  }
}

function repairFrame(file: Buffer): Buffer {
  const text = file.toString('latin1');
  // The words may be in a text of the label too.
  const body = text.replaceAll(/^[ \t]*(?:trailer|startxref|xref)/gm, '%');
  return Buffer.from(`%PDF-1.7\n${body}`, 'latin1');
}

function isCatalog(value: PDFDict | null): value is PDFDict {
  return readEntry(value, 'Pages') !== undefined;
}

/**
 * The end of a file that names its index (ISO 32000-1, 7.5.5); real files have some junk after it.
 */
const tailBytes = 2048;
/** The range for a file's header (Adobe's implementation notes to 7.5.2). */
const headBytes = 1024;

const objectStart = /\d\s+\d+\s+obj\b/;

/** Returns true if the file ends with its index, and not with objects that are newer. */
function isWhole(file: Buffer): boolean {
  const tail = file.toString('latin1', Math.max(0, file.length - tailBytes));
  const end = tail.slice(tail.lastIndexOf('startxref'));
  const start = /^startxref\s+(\d{1,15})/.exec(end)?.[1];
  if (start === undefined || objectStart.test(end)) return false;
  // In a file with junk before its header, offsets count from the header.
  const header = Math.max(0, file.subarray(0, headBytes).indexOf('%PDF-'));
  const isIndex = (at: number): boolean =>
    // The second digit of an object's number begins another object's.
    /^\D(?:\s|%.*[\r\n])*(?:xref|\d+\s+\d+\s+obj)/.test(file.toString('latin1', at - 1, at + 256));
  return isIndex(Number(start)) || isIndex(Number(start) + header);
}

/**
 * A file cut off behind a stream's dictionary looks as if the dictionary were all: content would be
 * missing.
 */
function assertLastObjectEnds(file: Buffer): void {
  const rest = file.toString('latin1', Math.max(0, file.lastIndexOf('endobj')));
  if (objectStart.test(rest)) throw new PdfDamage('cut off in the middle of an object');
}

/** Real ones unpack to some hundred kilobytes, and each number in them becomes an object. */
const maxPackBytes = 8 * 1024 * 1024;

/** Deeper than any real file, and far from the end of the stack. */
const maxDepth = 500;

const numberWord = /[-+.\d]*(?:e[-+]?\d+)?/iy;

const anyObject = /\b0*([1-9]\d{0,9})\s+\d{1,5}\s+obj\b/g;

/** The word before another object, the index, or the file's end. */
const endOfObject = /endobj(?=\s*(?:\d+\s+\d+\s+obj|xref|trailer|startxref|$))/g;

/**
 * pdf-lib's parser within limits. It finds the objects by reading the file from front to back, the
 * last of a number counts, and the file's index is not asked. Objects are known by their number
 * alone, as changed files refer to outdated generations.
 */
class LabelParser extends PDFParser {
  declare readonly context: PDFContext;
  readonly #file: Buffer;
  readonly #text: string;
  readonly #budget: ReadBudget;
  #numbers: ReadonlyMap<number, PDFNumber> | null = null;
  #isOdd = false;
  #hasLost = false;
  #depth = 0;
  /** Objects, and words in the data of streams that look like the end of one. */
  #begun = 0;

  constructor(file: Buffer, budget = new ReadBudget(file.length)) {
    super(file, Infinity, false);
    this.#file = file;
    this.#text = file.toString('latin1');
    this.#budget = budget;
    const { context } = this;
    const assign = context.assign.bind(context);
    context.assign = ({ objectNumber }, object) => {
      if (object instanceof PDFInvalidObject) this.#hasLost = true;
      const ref = PDFRef.of(objectNumber);
      this.#isOdd ||= context.lookup(ref) !== undefined;
      // It would be removed again, with a warning.
      if (objectNumber > 0) assign(ref, object);
    };
  }

  /** True if another reader may find other objects: some are there twice, or end unexpectedly. */
  get isOdd(): boolean {
    return this.#isOdd;
  }

  /** True if some object could not be read: a missing one may be that. */
  get hasLost(): boolean {
    return this.#hasLost;
  }

  /** Throws `PdfTooLarge` or `PdfDamage`. */
  async read(): Promise<this> {
    const { stackTraceLimit } = Error;
    // pdf-lib looks for objects by trying, and throws for each byte that begins none.
    Error.stackTraceLimit = 0;
    try {
      await this.parseDocument();
      // The beginning of an object may be damaged: pdf-lib passes over it, to the next one.
      this.#hasLost ||= this.#countEnds(0) > this.#begun || (this.#isOdd && this.#isHiding());
      return this;
    } catch (error) {
      throw error instanceof PdfTooLarge ? error : new PdfDamage(`pdf-lib: ${String(error)}`);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      this.#budget.assertKept();
    }
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const from = this.bytes.offset();
    this.#budget.countValue();
    if (this.#depth >= maxDepth) throw new PdfDamage('nested without end');
    const isObject = ref !== undefined && this.#depth === 0;
    if (isObject) this.#begun += 1;
    this.#depth += 1;
    try {
      return super.parseObject(ref);
    } catch (error) {
      this.#hasLost = true;
      // pdf-lib reads on to the end of the object, and an object without end is all of the file.
      const end = isObject ? this.#text.indexOf('endobj', from) : from;
      this.#budget.countBytes((end < 0 ? this.#text.length : end) - from);
      throw error;
    } finally {
      this.#depth -= 1;
      if (isObject) this.#budget.countBytes(Math.max(0, this.bytes.offset() - from));
    }
  }

  /** Begins an object, also one whose end pdf-lib looks for as it could not be read. */
  protected override parseRawInt(): number {
    this.#budget.assertKept();
    return super.parseRawInt();
  }

  /** pdf-lib undoes escapes twice: of `#2342`, which is the name `#42`, it makes `B`. */
  protected override parseName(): PDFName {
    const from = this.bytes.offset() + 1;
    super.parseName();
    // A copy: pdf-lib keeps each name, and a part of the text would keep all of it.
    const raw = this.#file.toString('latin1', from, this.bytes.offset());
    const name = PDFName.of(raw.replaceAll(/#[\da-f]{2}/gi, (escape) => escape.toUpperCase()));
    this.#budget.countName(name);
    return name;
  }

  /**
   * As viewers read malformed numbers: `--5` is -5, `1.2.3` is 1.2, and a lone sign or point is 0.
   */
  protected override parseRawNumber(): number {
    const from = this.bytes.offset();
    numberWord.lastIndex = from;
    const [word = ''] = numberWord.exec(this.#text) ?? [];
    this.bytes.moveTo(from + word.length);
    this.#isOdd ||= Number.isNaN(Number(word)) || /e/i.test(word);
    const value = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
    return Number.isFinite(value) ? value : 0;
  }

  protected override parseNumberOrRef(): PDFNumber | PDFRef {
    const value = super.parseNumberOrRef();
    return value instanceof PDFRef ? PDFRef.of(value.objectNumber) : value;
  }

  /** The length of a stream may be an object of its own, behind it. */
  protected override parseDict(ref?: PDFRef): PDFDict {
    const dict = super.parseDict(ref);
    const length = readEntry(dict, 'Length');
    if (!(length instanceof PDFRef)) return dict;
    const value = this.context.lookup(length) ?? this.#findNumbers().get(length.objectNumber);
    if (value instanceof PDFNumber) dict.set(PDFName.Length, value);
    return dict;
  }

  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFStream {
    const from = this.bytes.offset();
    const value = super.parseDictOrStream(ref);
    if (!(value instanceof PDFRawStream)) return value;
    const ends = this.#countEnds(from, this.bytes.offset());
    this.#isOdd ||= ends > 0;
    this.#begun += ends;
    const type = readName(value.dict.lookup(PDFName.Type));
    if (type === 'XRef') this.#readTrailer(value.dict);
    else if (type === 'ObjStm') this.#readPack(value);
    else return value;
    // Neither is needed any more, and pdf-lib would read both without limits.
    return PDFRawStream.of(this.context.obj({}), new Uint8Array());
  }

  /**
   * Finds the end of a stream whose length is wrong: the first `endstream` before an `endobj`, as
   * data may contain the word; else the first of either.
   */
  protected override findEndOfStreamFallback(): number {
    this.#isOdd = true;
    const from = this.bytes.offset();
    endOfObject.lastIndex = from;
    const end = endOfObject.exec(this.#text)?.index;
    const part = this.#text.slice(from, end);
    this.#budget.countBytes(2 * part.length);
    const word = /endstream(?=\s*(?:endobj|$))/.exec(part) ?? /endstream/.exec(part);
    if (word === null && end === undefined) throw new PdfDamage('a stream without end');
    const to = word?.index ?? part.length;
    this.bytes.moveTo(from + to + (word?.[0].length ?? 0));
    // A byte too many does no harm, and a return before it may be the data's.
    return from + to - (part[to - 1] === '\n' ? 1 : 0);
  }

  /** Returns true if an object stands in the data of another one, and nowhere else. */
  #isHiding(): boolean {
    for (const [, number] of this.#text.matchAll(anyObject))
      if (this.context.lookup(PDFRef.of(Number(number))) === undefined) return true;
    return false;
  }

  #countEnds(from: number, to?: number): number {
    return this.#text.slice(from, to).split('endobj').length - 1;
  }

  #findNumbers() {
    const all = /\b(\d{1,10})\s\d{1,5}\sobj\s+(\d{1,10})\s+endobj/g;
    this.#numbers ??= new Map(
      Array.from(this.#text.matchAll(all), ([, num, value]) => {
        return [Number(num), PDFNumber.of(Number(value))];
      }),
    );
    return this.#numbers;
  }

  #readTrailer(dict: PDFDict): void {
    for (const key of ['Root', 'Info', 'Encrypt'] as const) {
      const value = readEntry(dict, key);
      if (value !== undefined) this.context.trailerInfo[key] = value;
    }
  }

  /** Reads the objects of an object stream (ISO 32000-1, 7.5.7). */
  #readPack(stream: PDFRawStream): void {
    try {
      const data = decodeStream(stream, (value) => this.context.lookup(value));
      if (data.length > maxPackBytes) throw new PdfTooLarge('packed objects are too large');
      const count = stream.dict.lookup(PDFName.of('N'), PDFNumber).asNumber();
      const first = stream.dict.lookup(PDFName.of('First'), PDFNumber).asNumber();
      new LabelParser(Buffer.from(data), this.#budget).#takePacked(count, first, this.context);
    } catch (error) {
      this.#hasLost = true;
      this.#budget.note(error);
    }
  }

  #takePacked(count: number, first: number, context: PDFContext): void {
    const places: { readonly ref: PDFRef; readonly at: number }[] = [];
    const readNext = () => {
      this.skipWhitespaceAndComments();
      return this.parseRawInt();
    };
    while (places.length < count)
      places.push({ ref: PDFRef.of(readNext()), at: first + readNext() });
    for (const { ref, at } of places) {
      this.bytes.moveTo(at);
      context.assign(ref, this.parseObject(ref));
    }
  }
}
