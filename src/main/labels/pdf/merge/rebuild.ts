import { PDFArray, PDFDict, PDFNull, type PDFContext, type PDFObject } from 'pdf-lib';

type CopyPart = (part: PDFObject) => PDFObject;

/** Returns a value that is no stream, with copies of its parts. */
export function rebuild(value: PDFObject, context: PDFContext, copyPart: CopyPart): PDFObject {
  if (value instanceof PDFDict) return rebuildDict(value, context, copyPart);
  return value instanceof PDFArray ? context.obj(value.asArray().map(copyPart)) : value;
}

/** Its entries in order of their names; those without a value, and the dropped ones, are left out. */
export function rebuildDict(
  dict: PDFDict,
  context: PDFContext,
  copyPart: CopyPart,
  dropped?: ReadonlySet<string>,
): PDFDict {
  const copies = dict
    .entries()
    .filter(([key]) => dropped?.has(key.asString()) !== true)
    .map(([key, value]) => [key, copyPart(value)] as const)
    .filter(([, value]) => value !== PDFNull)
    .sort(([a], [b]) => (a.asString() < b.asString() ? -1 : 1));
  return PDFDict.fromMapWithContext(new Map(copies), context);
}
