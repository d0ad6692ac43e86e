import { PdfTooLarge } from './objects.ts';

/** Five times a label of 5000 pages. */
const maxValues = 1_000_000;
/** How often bytes may be read again, beyond any file's need. */
const maxReadings = 3;
const spareBytes = 16 * 1024 * 1024;

/**
 * The limits for reading one file: a small file can demand more work and memory than any machine
 * has.
 */
export class ReadBudget {
  readonly #maxBytes: number;
  #bytes = 0;
  #values = 0;

  constructor(fileBytes: number) {
    this.#maxBytes = maxReadings * fileBytes + spareBytes;
  }

  /** Numbers, names, arrays and every other value in memory, entries of an index among them. */
  countValue(): void {
    this.#values += 1;
    if (this.#values > maxValues) throw new PdfTooLarge('too many objects');
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw new PdfTooLarge('read again and again');
  }
}
