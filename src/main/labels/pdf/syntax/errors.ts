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

/** Returns the fault kind of a deliberate error of the PDF reader, or null. */
export function toPdfFaultKind(
  error: unknown,
): 'label-corrupt' | 'label-encrypted' | 'label-too-large' | 'label-unrenderable' | null {
  if (error instanceof PdfDamage) return 'label-corrupt';
  if (error instanceof PdfLocked) return 'label-encrypted';
  if (error instanceof PdfTooLarge) return 'label-too-large';
  if (error instanceof PdfUnrenderable) return 'label-unrenderable';
  return null;
}
