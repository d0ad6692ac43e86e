import { PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import { readEntry, readName } from '../syntax/entries.ts';
import type { PdfDocument } from '../document/document.ts';

/**
 * Returns whether a layer is hidden by its document's default configuration. A print has only two
 * layers, a visible and a hidden one, and each layer of each label becomes one of them. So labels
 * with layers of the same name cannot disturb each other.
 */
export function readLayers(document: PdfDocument): (layer: PDFRef) => boolean {
  const properties = document.dictOf(readEntry(document.catalog, 'OCProperties'));
  const config = document.dictOf(readEntry(properties, 'D'));
  const list = (dict: PDFDict | null, key: string): ReadonlySet<PDFObject> =>
    new Set(document.arrayOf(readEntry(dict, key)) ?? []);
  const on = list(config, 'ON');
  const off = list(config, 'OFF');
  const known = list(properties, 'OCGs');
  const baseIsOff = document.nameOf(readEntry(config, 'BaseState')) === 'OFF';
  return (layer) => off.has(layer) || (baseIsOff && known.has(layer) && !on.has(layer));
}

export function isLayer(value: PDFObject | undefined): value is PDFDict {
  return value instanceof PDFDict && readName(readEntry(value, 'Type')) === 'OCG';
}
