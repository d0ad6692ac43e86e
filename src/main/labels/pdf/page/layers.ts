import { PDFDict, type PDFObject, type PDFRef } from 'pdf-lib';
import { readEntry, readName } from '../syntax/entries.ts';
import type { PdfDocument } from '../document/document.ts';

/**
 * Returns whether a layer is hidden by its document's default configuration. A print has only two
 * layers, a visible and a hidden one, and each layer of each label becomes one of them. So labels
 * with layers of the same name cannot disturb each other.
 */
export function readLayers(document: PdfDocument): (layer: PDFRef) => boolean {
  const properties = document.dict(document.catalog, 'OCProperties');
  const config = document.dict(properties, 'D');
  const list = (dict: PDFDict | null, key: string) => document.array(dict, key) ?? [];
  const on = new Set(list(config, 'ON'));
  const off = new Set(list(config, 'OFF'));
  if (document.name(config, 'BaseState') === 'OFF')
    for (const layer of list(properties, 'OCGs')) if (!on.has(layer)) off.add(layer);
  return (layer) => off.has(layer);
}

export function isLayer(value: PDFObject | undefined): value is PDFDict {
  return value instanceof PDFDict && readName(readEntry(value, 'Type')) === 'OCG';
}
