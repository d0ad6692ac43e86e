import {
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  PDFParser,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFDict,
  type PDFObject,
  type PDFStream,
} from 'pdf-lib';
import { readEntry, readName } from '../syntax/entries.ts';
import { decodeStream } from '../syntax/decode.ts';
import { PdfDamage, PdfTooLarge } from '../syntax/errors.ts';
import { ReadBudget } from './read-budget.ts';

/** Real ones unpack to some hundred kilobytes, and each number in them becomes an object. */
const maxPackBytes = 8 * 1024 * 1024;

const maxNumberLength = 256;

const endOfObject = /^\s*(?:\d+\s+\d+\s+obj|xref|trailer|startxref|$)/;

/**
 * pdf-lib's parser within limits. It finds the objects by reading the file from front to back, the
 * last of a number counts, and the file's index is not asked. Objects are known by their number
 * alone, as changed files refer to outdated generations.
 */
export class LabelParser extends PDFParser {
  readonly #file: Buffer;
  readonly #budget: ReadBudget;
  readonly #numbers = new Set<number>();
  #lengths: ReadonlyMap<number, number> | null = null;
  #isOdd = false;
  #hasLost = false;
  /** The depth of the objects themselves: packed ones are read as a part of their stream. */
  #ownDepth = 0;
  /** Objects, and words in the data of streams that look like the end of one. */
  #begun = 0;

  constructor(file: Buffer, budget = new ReadBudget(file.length)) {
    super(file, Infinity, false);
    this.#file = file;
    this.#budget = budget;
    const { context } = this;
    const assign = context.assign.bind(context);
    context.assign = ({ objectNumber }, object) => {
      if (object instanceof PDFInvalidObject) this.#hasLost = true;
      if (this.#numbers.has(objectNumber)) this.#isOdd = true;
      this.#numbers.add(objectNumber);
      assign(PDFRef.of(objectNumber), object);
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

  /** Throws `PdfTooLarge`, `PdfDamage`, and errors of pdf-lib. */
  async read(): Promise<PDFContext> {
    const { stackTraceLimit } = Error;
    const { warn } = console;
    // pdf-lib looks for objects by trying, and throws for each byte that begins none.
    Error.stackTraceLimit = 0;
    // It warns of each number that is too large, of a million too.
    // oxlint-disable-next-line no-console
    console.warn = () => undefined;
    try {
      const context = await this.parseDocument();
      // The beginning of an object may be damaged: pdf-lib passes over it, to the next one.
      this.#hasLost ||= countEnds(this.#file) > this.#begun;
      return context;
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      // oxlint-disable-next-line no-console
      console.warn = warn;
      this.#budget.assertKept();
    }
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const from = this.bytes.offset();
    const depth = this.#budget.enter();
    this.#ownDepth ||= depth;
    if (ref !== undefined && depth === this.#ownDepth) this.#begun += 1;
    try {
      return super.parseObject(ref);
    } catch (error) {
      this.#hasLost = true;
      // pdf-lib reads on to the end of the object, and an object without end is all of the file.
      const end = depth === this.#ownDepth ? this.#file.indexOf('endobj', from) : from;
      this.#budget.countBytes((end < 0 ? this.#file.length : end) - from);
      throw error;
    } finally {
      this.#budget.leave(depth === this.#ownDepth ? this.bytes.offset() - from : 0);
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
    const name = super.parseName();
    const raw = this.#file.toString('latin1', from, this.bytes.offset());
    const once = raw.replaceAll(/#[\da-f]{2}/gi, (escape) => escape.toUpperCase());
    return this.#budget.countName(raw.includes('#23') ? PDFName.of(once) : name);
  }

  /**
   * As viewers read malformed numbers: `--5` is -5, `1.2.3` is 1.2, and a lone sign or point is 0.
   */
  protected override parseRawNumber(): number {
    const from = this.bytes.offset();
    try {
      const value = super.parseRawNumber();
      if (!/[-+.eE]/.test(String.fromCharCode(this.bytes.peek()))) return value;
    } catch {
      // It is read below.
    }
    const text = this.#file.toString('latin1', from, from + maxNumberLength);
    const word = /^[-+.\d]+(?:e[-+]?\d+)?/i.exec(text)?.[0] ?? '';
    const value = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
    this.#isOdd = true;
    this.bytes.moveTo(from + word.length);
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
    const value = length instanceof PDFRef ? this.#findNumber(length) : undefined;
    if (value !== undefined) dict.set(PDFName.Length, PDFNumber.of(value));
    return dict;
  }

  protected override parseDictOrStream(ref?: PDFRef): PDFDict | PDFStream {
    const from = this.bytes.offset();
    const value = super.parseDictOrStream(ref);
    if (!(value instanceof PDFRawStream)) return value;
    const ends = countEnds(this.#file.subarray(from, this.bytes.offset()));
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
    const endOfAll = this.#findObjectEnd(from);
    const part = this.#file.subarray(from, endOfAll ?? this.#file.length);
    this.#budget.countBytes(2 * part.length);
    let first = -1;
    for (
      let word = part.indexOf('endstream');
      word >= 0;
      word = part.indexOf('endstream', word + 9)
    ) {
      if (first < 0) first = word;
      if (!/^\s*endobj/.test(this.#file.toString('latin1', from + word + 9, from + word + 64)))
        continue;
      first = word;
      break;
    }
    if (first < 0 && endOfAll === null) throw new PdfDamage('a stream without end');
    const to = first < 0 ? part.length : first;
    this.bytes.moveTo(from + to + (first < 0 ? 0 : 9));
    // A byte too many does no harm, and a return before it may be the data's.
    return from + to - (part[to - 1] === 10 ? 1 : 0);
  }

  /** Finds the `endobj` before another object, the index, or the file's end. */
  #findObjectEnd(from: number): number | null {
    const file = this.#file;
    for (
      let word = file.indexOf('endobj', from);
      word >= 0;
      word = file.indexOf('endobj', word + 6)
    )
      if (endOfObject.test(file.toString('latin1', word + 6, word + 64))) return word;
    return null;
  }

  #findNumber(ref: PDFRef): number | undefined {
    const known = this.context.lookup(ref);
    if (known instanceof PDFNumber) return known.asNumber();
    if (this.#lengths === null) {
      const all = /\b(\d{1,10})\s\d{1,5}\sobj\s+(\d{1,10})\s+endobj/g;
      const found = this.#file.toString('latin1').matchAll(all);
      this.#lengths = new Map([...found].map(([, num, value]) => [Number(num), Number(value)]));
    }
    return this.#lengths.get(ref.objectNumber);
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
      const count = this.#readNumber(stream.dict, 'N');
      const first = this.#readNumber(stream.dict, 'First');
      new LabelParser(Buffer.from(data), this.#budget).#takePacked(count, first, this.context);
    } catch (error) {
      this.#hasLost = true;
      this.#budget.note(error);
    }
  }

  #readNumber(dict: PDFDict, key: string): number {
    return dict.lookup(PDFName.of(key), PDFNumber).asNumber();
  }

  #takePacked(count: number, first: number, context: PDFContext): void {
    const places: { readonly ref: PDFRef; readonly at: number }[] = [];
    while (places.length < count) {
      this.skipWhitespaceAndComments();
      const ref = PDFRef.of(this.parseRawInt());
      this.skipWhitespaceAndComments();
      places.push({ ref, at: first + this.parseRawInt() });
    }
    for (const { ref, at } of places) {
      this.bytes.moveTo(at);
      context.assign(ref, this.parseObject(ref));
    }
  }
}

function countEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf('endobj'); at >= 0; count += 1) at = bytes.indexOf('endobj', at + 6);
  return count;
}
