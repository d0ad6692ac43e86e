import { createHash } from 'node:crypto';
import { layerTexts } from '../page/optional-content.ts';
import type { StoredPage } from './graph.ts';
import type { Body, ObjectStore } from './object-store.ts';
import type { Paper } from '#shared/domain/records.ts';

/** Receives the file's bytes from front to back. */
export interface PdfSink {
  write(bytes: Uint8Array | string): void;
}

const catalogNumber = 1;
const infoNumber = 2;
const rootNumber = 3;
/** Children per node of the page tree: readers find any page in a few steps. */
const fanOut = 32;

/**
 * Writes pages as one PDF and returns its size. The bytes depend only on the pages and their order.
 */
export function writePdf(
  pages: readonly StoredPage[],
  store: ObjectStore,
  output: PdfSink,
): number {
  const numbers = new Map<number, number>();
  const tree = makePageTree(pages.length);
  const order = numberObjects(pages, store, numbers, tree.nextNumber);
  const offsets: number[] = [];
  let position = 0;
  const emit = (bytes: Uint8Array | string): void => {
    output.write(bytes);
    position += bytes.length;
  };
  const object = (number: number, text: string, data: Uint8Array | null = null): void => {
    offsets[number] = position;
    emit(`${number} 0 obj\n${text}\n`);
    if (data !== null) {
      emit('stream\n');
      emit(data);
      emit('\nendstream\n');
    }
    emit('endobj\n');
  };

  emit('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  const layers =
    order.layers.length > 0 ? `/OCProperties ${makeLayerProperties(order.layers)}` : '';
  object(catalogNumber, `<</Type/Catalog/Pages ${rootNumber} 0 R${layers}>>`);
  object(infoNumber, '<</Producer(Doca)>>');
  for (const node of tree.nodes) {
    const kids = node.kids.map((kid) => `${kid} 0 R`).join(' ');
    const parent = node.parent === 0 ? '' : `/Parent ${node.parent} 0 R`;
    object(node.number, `<</Type/Pages${parent}/Count ${node.pages}/Kids[${kids}]>>`);
  }
  pages.forEach(({ body }, index) => {
    const { number, parent } = tree.leaves[index] ?? { number: 0, parent: 0 };
    object(number, writeBody(body, numbers).replace('<<', `<</Type/Page/Parent ${parent} 0 R`));
  });
  for (const id of order.ids) {
    const { body, data } = store.get(id);
    const number = numbers.get(id) ?? 0;
    const text = writeBody(body, numbers);
    if (data === null) object(number, text);
    else object(number, text.replace('<<', `<</Length ${data.length} `), store.data(data));
  }

  const id = createHash('sha256');
  for (const { digest } of pages) id.update(digest);
  const hex = id.digest('hex').slice(0, 32);
  const start = position;
  emit(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
  for (let number = 1; number < offsets.length; number += 1)
    emit(`${String(offsets[number] ?? 0).padStart(10, '0')} 00000 n \n`);
  const trailer = `/Size ${offsets.length}/Root ${catalogNumber} 0 R/Info ${infoNumber} 0 R/ID[<${hex}><${hex}>]`;
  emit(`trailer\n<<${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return position;
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

function writeBody({ texts, targets }: Body, numbers: ReadonlyMap<number, number>): string {
  let text = texts[0] ?? '';
  targets.forEach((target, index) => {
    text += `${numbers.get(target) ?? 0} 0 R${texts[index + 1] ?? ''}`;
  });
  return text;
}

/**
 * A balanced page tree, its nodes and pages numbered from the root. `kids`: the nodes or pages
 * under a node.
 */
function makePageTree(count: number) {
  const nodes: { number: number; parent: number; kids: number[]; pages: number }[] = [];
  const leaves: { number: number; parent: number }[] = [];
  let next = rootNumber;
  let span = fanOut;
  while (span < count) span *= fanOut;
  const grow = (pages: number, width: number, parent: number): number => {
    const number = next;
    const kids: number[] = [];
    next += 1;
    nodes.push({ number, parent, kids, pages });
    for (let done = 0; done < pages; done += width) {
      const here = Math.min(width, pages - done);
      if (width > 1) kids.push(grow(here, width / fanOut, number));
      else {
        kids.push(next);
        leaves.push({ number: next, parent: number });
        next += 1;
      }
    }
    return number;
  };
  grow(count, span / fanOut, 0);
  return { nodes, leaves, nextNumber: next };
}

/** Numbers the objects that the pages need, depth first, at their first occurrence. */
function numberObjects(
  pages: readonly StoredPage[],
  store: ObjectStore,
  numbers: Map<number, number>,
  firstNumber: number,
): { readonly ids: readonly number[]; readonly layers: readonly Layer[] } {
  const ids: number[] = [];
  const layers: Layer[] = [];
  for (const { body } of pages) {
    const stack = body.targets.toReversed();
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (numbers.has(id)) continue;
      const number = firstNumber + ids.length;
      numbers.set(id, number);
      ids.push(id);
      const { body: inner } = store.get(id);
      const [text] = inner.texts;
      if (text === layerTexts.seen || text === layerTexts.hidden)
        layers.push({ number, hidden: text === layerTexts.hidden });
      for (const target of inner.targets.toReversed()) stack.push(target);
    }
  }
  return { ids, layers };
}

interface Layer {
  readonly number: number;
  readonly hidden: boolean;
}

function makeLayerProperties(layers: readonly Layer[]): string {
  const all = layers.map(({ number }) => `${number} 0 R`).join(' ');
  const off = layers.filter(({ hidden }) => hidden).map(({ number }) => `${number} 0 R`);
  return `<</OCGs[${all}]/D<</BaseState/ON/OFF[${off.join(' ')}]>>>>`;
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
