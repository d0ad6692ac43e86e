import { PdfUnrenderable } from '../pdf/syntax/errors.ts';

/** Printable ZPL that is not drawn here: a label is never drawn with a part missing. */
export class ZplUndrawable extends PdfUnrenderable {
  constructor(what: string) {
    super(`ZPL: ${what}`);
  }
}
