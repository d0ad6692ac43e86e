import {
  PDFArray,
  PDFDict,
  PDFNull,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFObject,
} from 'pdf-lib';
import type { PdfDocument } from '../document/document.ts';
import { isLayer, readLayers } from '../page/layers.ts';
import type { PageDraft } from '../page/normalise.ts';
import { made, readEntry, readName } from '../syntax/entries.ts';
import type { ObjectStore, StoredPage } from './object-store.ts';
import { rebuild, rebuildDict } from './rebuild.ts';

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
 * Objects in a reference cycle cannot be compared, and are copied each time. Without a document it
 * copies objects that were made here.
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
    const stream =
      typeof content === 'string'
        ? PDFRawStream.of(made.obj({}), Buffer.from(content, 'latin1'))
        : content;
    const own = this.#copy(resources ?? made.obj({}));
    return this.#store.makePage(width, height, {
      Resources: own instanceof PDFRef ? own : this.#store.put(own),
      // A page without content could not be placed on a sheet.
      Contents: this.#copy(stream),
      Group: group && this.#copy(group),
    });
  }

  #copy(value: PDFObject): PDFObject {
    for (const ref of listDeepestFirst(value, this.#read, this.#listed)) this.#copyOne(ref);
    return this.#build(value);
  }

  #copyOne(ref: PDFRef): void {
    const { seenLayer, hiddenLayer } = this.#store;
    const value = this.#read(ref);
    const isOwn = [PDFDict, PDFArray, PDFStream].some((type) => value instanceof type);
    const built = this.#buildOne(value);
    const reserved = this.#done.get(ref);
    if (reserved instanceof PDFRef) this.#store.fill(reserved, built);
    else if (isLayer(this.#document?.resolve(ref)))
      this.#done.set(ref, this.#isHidden(ref) ? hiddenLayer : seenLayer);
    else this.#done.set(ref, isOwn ? this.#store.put(built) : built);
  }

  readonly #read = (ref: PDFRef): PDFObject => {
    const value = this.#document?.resolve(ref);
    // A layer is replaced, and what it leads to is not needed.
    return value === undefined || isLayer(value) ? PDFNull : value;
  };

  readonly #build = (value: PDFObject): PDFObject => {
    if (value instanceof PDFRef) return this.#find(value);
    const isFont = value instanceof PDFDict && ownTypes.has(readName(readEntry(value, 'Type')));
    if (!isFont && !(value instanceof PDFStream)) return this.#buildOne(value);
    const ref = this.#store.made.get(value) ?? this.#store.put(this.#buildOne(value));
    this.#store.made.set(value, ref);
    return ref;
  };

  /** An object that is needed before it is finished is part of a circle. */
  #find(ref: PDFRef): PDFObject {
    const found = this.#done.get(ref) ?? this.#store.context.nextRef();
    this.#done.set(ref, found);
    return found;
  }

  #buildOne(value: PDFObject): PDFObject {
    const { context } = this.#store;
    if (!(value instanceof PDFRawStream)) return rebuild(value, context, this.#build);
    const dict = rebuildDict(value.dict, context, this.#build, droppedFromStreams);
    return PDFRawStream.of(dict, value.contents);
  }
}

/** Returns the objects that a value leads to, each behind those that it leads to itself. */
function* listDeepestFirst(
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
function listTargets(value: PDFObject, targets: PDFRef[] = []): readonly PDFRef[] {
  if (value instanceof PDFRef) targets.push(value);
  else if (value instanceof PDFArray)
    for (const item of value.asArray()) listTargets(item, targets);
  else if (value instanceof PDFDict) for (const item of value.values()) listTargets(item, targets);
  else if (value instanceof PDFStream)
    for (const [key, item] of value.dict.entries())
      if (!droppedFromStreams.has(key.asString())) listTargets(item, targets);
  return targets;
}
