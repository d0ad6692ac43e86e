import { createHash } from 'node:crypto';
import { EncryptedPDFError, PDFRef, ParseSpeeds, type PDFDocument, type PDFObject } from 'pdf-lib';
import { decodeStream } from '../syntax/filters.ts';
import { PdfDamage, PdfLocked, PdfRef, PdfTooLarge, isDict } from '../syntax/objects.ts';
import type { PdfDict, PdfObject, PdfStream } from '../syntax/objects.ts';
import { loadBounded } from './bounded-parser.ts';
import { convertObject } from './convert.ts';

/** Where the end of a whole file says where its index starts (ISO 32000-1, 7.5.5); real files have some junk after it. */
const tailBytes = 2048;

/**
 * A PDF file opened by pdf-lib, its objects as the plain values of `syntax/objects.ts`: they hold nothing of the
 * document they come from, so equal ones of different files can be told to be equal. Objects are converted when they
 * are asked for.
 */
export class PdfDocument {
  /** True where the file is damaged and was read for what is left of it: then a missing object is damage. */
  readonly rebuilt: boolean;
  private readonly file: Buffer;
  private readonly document: PDFDocument;
  private readonly objects = new Map<number, PdfObject>();

  private constructor(file: Buffer, document: PDFDocument, rebuilt: boolean) {
    this.file = file;
    this.document = document;
    this.rebuilt = rebuilt;
  }

  /** Opens a whole file, or, where `rebuild` is set, one whose end or some of whose objects are damaged. */
  static async open(file: Buffer, rebuild: boolean): Promise<PdfDocument> {
    if (!rebuild && file.subarray(-tailBytes).lastIndexOf('startxref') < 0) throw new PdfDamage('the end is missing');
    if (rebuild) assertLastObjectEnds(file);
    return new PdfDocument(file, await load(file, rebuild), rebuild);
  }

  get catalog(): PdfDict {
    const catalog = this.convert(this.document.catalog);
    if (!isDict(catalog)) throw new PdfDamage('no catalog');
    return catalog;
  }

  /** Tells this file from all others; for the rare objects that cannot be told apart by what they hold. */
  digest(): string {
    return createHash('sha256').update(this.file).digest('hex');
  }

  /** Has pdf-lib draw the form fields whose looks the file leaves to the viewer. */
  async drawFormFields(): Promise<void> {
    this.document.getForm().updateFieldAppearances();
    await this.document.flush();
    this.objects.clear();
  }

  /** Follows references to their end. What the file does not have is null, as the standard says. */
  readonly resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef; hops += 1) {
      if (hops > 32) throw new PdfDamage('references go round in a circle');
      current = this.object(current);
    }
    return current;
  };

  /** True where the file has an object of this number. */
  has(ref: PdfRef): boolean {
    return this.lookup(ref) !== undefined;
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

  private lookup({ num, gen }: PdfRef): PDFObject | undefined {
    // Files that were changed by other programs refer to an object under a generation it no longer has.
    return this.document.context.lookup(PDFRef.of(num, gen)) ?? this.document.context.lookup(PDFRef.of(num, 0));
  }

  private object(ref: PdfRef): PdfObject {
    const known = this.objects.get(ref.num);
    if (known !== undefined) return known;
    const found = this.lookup(ref);
    const value = found === undefined ? null : this.convert(found);
    this.objects.set(ref.num, value);
    return value;
  }

  private convert(object: PDFObject): PdfObject {
    return convertObject(object, this.document.context.isDecrypted);
  }
}

/**
 * A file that is cut off right after a stream's dictionary looks as if its last object were that dictionary, and the
 * picture or content would be missing without a word.
 */
function assertLastObjectEnds(file: Buffer): void {
  const end = file.lastIndexOf('endobj');
  const rest = file.subarray(end < 0 ? 0 : end).toString('latin1');
  if (/\d\s+\d+\s+obj\b/.test(rest)) throw new PdfDamage('cut off in the middle of an object');
}

async function load(file: Buffer, rebuild: boolean): Promise<PDFDocument> {
  const options = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest, throwOnInvalidObject: !rebuild };
  try {
    return await loadBounded(file, { ...options, password: '' });
  } catch (error) {
    if (error instanceof PdfTooLarge) throw error;
    const message = error instanceof Error ? error.message : '';
    // The words by which pdf-lib refuses a file that does not open with an empty password.
    if (error instanceof EncryptedPDFError || /password|encryption|crypt/i.test(message)) throw new PdfLocked();
    throw new PdfDamage(message === '' ? 'cannot be parsed' : 'cannot be parsed by pdf-lib');
  }
}
