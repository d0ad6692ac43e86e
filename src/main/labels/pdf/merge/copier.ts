import {
  PDFArray,
  PDFDict,
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
import { made, readEntry, readName } from '../syntax/entries.ts';
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
  readonly #listed = new Set<PDFRef>();

  constructor(store: ObjectStore, document: PdfDocument | null) {
    this.#store = store;
    this.#document = document;
    this.#isHidden = document === null ? () => false : readLayers(document);
  }

  page({ width, height, content = '', resources, group }: PageDraft): StoredPage {
    const { context } = this.#store;
    const leaf = PDFPageLeaf.fromMapWithContext(new Map(), context);
    const set = (key: string, value: PDFObject): void => leaf.set(PDFName.of(key), value);
    set('Type', PDFName.of('Page'));
    set('MediaBox', context.obj([0, 0, width, height]));
    const own = this.#copy(resources ?? made.obj({}));
    set('Resources', own instanceof PDFRef ? own : this.#store.put(own));
    const stream =
      typeof content === 'string'
        ? PDFRawStream.of(made.obj({}), Buffer.from(content, 'latin1'))
        : content;
    // A page without content could not be placed on a sheet.
    set('Contents', this.#copy(stream));
    if (group !== undefined) set('Group', this.#copy(group));
    return { width, height, leaf };
  }

  #copy(value: PDFObject): PDFObject {
    for (const ref of listDeepestFirst(value, this.#read, this.#listed)) this.#copyOne(ref);
    return this.#build(value);
  }

  #copyOne(ref: PDFRef): void {
    const value = this.#read(ref);
    const isOwn = value instanceof PDFDict || value instanceof PDFArray;
    const built = value instanceof PDFStream ? this.#buildStream(value) : this.#buildParts(value);
    const reserved = this.#done.get(ref);
    if (reserved instanceof PDFRef) this.#store.fill(reserved, built);
    else if (isLayer(this.#document?.resolve(ref))) this.#done.set(ref, this.#findLayer(ref));
    else this.#done.set(ref, isOwn || value instanceof PDFStream ? this.#store.put(built) : built);
  }

  #findLayer(ref: PDFRef): PDFRef {
    return this.#isHidden(ref) ? this.#store.hiddenLayer : this.#store.seenLayer;
  }

  /** A missing object is null, as the standard says; if the file's end was lost it is damage. */
  readonly #read = (ref: PDFRef): PDFObject => {
    const value = this.#document?.resolve(ref);
    if (value === undefined && this.#document?.mustHaveAll === true && !this.#document.has(ref))
      throw new PdfDamage(`object ${ref.objectNumber} is missing`);
    // It is replaced, and what it leads to is not needed.
    return value === undefined || isLayer(value) ? PDFNull : value;
  };

  /** An object that is needed before it is finished is part of a circle. */
  #find(ref: PDFRef): PDFObject {
    const done = this.#done.get(ref);
    if (done !== undefined) return done;
    const key = `circle ${this.#document?.digest() ?? ''} ${ref.objectNumber}`;
    const reserved = this.#store.reserve(key);
    this.#done.set(ref, reserved);
    return reserved;
  }

  #build(value: PDFObject): PDFObject {
    if (value instanceof PDFRef) return this.#find(value);
    if (value instanceof PDFStream) return this.#putOwn(value, () => this.#buildStream(value));
    if (value instanceof PDFDict && ownTypes.has(readName(readEntry(value, 'Type'))))
      return this.#putOwn(value, () => this.#buildParts(value));
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
    return PDFRawStream.of(this.#buildDict(stream.dict, droppedFromStreams), stream.contents);
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

/** Returns the objects that a value leads to, each behind those that it leads to itself. */
export function* listDeepestFirst(
  value: PDFObject,
  read: (ref: PDFRef) => PDFObject,
  listed: Set<PDFRef>,
): Generator<PDFRef> {
  const stack = [{ ref: null as PDFRef | null, targets: listTargets(value), next: 0 }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const ref = frame.targets[frame.next];
    frame.next += 1;
    if (ref === undefined) {
      stack.pop();
      if (frame.ref !== null) yield frame.ref;
    } else if (!listed.has(ref)) {
      listed.add(ref);
      stack.push({ ref, targets: listTargets(read(ref)), next: 0 });
    }
  }
}

/** Returns the references in a value that are copied with it. */
function listTargets(value: PDFObject): readonly PDFRef[] {
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
