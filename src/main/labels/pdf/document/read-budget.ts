import type { PDFName } from 'pdf-lib';
import { PdfTooLarge } from '../syntax/errors.ts';

/** Five times a label of 5000 pages. */
const maxValues = 1_000_000;
/** pdf-lib keeps each for as long as the process lives. */
const maxNames = 50_000;
/** How often bytes may be read again, beyond any file's need. */
const maxReadings = 3;
const spareBytes = 16 * 1024 * 1024;

/**
 * The limits for reading one file: a small file can demand more work and memory than any machine
 * has. pdf-lib takes an error for a damaged object and goes on; therefore the first that says that
 * a limit was passed is kept, and nothing more is read.
 */
export class ReadBudget {
  readonly #maxBytes: number;
  readonly #names = new Set<PDFName>();
  #bytes = 0;
  #values = 0;
  #passed: PdfTooLarge | null = null;

  constructor(fileBytes: number) {
    this.#maxBytes = maxReadings * fileBytes + spareBytes;
  }

  /** Throws if a limit was passed. */
  assertKept(): void {
    if (this.#passed !== null) throw this.#passed;
  }

  /** Keeps an error that says that a limit was passed. */
  note(error: unknown): void {
    if (error instanceof PdfTooLarge) this.#passed ??= error;
  }

  /** Call it before each value is read. */
  countValue(): void {
    this.assertKept();
    this.#values += 1;
    if (this.#values > maxValues) this.#pass('too many objects');
  }

  countName(name: PDFName): void {
    this.countValue();
    this.#names.add(name);
    if (this.#names.size > maxNames) this.#pass('too many names');
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#pass('read again and again');
  }

  #pass(limit: string): void {
    this.note(new PdfTooLarge(limit));
    this.assertKept();
  }
}
