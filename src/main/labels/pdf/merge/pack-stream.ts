import { deflateSync } from 'node:zlib';
import { decodeStream, readFilters } from '../syntax/filters.ts';
import {
  PdfDamage,
  PdfName,
  PdfRef,
  PdfStream,
  PdfTooLarge,
  isDict,
  type PdfObject,
} from '../syntax/objects.ts';

/** Less is not worth the filter entry. */
const minBytes = 128;
/** Packing this much takes a third of a second, too long for one picture. */
const maxBytes = 8 * 1024 * 1024;
/** Filters that only enlarge data. */
const plainFilters: ReadonlySet<string> = new Set(['ASCII85Decode', 'ASCIIHexDecode']);

/**
 * Returns the stream in fewer bytes, if that costs little; unchanged if it cannot be read or would
 * not shrink.
 */
export function packStream(
  stream: PdfStream,
  resolve: (value: PdfObject | undefined) => PdfObject,
): PdfStream {
  const parms = stream.dict.get('DecodeParms') ?? stream.dict.get('DP');
  // References there stay unchanged: they lead to other objects of the file.
  const { length } = stream.data;
  if (length < minBytes || length > maxBytes || hasRef(stream.dict.get('Filter')) || hasRef(parms))
    return stream;
  const filters = readFilters(stream.dict, resolve);
  let { data } = stream;
  let plain = 0;
  while (plainFilters.has(filters[plain]?.name ?? '')) plain += 1;
  const left = filters.slice(plain);
  if (plain > 0) {
    const names = filters.slice(0, plain).map(({ name }) => new PdfName(name));
    try {
      data = decodeStream(new PdfStream(new Map([['Filter', names]]), data), resolve);
    } catch (error) {
      if (error instanceof PdfDamage || error instanceof PdfTooLarge) return stream;
      throw error;
    }
  }
  if (left.length === 0) {
    data = deflateSync(data);
    left.push({ name: 'FlateDecode', parms: null });
  }
  if (data.length + minBytes / 4 > length) return stream;
  const dict = new Map(stream.dict);
  dict.delete('DP');
  dict.delete('DecodeParms');
  const [only] = left;
  const isOne = only !== undefined && left.length === 1;
  dict.set('Filter', isOne ? new PdfName(only.name) : left.map(({ name }) => new PdfName(name)));
  if (isOne && only.parms !== null) dict.set('DecodeParms', only.parms);
  else if (left.some((filter) => filter.parms !== null)) {
    dict.set(
      'DecodeParms',
      left.map((filter) => filter.parms),
    );
  }
  return new PdfStream(dict, data);
}

function hasRef(value: PdfObject | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasRef);
  return isDict(value) ? [...value.values()].some(hasRef) : value instanceof PdfRef;
}
