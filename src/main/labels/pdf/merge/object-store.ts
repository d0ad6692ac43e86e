import { hash } from 'node:crypto';
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFNull,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFObject,
} from 'pdf-lib';
import type { PdfDocument } from '../document/document.ts';
import type { Size } from '../page/geometry.ts';
import { isLayer, readLayers } from '../page/layers.ts';
import type { PageDraft } from '../page/pages.ts';
import { made, makeStream, readEntry, readName } from '../syntax/entries.ts';
import { measureEffort, recallEffort } from '../syntax/inflate.ts';
import { packStream } from './pack-stream.ts';
import { rebuild, rebuildDict } from './rebuild.ts';
import { KeptStream, SpillFile, type SpillLimits } from './spill-file.ts';

/** A page ready to be written, its references to objects of its store. */
export interface StoredPage extends Size {
  readonly leaf: PDFDict;
}

/**
 * All labels' distinct objects, in order of arrival: pdf-lib's, in a context of their own, found by
 * a digest of their text and data. Stream data beyond a limit go to a file.
 */
export class ObjectStore {
  readonly context = PDFContext.create();
  /** The two layers of every print. */
  readonly seenLayer: PDFRef;
  readonly hiddenLayer: PDFRef;
  /** Objects that need no digest to be found. */
  readonly made = new WeakMap<PDFObject, PDFRef>();
  readonly #refs = new Map<string, PDFRef>();
  readonly #limits: SpillLimits;
  readonly #file: SpillFile;

  constructor(limits: SpillLimits) {
    this.#limits = limits;
    this.#file = new SpillFile(limits);
    const makeLayer = (name: string) =>
      this.put(this.context.obj({ Type: 'OCG', Name: PDFString.of(name) }));
    this.seenLayer = makeLayer('Visible');
    this.hiddenLayer = makeLayer('Hidden');
  }

  /** Returns an empty store for temporary use, with the same limit. */
  another(name: string): ObjectStore {
    return new ObjectStore({ ...this.#limits, spillPath: `${this.#limits.spillPath}-${name}` });
  }

  /** Stores an object whose references are this store's, or finds an equal one. */
  put(object: PDFObject): PDFRef {
    const key = makeKey(object);
    const known = this.#refs.get(key);
    if (known === undefined) {
      const ref = this.context.register(this.#pack(object));
      this.#refs.set(key, ref);
      return ref;
    }
    const kept = this.context.lookup(known);
    if (kept instanceof KeptStream) recallEffort(kept.effort);
    return known;
  }

  /** Stores an object to which others refer already. */
  fill(ref: PDFRef, object: PDFObject): void {
    this.context.assign(ref, this.#pack(object));
  }

  /** Makes a page of entries whose references are this store's. */
  makePage(width: number, height: number, entries: Record<string, PDFObject | undefined>) {
    const MediaBox = [0, 0, width, height];
    const leaf = this.context.obj({ Type: 'Page', MediaBox, ...entries });
    return { width, height, leaf };
  }

  close(): void {
    this.#file.close();
  }

  #pack(object: PDFObject): PDFObject {
    if (!(object instanceof PDFRawStream)) return object;
    const resolve = (value: PDFObject | undefined) => this.context.lookup(value);
    const { result, effort } = measureEffort(() => packStream(object, resolve));
    return new KeptStream(result.dict, this.#file.keep(result.contents), effort);
  }
}

/** Equal for equal objects; short, as there is one for each object of all labels. */
function makeKey(object: PDFObject): string {
  if (object instanceof PDFRawStream)
    return hash('sha256', `${object.dict.toString()}${hash('sha256', object.contents)}`, 'base64');
  const text = object.toString();
  return text.length < 44 ? text : hash('sha256', text, 'base64');
}

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
  readonly #objects: ObjectStore;
  readonly #document: PdfDocument | null;
  readonly #isHidden: (layer: PDFRef) => boolean;
  /** The replacement of a reference: another, or a value that need not be its own object. */
  readonly #done = new Map<PDFRef, PDFObject>();
  /** Those that are to be copied, each above what leads to it. */
  readonly #open: PDFRef[] = [];
  readonly #begun = new Set<PDFRef>();
  readonly #circles = new Map<PDFRef, PDFRef>();

  constructor(store: ObjectStore, document: PdfDocument | null) {
    this.#objects = store;
    this.#document = document;
    this.#isHidden = document === null ? () => false : readLayers(document);
  }

  page({ width, height, content = '', resources, group }: PageDraft): StoredPage {
    const stream = typeof content === 'string' ? makeStream(content) : content;
    const own = this.#copy(resources ?? made.obj({}));
    return this.#objects.makePage(width, height, {
      Resources: own instanceof PDFRef ? own : this.#objects.put(own),
      // A page without content could not be placed on a sheet.
      Contents: this.#copy(stream),
      Group: group && this.#copy(group),
    });
  }

  /** An object is built once to find what it leads to, and again when all that is there. */
  #copy(whole: PDFObject): PDFObject {
    this.#build(whole);
    for (let ref = this.#open.at(-1); ref !== undefined; ref = this.#open.at(-1)) {
      if (this.#done.has(ref)) {
        this.#open.pop();
        continue;
      }
      const { length } = this.#open;
      this.#begun.add(ref);
      const value = this.#document?.resolve(ref) ?? PDFNull;
      const built = this.#buildOne(value);
      if (this.#open.length === length) this.#done.set(ref, this.#store(ref, value, built));
    }
    return this.#build(whole);
  }

  #store(ref: PDFRef, value: PDFObject, built: PDFObject): PDFObject {
    const isOwn = [PDFDict, PDFArray, PDFStream].some((type) => value instanceof type);
    const reserved = this.#circles.get(ref);
    if (reserved === undefined) return isOwn ? this.#objects.put(built) : built;
    this.#objects.fill(reserved, built);
    return reserved;
  }

  readonly #build = (value: PDFObject): PDFObject => {
    if (value instanceof PDFRef) return this.#find(value);
    const isFont = value instanceof PDFDict && ownTypes.has(readName(readEntry(value, 'Type')));
    if (!isFont && !(value instanceof PDFStream)) return this.#buildOne(value);
    const known = this.#objects.made.get(value);
    if (known !== undefined) return known;
    const { length } = this.#open;
    const built = this.#buildOne(value);
    if (this.#open.length > length) return PDFNull;
    const ref = this.#objects.put(built);
    this.#objects.made.set(value, ref);
    return ref;
  };

  #find(ref: PDFRef): PDFObject {
    const found = this.#done.get(ref) ?? this.#circles.get(ref);
    if (found !== undefined) return found;
    const { seenLayer, hiddenLayer, context } = this.#objects;
    if (isLayer(this.#document?.resolve(ref))) return this.#isHidden(ref) ? hiddenLayer : seenLayer;
    if (!this.#begun.has(ref)) {
      this.#open.push(ref);
      return PDFNull;
    }
    // An object that is needed before it is finished is part of a circle.
    const reserved = context.nextRef();
    this.#circles.set(ref, reserved);
    return reserved;
  }

  #buildOne(value: PDFObject): PDFObject {
    const { context } = this.#objects;
    if (!(value instanceof PDFRawStream)) return rebuild(value, context, this.#build);
    const dict = rebuildDict(value.dict, context, this.#build, droppedFromStreams);
    return PDFRawStream.of(dict, value.contents);
  }
}
