import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFObject,
} from 'pdf-lib';
import type { PdfDocument } from '../document/document.ts';
import { isLayer, readLayers } from '../page/layers.ts';
import type { PageDraft } from '../page/normalise.ts';
import { made, makeStream, readEntry, readName } from '../syntax/entries.ts';
import { PdfDamage } from '../syntax/errors.ts';
import type { ObjectStore, StoredPage } from './object-store.ts';

/**
 * Stream entries without effect that make equal ones differ or pull in half of the document, or
 * read other files.
 */
const droppedFromStreams: ReadonlySet<string> = new Set([
  ...['/Length', '/DL', '/F', '/FFilter', '/FDecodeParms'],
  ...['/Metadata', '/PieceInfo', '/LastModified', '/StructParent', '/StructParents', '/OPI'],
]);

/** Dictionaries that are always objects of their own. */
const ownTypes: ReadonlySet<string | null> = new Set(['Font', 'FontDescriptor']);

interface Frame {
  readonly ref: PDFRef;
  readonly value: PDFObject;
  readonly targets: readonly PDFRef[];
  next: number;
}

/**
 * Copies a document's objects into the store bottom-up, so that equal graphs meet, from any file.
 * Objects in a reference cycle cannot be compared; one of each cycle is known by its file and
 * number. Without a document it copies objects that were made here.
 */
export class Copier {
  readonly #store: ObjectStore;
  readonly #document: PdfDocument | null;
  readonly #isHidden: (layer: PDFRef) => boolean;
  /** What replaces a reference: another one, or a value that need not be an object of its own. */
  readonly #done = new Map<PDFRef, PDFObject>();
  readonly #open = new Set<PDFRef>();

  constructor(store: ObjectStore, document: PdfDocument | null) {
    this.#store = store;
    this.#document = document;
    this.#isHidden = document === null ? () => false : readLayers(document);
  }

  page({ width, height, content, resources, group }: PageDraft): StoredPage {
    const { context } = this.#store;
    const leaf = PDFPageLeaf.fromMapWithContext(new Map(), context);
    const set = (key: string, value: PDFObject): void => leaf.set(PDFName.of(key), value);
    set('Type', PDFName.of('Page'));
    set('MediaBox', context.obj([0, 0, width, height]));
    const own = this.#copy(resources ?? made.obj({}));
    set('Resources', own instanceof PDFRef ? own : this.#store.put(own));
    const stream =
      typeof content === 'string'
        ? makeStream(made.obj({}), Buffer.from(content, 'latin1'))
        : content;
    if (stream !== undefined) set('Contents', this.#copy(stream));
    if (group !== undefined) set('Group', this.#copy(group));
    return { width, height, leaf };
  }

  #copy(value: PDFObject): PDFObject {
    visitRefs(value, (ref) => this.#copyAll(ref));
    return this.#build(value);
  }

  /** Copies an object and all that it leads to, the deepest first. */
  #copyAll(root: PDFRef): void {
    const stack: Frame[] = [];
    this.#enter(root, stack);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const target = frame.targets[frame.next];
      frame.next += 1;
      if (target !== undefined) this.#enter(target, stack);
      else {
        stack.pop();
        this.#leave(frame);
      }
    }
  }

  #enter(ref: PDFRef, stack: Frame[]): void {
    if (this.#done.has(ref)) return;
    if (this.#open.has(ref)) {
      // A cycle: this object is needed before it is finished.
      const key = `circle ${this.#document?.digest() ?? ''} ${ref.objectNumber}`;
      this.#done.set(ref, this.#store.reserve(key));
      return;
    }
    const value = this.#read(ref);
    const isOwn =
      value instanceof PDFDict || value instanceof PDFArray || value instanceof PDFStream;
    if (isLayer(value)) {
      const layer = this.#isHidden(ref) ? this.#store.hiddenLayer : this.#store.seenLayer;
      this.#done.set(ref, layer);
    } else if (isOwn) {
      this.#open.add(ref);
      stack.push({ ref, value, targets: listTargets(value), next: 0 });
    } else this.#done.set(ref, this.#build(value));
  }

  #leave({ ref, value }: Frame): void {
    const built = value instanceof PDFStream ? this.#buildStream(value) : this.#buildParts(value);
    const reserved = this.#done.get(ref);
    this.#open.delete(ref);
    if (reserved instanceof PDFRef) this.#store.fill(reserved, built);
    else this.#done.set(ref, this.#store.put(built));
  }

  /** A missing object is null, as the standard says; if the file's end was lost it is damage. */
  #read(ref: PDFRef): PDFObject {
    const value = this.#document?.resolve(ref);
    if (value === undefined && this.#document?.mustHaveAll === true && !this.#document.has(ref))
      throw new PdfDamage(`object ${ref.objectNumber} is missing`);
    return value ?? PDFNull;
  }

  #build(value: PDFObject): PDFObject {
    if (value instanceof PDFRef) return this.#done.get(value) ?? PDFNull;
    if (value instanceof PDFStream) return this.#putOwn(value, () => this.#buildStream(value));
    if (value instanceof PDFDict && ownTypes.has(readName(readEntry(value, 'Type'))))
      return this.#putOwn(value, () => this.#buildParts(value));
    if (value instanceof PDFInvalidObject) throw new PdfDamage('an object that cannot be read');
    return this.#buildParts(value);
  }

  #putOwn(value: PDFObject, build: () => PDFObject): PDFRef {
    if (this.#document !== null) return this.#store.put(build());
    const ref = this.#store.made.get(value) ?? this.#store.put(build());
    this.#store.made.set(value, ref);
    return ref;
  }

  #buildStream(stream: PDFStream): PDFRawStream {
    if (!(stream instanceof PDFRawStream)) throw new Error('a stream that was not read');
    return makeStream(this.#buildDict(stream.dict, droppedFromStreams), stream.contents);
  }

  #buildParts(value: PDFObject): PDFObject {
    if (value instanceof PDFDict) return this.#buildDict(value);
    if (!(value instanceof PDFArray)) return value;
    const array = PDFArray.withContext(this.#store.context);
    for (const item of value.asArray()) array.push(this.#build(item));
    return array;
  }

  #buildDict(dict: PDFDict, dropped?: ReadonlySet<string>): PDFDict {
    const copies = dict
      .entries()
      .filter(([key]) => dropped?.has(key.asString()) !== true)
      .map(([key, value]) => [key, this.#build(value)] as const)
      .filter(([, value]) => value !== PDFNull)
      .sort(([a], [b]) => (a.asString() < b.asString() ? -1 : 1));
    return PDFDict.fromMapWithContext(new Map(copies), this.#store.context);
  }
}

/** Returns the references in a value that are copied with it. */
export function listTargets(value: PDFObject): readonly PDFRef[] {
  const targets: PDFRef[] = [];
  visitRefs(value, (ref) => targets.push(ref));
  return targets;
}

function visitRefs(value: PDFObject, visit: (ref: PDFRef) => void): void {
  if (value instanceof PDFRef) visit(value);
  else if (value instanceof PDFArray) for (const item of value.asArray()) visitRefs(item, visit);
  else if (value instanceof PDFDict) for (const item of value.values()) visitRefs(item, visit);
  else if (value instanceof PDFStream)
    for (const [key, item] of value.dict.entries())
      if (!droppedFromStreams.has(key.asString())) visitRefs(item, visit);
}
