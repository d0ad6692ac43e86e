import {
  PdfIndirect,
  PdfName,
  PdfRef,
  PdfString,
  makeDict,
  readName,
  type PdfDict,
  type PdfObject,
} from '../syntax/objects.ts';
import { serialise } from '../syntax/serialise.ts';
import type { PdfDocument } from '../document/document.ts';

function makeLayer(name: string): PdfIndirect {
  return new PdfIndirect(
    makeDict({ Type: new PdfName('OCG'), Name: new PdfString(Buffer.from(name)) }),
  );
}

/**
 * Layers: a print has only two, a visible and a hidden one, and each layer of each label becomes
 * one of them by its document's default configuration. So labels with layers of the same name
 * cannot disturb each other.
 */
export const seenLayer = makeLayer('Visible');
const hiddenLayer = makeLayer('Hidden');

/** The serialised hidden and visible layers, by which the writer recognises them. */
export const layerTexts = { seen: writeLayer(seenLayer), hidden: writeLayer(hiddenLayer) } as const;

function writeLayer(made: PdfIndirect): string {
  return serialise(made.value, () => '');
}

/** Returns the layer that replaces a document's own. */
export type LayerOf = (ref: PdfRef) => PdfIndirect;

export function readLayers(document: PdfDocument): LayerOf {
  const properties = document.dictOf(document.catalog.get('OCProperties'));
  const config = document.dictOf(properties?.get('D'));
  const numbers = (value: PdfObject | undefined): number[] =>
    (document.arrayOf(value) ?? []).filter((item) => item instanceof PdfRef).map((ref) => ref.num);
  const on = new Set(numbers(config?.get('ON')));
  const off = new Set(numbers(config?.get('OFF')));
  const known = new Set(numbers(properties?.get('OCGs')));
  const baseIsOff = readName(document.resolve(config?.get('BaseState'))) === 'OFF';
  return ({ num }) => {
    const hidden = off.has(num) || (baseIsOff && known.has(num) && !on.has(num));
    return hidden ? hiddenLayer : seenLayer;
  };
}

export function isLayer(value: PdfObject): value is PdfDict {
  return value instanceof Map && readName(value.get('Type')) === 'OCG';
}
