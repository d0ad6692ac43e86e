import { PdfUnrenderable } from '../pdf/syntax/objects.ts';

/** ZPL that a printer may print and that is not drawn here: never with a part missing. */
export class ZplUndrawable extends PdfUnrenderable {
  constructor(what: string) {
    super(`ZPL: ${what}`);
  }
}
