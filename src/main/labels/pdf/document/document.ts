import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFNull,
  PDFNumber,
  PDFRef,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib';
import { readEntry, readName } from '../syntax/entries.ts';
import { PdfDamage } from '../syntax/errors.ts';
import { noteMended } from '../syntax/inflate.ts';
import { LabelParser } from './label-parser.ts';

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

  /** PDFium finds objects by the index, and leaves null in its copy for one that is elsewhere. */
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
