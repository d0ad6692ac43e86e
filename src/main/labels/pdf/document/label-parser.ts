import type { PDFDict } from 'pdf-lib';
import {
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFObject,
  type PDFStream,
} from 'pdf-lib';
import { extend, made, makeStream, readEntry, readName } from '../syntax/entries.ts';
import { decodeStream } from '../syntax/decode.ts';
import { PdfDamage, PdfTooLarge } from '../syntax/errors.ts';
import { ReadBudget } from './read-budget.ts';

/** Real ones unpack to some hundred kilobytes, and each number in them becomes an object. */
const maxPackBytes = 8 * 1024 * 1024;

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

  constructor(file: Buffer) {
    super(file, Infinity, false);
    this.#file = file;
    this.#budget = new ReadBudget(file.length);
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
    return this.#isOdd || this.#hasLost;
  }

  /** True if some object could not be read: a missing one may be that. */
  get hasLost(): boolean {
    return this.#hasLost;
  }

  /** Throws `PdfTooLarge`, `PdfDamage`, and errors of pdf-lib. */
  async read(): Promise<PDFContext> {
    const { stackTraceLimit } = Error;
    // pdf-lib looks for objects by trying, and throws for each byte that begins none.
    Error.stackTraceLimit = 0;
    try {
      return await this.parseDocument();
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      this.#budget.assertKept();
    }
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const from = this.bytes.offset();
    const depth = this.#budget.enter();
    try {
      return super.parseObject(ref);
    } catch (error) {
      this.#hasLost = true;
      throw error;
    } finally {
      this.#budget.leave(depth === 1 ? this.bytes.offset() - from : 0);
    }
  }

  protected override parseName(): PDFName {
    return this.#budget.countName(super.parseName());
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
    const value = super.parseDictOrStream(ref);
    if (!(value instanceof PDFRawStream)) return value;
    const type = readName(value.dict.lookup(PDFName.Type));
    if (type === 'XRef') this.#readTrailer(value.dict);
    else if (type === 'ObjStm') this.#readPack(value);
    else return value;
    // Neither is needed any more, and pdf-lib would read both without limits.
    return makeStream(this.context.obj({}), new Uint8Array());
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
    return (
      from +
      to -
      (/\r?\n?$/.exec(part.toString('latin1', Math.max(0, to - 2), to))?.[0].length ?? 0)
    );
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

  #readPack({ dict, contents }: PDFRawStream): void {
    const lose = (error: unknown): void => {
      this.#hasLost = true;
      this.#budget.note(error);
    };
    try {
      const resolve = (value: PDFObject | undefined) => this.context.lookup(value);
      const data = decodeStream(makeStream(dict, contents), resolve);
      if (data.length > maxPackBytes) throw new PdfTooLarge('packed objects are too large');
      const plain = extend(dict, made.obj({}));
      plain.delete(PDFName.of('Filter'));
      // It never waits, and is done when it returns.
      void new PackParser(makeStream(plain, data), this.#budget).parseIntoContext().catch(lose);
    } catch (error) {
      lose(error);
    }
  }
}

/** Reads the objects of an object stream (ISO 32000-1, 7.5.7) within the limits of its file. */
class PackParser extends PDFObjectStreamParser {
  readonly #budget: ReadBudget;
  /** The depth of the objects themselves: the stream is read while it is a part of its file. */
  #ownDepth = 0;

  constructor(stream: PDFRawStream, budget: ReadBudget) {
    super(stream);
    this.#budget = budget;
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const from = this.bytes.offset();
    const depth = this.#budget.enter();
    this.#ownDepth ||= depth;
    try {
      return super.parseObject(ref);
    } finally {
      this.#budget.leave(depth === this.#ownDepth ? this.bytes.offset() - from : 0);
    }
  }

  protected override parseName(): PDFName {
    return this.#budget.countName(super.parseName());
  }

  protected override parseNumberOrRef(): PDFNumber | PDFRef {
    const value = super.parseNumberOrRef();
    return value instanceof PDFRef ? PDFRef.of(value.objectNumber) : value;
  }
}
