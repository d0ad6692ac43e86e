import { deflateSync } from 'node:zlib';
import { PDFName, PDFRawStream } from 'pdf-lib';
import { readFilters, undo, type Resolve } from '../syntax/decode.ts';
import { extend, made } from '../syntax/entries.ts';
import { packSoundly } from '../syntax/inflate.ts';

/** Saving less is not worth the filter entry. */
const minSavedBytes = 32;
/** Packing this much takes a third of a second, too long for one picture. */
const maxBytes = 8 * 1024 * 1024;
/** Filters that only enlarge data. */
const plainFilters: ReadonlySet<string> = new Set(['ASCII85Decode', 'ASCIIHexDecode']);

/**
 * Returns the stream in fewer bytes, if that costs little; unchanged if it would not shrink.
 * Compressed data are unpacked once, to verify that they are whole. Throws damage.
 */
export function packStream(stream: PDFRawStream, resolve: Resolve): PDFRawStream {
  const { dict, contents } = stream;
  const filters = [...readFilters(dict, resolve)];
  const isFlate = filters[0]?.name === 'FlateDecode';
  if (!isFlate && contents.length > maxBytes) return stream;
  let data: Uint8Array = contents;
  const start = [...filters, { name: '' }].findIndex(({ name }) => !plainFilters.has(name));
  for (const filter of filters.splice(0, start)) data = undo(filter, data, resolve);
  if (filters[0]?.name === 'FlateDecode') data = packSoundly(data);
  else if (filters.length === 0) {
    data = deflateSync(data);
    filters.push({ name: 'FlateDecode', parms: null });
  }
  const isShorter = data.length + minSavedBytes <= contents.length;
  if (data === contents || !(isFlate || isShorter)) return stream;
  const packed = extend(dict, made.obj({ Filter: filters.map(({ name }) => name) }));
  packed.delete(PDFName.of('DecodeParms'));
  const parms = filters.map((filter) => filter.parms);
  if (parms.some((own) => own !== null)) packed.set(PDFName.of('DecodeParms'), made.obj(parms));
  return PDFRawStream.of(packed, data);
}
