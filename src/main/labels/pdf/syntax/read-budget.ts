import { PdfTooLarge } from './objects.ts';

/** A label of 5000 pages has a fifth of it. */
const maxValues = 1_000_000;
/** Bytes that are looked at again and again, beyond what any file needs. */
const maxReadings = 3;
const spareBytes = 16 * 1024 * 1024;

/** What the reading of one file may take: a small file can ask for more work and memory than any machine has. */
export class ReadBudget {
  readonly #maxBytes: number;
  #bytes = 0;
  #values = 0;

  constructor(fileBytes: number) {
    this.#maxBytes = maxReadings * fileBytes + spareBytes;
  }

  /** Numbers, names, arrays and all else that becomes a value in memory, entries of an index among them. */
  countValue(): void {
    this.#values += 1;
    if (this.#values > maxValues) throw new PdfTooLarge('too many objects');
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw new PdfTooLarge('read again and again');
  }
}
