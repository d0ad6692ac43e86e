import { nameOf } from '../../../os/errors.ts';
import { PageDrawing, Undrawable } from '../../../drawing/drawing.ts';
import { startPdfium } from '../../../drawing/pdfium.ts';
import type { PrintRequest, WindowsReply, WindowsRequest } from '../types.ts';
import { DrawnDocument, TooLarge } from './drawn-document.ts';
import { answerLook } from './looking.ts';
import { WindowsError, type WindowsCalls } from './native.ts';
import { RawDocument, type Document } from './raw-document.ts';

const maxMemoryBytes = 256 * 1024 * 1024;
/** Pages are drawn in pieces: this only prevents drawing a page of absurd size for hours. */
const maxDots = 400_000_000;

/** Executes the print process's requests; one document at a time. */
export class Desk {
  readonly #native: WindowsCalls;
  #drawing: PageDrawing | null = null;
  #document: Document | null = null;

  constructor(native: WindowsCalls) {
    this.#native = native;
  }

  async answer(request: WindowsRequest): Promise<WindowsReply> {
    try {
      return await this.#answer(request);
    } catch (error) {
      if (error instanceof WindowsError)
        return { type: 'refused', call: error.call, code: error.code, text: error.text };
      const isTooLarge = error instanceof TooLarge;
      if (isTooLarge || error instanceof Undrawable)
        return { type: 'unprintable', reason: error.message, isTooLarge };
      if (error instanceof Error && 'syscall' in error)
        return { type: 'unprintable', reason: 'the file cannot be read', isTooLarge: false };
      return { type: 'bug', what: nameOf(error) };
    }
  }

  async #answer(request: WindowsRequest): Promise<WindowsReply> {
    switch (request.type) {
      case 'open':
        this.#document = await this.#open(request);
        return { type: 'opened', jobId: this.#document.jobId };
      case 'send': {
        if (this.#document === null) throw new Error('there is no document');
        const isWhole = this.#document.send();
        if (isWhole) this.#document = null;
        return { type: 'sent', isWhole };
      }
      case 'abort':
        this.#document?.abort();
        this.#document = null;
        return { type: 'done' };
      default:
        return answerLook(this.#native, request);
    }
  }

  async #open({
    printer,
    file,
  }: Extract<PrintRequest, { readonly type: 'open' }>): Promise<Document> {
    if (this.#document !== null) throw new Error('there is a document already');
    if (file.kind !== 'pdf') return new RawDocument(this.#native, printer, file);
    this.#drawing ??= new PageDrawing(await startPdfium(maxMemoryBytes), maxDots);
    return new DrawnDocument(this.#native, this.#drawing, printer, file);
  }
}
