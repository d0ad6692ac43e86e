/**
 * PDF objects as plain JavaScript values: numbers, booleans, null, arrays and maps are themselves;
 * the rest are the small classes below. Names, as dictionary keys and as values, hold their bytes
 * decoded as Latin-1.
 */
export type PdfObject =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfStream
  | PdfIndirect
  | PdfArray
  | PdfDict;
type PdfArray = PdfObject[];
export type PdfDict = Map<string, PdfObject>;

export class PdfName {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class PdfString {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export class PdfRef {
  readonly num: number;
  readonly gen: number;
  constructor(num: number, gen: number) {
    this.num = num;
    this.gen = gen;
  }
}

/** `data` is decrypted, its filters not yet applied. */
export class PdfStream {
  readonly dict: PdfDict;
  readonly data: Uint8Array;
  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

/** A made object that is written as an object of its own, so that equal ones are shared. */
export class PdfIndirect {
  readonly value: PdfObject;
  constructor(value: PdfObject) {
    this.value = value;
  }
}

/**
 * The file breaks its format. Becomes `label-corrupt`, after a second attempt without the file's
 * index.
 */
export class PdfDamage extends Error {}

/** The file is good, but has parts that PDFium must write anew before they are read here. */
export class PdfOdd extends Error {}

/** The file needs a password, or an undocumented decryption. */
export class PdfLocked extends Error {}

/** The file unpacks to more than a label can be. */
export class PdfTooLarge extends Error {}

/** A good file that lacks the requested part. */
export class PdfUnrenderable extends Error {}

export function isDict(value: PdfObject | undefined): value is PdfDict {
  return value instanceof Map;
}

export function readName(value: PdfObject | undefined): string | null {
  return value instanceof PdfName ? value.value : null;
}

/** Makes a dictionary; `undefined` entries are left out. */
export function makeDict(entries: Readonly<Record<string, PdfObject | undefined>>): PdfDict {
  const dict: PdfDict = new Map();
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) dict.set(key, value);
  return dict;
}
