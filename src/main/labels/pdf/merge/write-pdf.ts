import { deflateSync } from 'node:zlib';
import {
  PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFObjectCopier,
  PDFObjectStream,
  PDFRawStream,
  PDFStream,
  PDFString,
  PDFTrailer,
  type PDFObject,
  type PDFRef,
} from 'pdf-lib';
import type { Paper } from '#shared/domain/records.ts';
import { extend, made } from '../syntax/entries.ts';
import { listDeepestFirst } from './copier.ts';
import type { ObjectStore, StoredPage } from './object-store.ts';
import { KeptStream } from './spill-file.ts';

/** Receives the file's bytes from front to back. */
export interface PdfSink {
  write(bytes: Uint8Array | string): void;
}

/**
 * Writes pages as one PDF and returns its size. The bytes depend only on the pages and their order.
 */
export function writePdf(
  pages: readonly StoredPage[],
  store: ObjectStore,
  output: PdfSink,
): number {
  return writeDocument(copyPages(pages, store), output);
}

/** The same in memory, for PDFs that are read again here and not printed. */
export function joinPages(pages: readonly StoredPage[], store: ObjectStore): Buffer {
  const parts: Buffer[] = [];
  writePdf(pages, store, {
    write: (part) =>
      parts.push(typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)),
  });
  return Buffer.concat(parts);
}

/** Copies pages and all that they need, each object once, into a document of their own. */
function copyPages(pages: readonly StoredPage[], store: ObjectStore): PDFContext {
  const context = PDFContext.create();
  const copier = PDFObjectCopier.for(store.context, context);
  const copied = new Set<PDFRef>();
  const read = (ref: PDFRef) => store.context.lookup(ref) ?? PDFNull;
  const leaves = pages.map(({ leaf }) => {
    // pdf-lib's copier calls itself for each reference: what a page leads to is copied before it.
    for (const ref of listDeepestFirst(leaf, read, copied)) copier.copy(ref);
    return context.register(copier.copy(leaf));
  });
  const catalog = context.obj({ Type: 'Catalog', Pages: plantTree(context, leaves) });
  const layers = [store.seenLayer, store.hiddenLayer].filter((layer) => copied.has(layer));
  if (layers.length > 0) {
    const hidden = layers.filter((layer) => layer === store.hiddenLayer);
    const config = { BaseState: 'ON', OFF: hidden.map((layer) => copier.copy(layer)) };
    const all = layers.map((layer) => copier.copy(layer));
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: all, D: config }));
  }
  context.trailerInfo.Root = context.register(catalog);
  context.trailerInfo.Info = context.register(context.obj({ Producer: PDFString.of('Doca') }));
  return context;
}

/** Children per node of the page tree: readers find any page in a few steps. */
const fanOut = 32;

/** Makes a balanced page tree and returns its root. */
function plantTree(context: PDFContext, leaves: readonly PDFRef[]): PDFRef {
  let level = leaves.map((ref) => ({ ref, pages: 1 }));
  do {
    const above: typeof level = [];
    for (let first = 0; first < Math.max(1, level.length); first += fanOut) {
      const kids = level.slice(first, first + fanOut);
      const pages = kids.reduce((sum, kid) => sum + kid.pages, 0);
      const ref = context.nextRef();
      const Kids = kids.map((kid) => kid.ref);
      context.assign(ref, context.obj({ Type: 'Pages', Count: pages, Kids }));
      for (const kid of Kids) context.lookup(kid, PDFDict).set(PDFName.Parent, ref);
      above.push({ ref, pages });
    }
    level = above;
  } while (level.length > 1);
  const [root] = level;
  if (root === undefined) throw new Error('a tree without a root');
  return root.ref;
}

/** Objects in one pack: readers unpack all of them for one. */
const packSize = 100;
/** Bytes of an entry of the index: its kind, and two numbers. */
const entryBytes = 7;

/** Writes a document object by object, so that it is never in memory as a whole. */
function writeDocument(context: PDFContext, output: PdfSink): number {
  const all = context.enumerateIndirectObjects();
  const plain = all.filter(([, object]) => !(object instanceof PDFStream));
  const size = context.largestObjectNumber + Math.ceil(plain.length / packSize) + 2;
  const index = Buffer.alloc(size * entryBytes);
  const note = (ref: PDFRef, kind: number, place: number, rank: number): void => {
    const at = index.writeUInt8(kind, ref.objectNumber * entryBytes);
    index.writeUInt16BE(rank, index.writeUInt32BE(place, at));
  };
  let position = 0;
  const emit = (bytes: Uint8Array): void => {
    output.write(bytes);
    position += bytes.length;
  };
  const emitObject = (ref: PDFRef, object: PDFObject): void => {
    note(ref, 1, position, 0);
    emit(Buffer.from(`${ref.objectNumber} 0 obj\n`));
    if (object instanceof KeptStream) object.listParts().forEach(emit);
    else emit(toBytes(object));
    emit(Buffer.from('\nendobj\n'));
  };
  emit(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'));
  for (const [ref, object] of all) if (object instanceof PDFStream) emitObject(ref, object);
  for (let first = 0; first < plain.length; first += packSize) {
    const objects = plain.slice(first, first + packSize);
    const pack = context.nextRef();
    for (const [rank, [ref]] of objects.entries()) note(ref, 2, pack.objectNumber, rank);
    // pdf-lib packs in JavaScript, which takes ten times as long.
    emitObject(pack, deflate(PDFObjectStream.withContextAndObjects(context, objects, false)));
  }
  const { Root, Info } = context.trailerInfo;
  const entries = { Type: 'XRef', Size: size, W: [1, 4, 2], Root, Info };
  const start = position;
  const own = context.nextRef();
  note(own, 1, start, 0);
  emitObject(own, deflate(PDFRawStream.of(context.obj(entries), index)));
  emit(toBytes(PDFTrailer.forLastCrossRefSectionOffset(start)));
  emit(Buffer.from('\n'));
  return position;
}

function deflate(stream: PDFStream): PDFStream {
  const dict = extend(stream.dict, made.obj({ Filter: 'FlateDecode' }));
  return PDFRawStream.of(dict, deflateSync(stream.getContents()));
}

function toBytes(object: Pick<PDFObject, 'sizeInBytes' | 'copyBytesInto'>): Buffer {
  const bytes = Buffer.allocUnsafe(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}

const mmPerPoint = 25.4 / 72;
/** Invisible, and producers round to whole points. */
const toleranceMm = 0.5;

type Size = Pick<StoredPage, 'width' | 'height'>;

/** Returns the paper for every page if all have the same size; in tenths of a millimetre. */
export function findCommonPaper(pages: readonly StoredPage[]): { readonly paper?: Paper } {
  const [first] = pages;
  if (first === undefined) return {};
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) * mmPerPoint <= toleranceMm;
  if (
    !pages.every(({ width, height }) => isSame(width, first.width) && isSame(height, first.height))
  )
    return {};
  return { paper: measurePage(first) };
}

/** Returns the smallest paper on which each of these pages fits. */
export function findPaperForAll(pages: readonly Size[]): Paper {
  const longest = (side: keyof Size): number =>
    pages.reduce((most, page) => Math.max(most, page[side]), 0);
  return measurePage({ width: longest('width'), height: longest('height') });
}

function measurePage({ width, height }: Size): Paper {
  const tenths = (points: number): number => Math.round(points * mmPerPoint * 10) / 10;
  return { widthMm: tenths(width), heightMm: tenths(height) };
}
