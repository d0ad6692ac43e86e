import { deflateSync } from 'node:zlib';
import {
  PDFContext,
  PDFName,
  PDFNull,
  PDFObjectStream,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFDict,
  type PDFObject,
} from 'pdf-lib';
import type { Paper } from '#shared/domain/records.ts';
import { extend, made } from '../syntax/entries.ts';
import type { Size } from '../page/geometry.ts';
import type { ObjectStore, StoredPage } from './object-store.ts';
import { rebuild, rebuildDict } from './rebuild.ts';
import { KeptStream } from './spill-file.ts';

/** Receives the file's bytes from front to back. */
export interface PdfSink {
  write(bytes: Uint8Array | string): void;
}

/**
 * Copies pages and all that they need, each object once, into a document of their own: pdf-lib's
 * copier calls itself for each reference, and a long circle of them would end the process.
 */
function copyPages(pages: readonly StoredPage[], store: ObjectStore) {
  const context = PDFContext.create();
  const copies = new Map<PDFRef, PDFRef>();
  const find = (ref: PDFRef): PDFRef => {
    const copy = copies.get(ref) ?? context.nextRef();
    copies.set(ref, copy);
    return copy;
  };
  const copy = (value: PDFObject): PDFObject => {
    if (value instanceof PDFRef) return find(value);
    if (!(value instanceof KeptStream)) return rebuild(value, context, copy);
    return value.withDict(rebuildDict(value.dict, context, copy));
  };
  const leaves = pages.map(({ leaf }) => rebuildDict(leaf, context, copy));
  const catalog = context.obj({ Type: 'Catalog', Pages: plantTree(context, leaves) });
  // It grows with each reference that a copy contains.
  for (const [ref, own] of copies) context.assign(own, copy(store.context.lookup(ref) ?? PDFNull));
  const { seenLayer, hiddenLayer } = store;
  const layers = [seenLayer, hiddenLayer].filter((layer) => copies.has(layer)).map(find);
  if (layers.length > 0) {
    const OFF = layers.filter((layer) => layer === copies.get(hiddenLayer));
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: layers, D: { OFF } }));
  }
  const Root = context.register(catalog);
  const Info = context.register(context.obj({ Producer: PDFString.of('Doca') }));
  return { context, Root, Info };
}

/** Pages in one node of the tree: readers find any page in a few steps. */
const fanOut = 64;

/** Makes the page tree and returns its root. */
function plantTree(context: PDFContext, leaves: readonly PDFDict[]): PDFRef {
  const root = context.nextRef();
  const nodes: PDFRef[] = [];
  for (let first = 0; first < leaves.length; first += fanOut) {
    const Parent = context.nextRef();
    const Kids = leaves.slice(first, first + fanOut).map((leaf) => {
      leaf.set(PDFName.Parent, Parent);
      return context.register(leaf);
    });
    context.assign(Parent, context.obj({ Type: 'Pages', Parent: root, Count: Kids.length, Kids }));
    nodes.push(Parent);
  }
  context.assign(root, context.obj({ Type: 'Pages', Count: leaves.length, Kids: nodes }));
  return root;
}

/** Objects in one pack: readers unpack all of them for one. */
const packSize = 100;
/** Bytes of an entry of the index: its kind, and two numbers. */
const entryBytes = 7;

/**
 * Writes pages as one PDF and returns its size. The bytes depend only on the pages and their order,
 * and the file is never in memory as a whole.
 */
export function writePdf(
  pages: readonly StoredPage[],
  store: ObjectStore,
  output: PdfSink,
): number {
  const { context, Root, Info } = copyPages(pages, store);
  const all = context.enumerateIndirectObjects();
  const plain = all.filter(([, object]) => !(object instanceof PDFStream));
  const size = context.largestObjectNumber + Math.ceil(plain.length / packSize) + 2;
  const index = Buffer.alloc(size * entryBytes);
  const note = (ref: PDFRef, kind: number, place: number, rank: number): void => {
    const at = index.writeUInt8(kind, ref.objectNumber * entryBytes);
    index.writeUInt16BE(rank, index.writeUInt32BE(place, at));
  };
  let position = 0;
  const emit = (part: Uint8Array | string): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    output.write(bytes);
    position += bytes.length;
  };
  const emitStream = (ref: PDFRef, stream: PDFStream): void => {
    note(ref, 1, position, 0);
    stream.updateDict();
    emit(`${ref.objectNumber} 0 obj\n${stream.dict.toString()}\nstream\n`);
    emit(stream.getContents());
    emit('\nendstream\nendobj\n');
  };
  emit('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  for (const [ref, object] of all) if (object instanceof PDFStream) emitStream(ref, object);
  for (let first = 0; first < plain.length; first += packSize) {
    const objects = plain.slice(first, first + packSize);
    const pack = context.nextRef();
    for (const [rank, [ref]] of objects.entries()) note(ref, 2, pack.objectNumber, rank);
    // pdf-lib packs in JavaScript, which takes ten times as long.
    emitStream(pack, deflate(PDFObjectStream.withContextAndObjects(context, objects, false)));
  }
  const entries = context.obj({ Type: 'XRef', Size: size, W: [1, 4, 2], Root, Info });
  const start = position;
  const own = context.nextRef();
  note(own, 1, start, 0);
  emitStream(own, deflate(PDFRawStream.of(entries, index)));
  emit(`startxref\n${start}\n%%EOF\n`);
  return position;
}

/** The same in memory, for PDFs that are looked at and not printed. */
export function joinPages(pages: readonly StoredPage[], store: ObjectStore): Buffer {
  const parts: Buffer[] = [];
  writePdf(pages, store, { write: (part) => parts.push(Buffer.from(part)) });
  return Buffer.concat(parts);
}

function deflate(stream: PDFStream): PDFStream {
  const dict = extend(stream.dict, made.obj({ Filter: 'FlateDecode' }));
  return PDFRawStream.of(dict, deflateSync(stream.getContents()));
}

const mmPerPoint = 25.4 / 72;
/** Invisible, and producers round to whole points. */
const toleranceMm = 0.5;

/** Returns the paper for every page if all have the same size; in tenths of a millimetre. */
export function findCommonPaper(pages: readonly Size[]): { readonly paper?: Paper } {
  const paper = findPaperForAll(pages);
  const isFull = (mm: number, points: number) => mm - points * mmPerPoint <= toleranceMm;
  const areSame = pages.every(
    ({ width, height }) => isFull(paper.widthMm, width) && isFull(paper.heightMm, height),
  );
  return pages.length > 0 && areSame ? { paper } : {};
}

/** Returns the smallest paper on which each of these pages fits. */
export function findPaperForAll(pages: readonly Size[]): Paper {
  const findMost = (side: keyof Size): number => {
    const most = pages.reduce((sum, page) => Math.max(sum, page[side]), 0);
    return Math.round(most * mmPerPoint * 10) / 10;
  };
  return { widthMm: findMost('width'), heightMm: findMost('height') };
}
