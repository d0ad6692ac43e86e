import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PrintFile } from '../../types.ts';
import { WindowsError, type WindowsCalls } from './native.ts';
import { makeSpoolDocument, takesXps } from './structs.ts';

/**
 * A document on its way to the spooler. It is opened by its construction, and ends when it is
 * complete or aborted.
 */
export interface Document {
  readonly jobId: number;
  /** Sends the next piece; returns true if it was the last one, and the spooler has everything. */
  send(): boolean;
  abort(): void;
}

const pieceBytes = 256 * 1024;

/**
 * Asks the spooler to keep the finished job, so that its end is seen. It may refuse, and print it
 * all the same.
 */
export function retainJob(native: WindowsCalls, printer: number, jobId: number): void {
  const retain = 8;
  native.call('SetJobW', printer, jobId, 0, 0, retain);
}

/**
 * RAW through a driver that takes XPS is an empty spool file (Microsoft's article 2779300):
 * XPS_PASS is its RAW.
 */
function chooseDataType(native: WindowsCalls, printer: number): 'RAW' | 'XPS_PASS' {
  const { block } = native.readGrowing('GetPrinterDriverW', [printer, 0, 8]);
  return block !== null && takesXps(block) ? 'XPS_PASS' : 'RAW';
}

/** A document in a printer's language, which reaches the printer unchanged. */
export class RawDocument implements Document {
  readonly jobId: number;
  readonly #native: WindowsCalls;
  readonly #printer: number;
  readonly #file: number;
  readonly #bytes: number;
  readonly #piece = Buffer.alloc(pieceBytes);
  #position = 0;
  #copiesLeft: number;
  #hasBegun = false;

  constructor(native: WindowsCalls, printer: string, { path, title, copies = 1 }: PrintFile) {
    this.#native = native;
    this.#copiesLeft = copies;
    this.#file = openSync(path, 'r');
    try {
      this.#bytes = fstatSync(this.#file).size;
      this.#printer = native.openPrinter(printer);
      try {
        const dataType = chooseDataType(native, this.#printer);
        this.jobId = native.useBytes(
          (address) => makeSpoolDocument(address, title, dataType),
          (address) => native.demand('StartDocPrinterW', this.#printer, 1, address),
        );
      } catch (error) {
        native.call('ClosePrinter', this.#printer);
        throw error;
      }
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
    retainJob(native, this.#printer, this.jobId);
  }

  send(): boolean {
    if (!this.#hasBegun) this.#native.demand('StartPagePrinter', this.#printer);
    this.#hasBegun = true;
    const read = readSync(this.#file, this.#piece, 0, pieceBytes, this.#position);
    this.#write(this.#piece.subarray(0, read));
    this.#position += read;
    if (this.#position < this.#bytes && read > 0) return false;
    this.#position = 0;
    this.#copiesLeft -= 1;
    if (this.#copiesLeft > 0) return false;
    this.#native.demand('EndPagePrinter', this.#printer);
    this.#native.demand('EndDocPrinter', this.#printer);
    this.#close();
    return true;
  }

  abort(): void {
    this.#native.call('AbortPrinter', this.#printer);
    this.#close();
  }

  #write(bytes: Buffer): void {
    const written = Buffer.alloc(4);
    for (let done = 0; done < bytes.length; done += written.readUInt32LE(0)) {
      const rest = bytes.subarray(done);
      this.#native.demand('WritePrinter', this.#printer, rest, rest.length, written);
      if (written.readUInt32LE(0) === 0)
        throw new WindowsError('WritePrinter', { code: 0, text: 'nothing was taken' });
    }
  }

  #close(): void {
    closeSync(this.#file);
    this.#native.call('ClosePrinter', this.#printer);
  }
}
