/** The file breaks its format. Becomes `label-corrupt`. */
export class PdfDamage extends Error {}

/** The file is good, but has parts that PDFium must write anew before they are read here. */
export class PdfOdd extends Error {}

/** The file needs a password, or an undocumented decryption. */
export class PdfLocked extends Error {}

/** The file unpacks to more than a label can be. */
export class PdfTooLarge extends Error {}

/** A good file that lacks the requested part. */
export class PdfUnrenderable extends Error {}

const kinds = [
  [PdfDamage, 'label-corrupt'],
  [PdfLocked, 'label-encrypted'],
  [PdfTooLarge, 'label-too-large'],
  [PdfUnrenderable, 'label-unrenderable'],
] as const;

/** Returns the fault kind of a deliberate error of the PDF reader, or null. */
export function toPdfFaultKind(error: unknown) {
  return kinds.find(([type]) => error instanceof type)?.[1] ?? null;
}
