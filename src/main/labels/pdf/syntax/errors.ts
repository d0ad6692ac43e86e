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
