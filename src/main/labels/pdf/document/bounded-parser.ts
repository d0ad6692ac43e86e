import {
  PDFArray,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFXRefStreamParser,
  type LoadOptions,
  type PDFObject,
} from 'pdf-lib';
import { decodeStream } from '../syntax/filters.ts';
import { PdfDamage, PdfRef, PdfStream, PdfTooLarge } from '../syntax/objects.ts';
import { convertObject } from './convert.ts';

/** A label of 5000 pages has a fifth of it. */
const maxObjects = 1_000_000;
/** Names and references are kept by pdf-lib as long as the process lives. The largest real labels have some thousands. */
const maxKept = 100_000;
/** Text that is read again and again, beyond what any file needs. */
const maxReadings = 3;
const spareBytes = 16 * 1024 * 1024;
/** Deeper than any real file, and far from the end of the stack. */
const maxDepth = 500;

/**
 * Has pdf-lib load a document by parsers that keep within what the file's own bytes can hold: pdf-lib believes what a
 * cross-reference or object stream says about itself. Throws `PdfTooLarge`, `PdfDamage` and pdf-lib's own errors. One
 * document at a time: pdf-lib makes its parsers by functions of its own, which are replaced for so long.
 */
export async function loadBounded(file: Uint8Array, options: LoadOptions): Promise<PDFDocument> {
  const budget = new ParseBudget(file.length);
  const { forBytesWithOptions } = PDFParser;
  const forObjectStream = PDFObjectStreamParser.forStream;
  const forIndexStream = PDFXRefStreamParser.forStream;
  PDFParser.forBytesWithOptions = (...given) => new BoundedParser(budget, given);
  PDFObjectStreamParser.forStream = (stream, shouldWait) =>
    new BoundedObjectStreamParser(budget, unpack(stream, budget), shouldWait);
  PDFXRefStreamParser.forStream = (stream) => forIndexStream(withoutEntries(stream, budget));
  try {
    return await PDFDocument.load(file, options).finally(() => budget.assertNotRefused());
  } finally {
    PDFParser.forBytesWithOptions = forBytesWithOptions;
    PDFObjectStreamParser.forStream = forObjectStream;
    PDFXRefStreamParser.forStream = forIndexStream;
  }
}

/** What the reading of one file may take. */
class ParseBudget {
  readonly #maxBytes: number;
  readonly #kept = new Set<PDFObject>();
  #refusal: PdfTooLarge | null = null;
  #bytes = 0;
  #objects = 0;
  #depth = 0;

  constructor(fileBytes: number) {
    this.#maxBytes = maxReadings * fileBytes + spareBytes;
  }

  /** Reads an object, and those in it by calls of this within this. */
  read<T>(place: { offset(): number }, read: () => T): T {
    this.assertNotRefused();
    this.assertCount((this.#objects += 1));
    if (this.#depth > maxDepth) throw new PdfDamage('nested without end');
    const from = place.offset();
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
      // What could not be read counts as well: it was looked at to its end.
      if (this.#depth === 0) this.#bytes += place.offset() - from;
      if (this.#bytes > this.#maxBytes) this.#refusal ??= new PdfTooLarge('read again and again');
    }
  }

  /** Counts what pdf-lib keeps of an object. */
  keep<T extends PDFObject>(object: T): T {
    if (object instanceof PDFNumber) return object;
    this.#kept.add(object);
    if (this.#kept.size > maxKept) this.refuse(new PdfTooLarge('too many names'));
    return object;
  }

  assertCount(objects: number): void {
    if (objects > maxObjects) this.refuse(new PdfTooLarge('too many objects'));
  }

  /** pdf-lib takes what it cannot read for damage, and goes on: a refusal is thrown again at each occasion. */
  refuse(refusal: PdfTooLarge): never {
    throw (this.#refusal ??= refusal);
  }

  assertNotRefused(): void {
    if (this.#refusal !== null) throw this.#refusal;
  }
}

class BoundedParser extends PDFParser {
  readonly #budget: ParseBudget;

  constructor(budget: ParseBudget, given: ConstructorParameters<typeof PDFParser>) {
    super(...given);
    this.#budget = budget;
  }

  override parseObject(ref?: PDFRef): PDFObject {
    return this.#budget.read(this.bytes, () => super.parseObject(ref));
  }

  protected override parseName(): PDFName {
    return this.#budget.keep(super.parseName());
  }

  protected override parseNumberOrRef(): PDFNumber | PDFRef {
    return this.#budget.keep(super.parseNumberOrRef());
  }
}

class BoundedObjectStreamParser extends PDFObjectStreamParser {
  readonly #budget: ParseBudget;

  constructor(budget: ParseBudget, stream: PDFRawStream, shouldWait?: () => boolean) {
    super(stream, shouldWait);
    this.#budget = budget;
    budget.assertCount(stream.dict.lookup(PDFName.of('N'), PDFNumber).asNumber());
  }

  override parseObject(ref?: PDFRef): PDFObject {
    return this.#budget.read(this.bytes, () => super.parseObject(ref));
  }

  protected override parseName(): PDFName {
    return this.#budget.keep(super.parseName());
  }

  protected override parseNumberOrRef(): PDFNumber | PDFRef {
    return this.#budget.keep(super.parseNumberOrRef());
  }
}

/** The stream with its filters undone here, within the limits for labels. */
function unpack(stream: PDFRawStream, budget: ParseBudget): PDFRawStream {
  const { context } = stream.dict;
  const packed = convertObject(stream, context.isDecrypted);
  if (!(packed instanceof PdfStream)) throw new PdfDamage('no stream');
  try {
    const data = decodeStream(packed, (value) => {
      if (!(value instanceof PdfRef)) return value ?? null;
      const found = context.lookup(PDFRef.of(value.num, value.gen));
      return found === undefined ? null : convertObject(found, context.isDecrypted);
    });
    const dict = stream.dict.clone();
    dict.delete(PDFName.of('Filter'));
    dict.delete(PDFName.of('DecodeParms'));
    return PDFRawStream.of(dict, data);
  } catch (error) {
    if (error instanceof PdfTooLarge) budget.refuse(error);
    throw error;
  }
}

/** pdf-lib finds objects by looking for them, and wants of an index only what a trailer says. */
function withoutEntries(stream: PDFRawStream, budget: ParseBudget): PDFRawStream {
  const { dict } = unpack(stream, budget);
  dict.set(PDFName.of('Index'), PDFArray.withContext(dict.context));
  return PDFRawStream.of(dict, new Uint8Array());
}
