import { hash } from 'node:crypto';
import {
  PDFContext,
  PDFRawStream,
  PDFString,
  type PDFObject,
  type PDFPageLeaf,
  type PDFRef,
} from 'pdf-lib';
import { packStream } from './pack-stream.ts';
import { KeptStream, SpillFile } from './spill-file.ts';

/** A page ready to be written, its references to objects of its store. */
export interface StoredPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly leaf: PDFPageLeaf;
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
  /** Fonts and other objects that were made here once for all labels. */
  readonly made = new WeakMap<PDFObject, PDFRef>();
  readonly #refs = new Map<string, PDFRef>();
  readonly #spillPath: string;
  readonly #maxMemoryBytes: number;
  readonly #file: SpillFile;

  constructor(spillPath: string, maxMemoryBytes: number) {
    this.#spillPath = spillPath;
    this.#maxMemoryBytes = maxMemoryBytes;
    this.#file = new SpillFile(spillPath, maxMemoryBytes);
    const makeLayer = (name: string) =>
      this.put(this.context.obj({ Type: 'OCG', Name: PDFString.of(name) }));
    this.seenLayer = makeLayer('Visible');
    this.hiddenLayer = makeLayer('Hidden');
  }

  /** Returns an empty store for temporary use, with the same limit. */
  another(name: string): ObjectStore {
    return new ObjectStore(`${this.#spillPath}-${name}`, this.#maxMemoryBytes);
  }

  /** Stores an object whose references are this store's, or finds an equal one. */
  put(object: PDFObject): PDFRef {
    const key = makeKey(object);
    const known = this.#refs.get(key);
    if (known !== undefined) return known;
    // Packing may refuse it.
    const packed = this.#pack(object);
    const ref = this.reserve(key);
    this.context.assign(ref, packed);
    return ref;
  }

  /** Reserves a reference for an object that is put later, for objects that refer to each other. */
  reserve(key: string): PDFRef {
    const ref = this.#refs.get(key) ?? this.context.nextRef();
    this.#refs.set(key, ref);
    return ref;
  }

  /** Stores an object at a reserved reference; an object that is there already stays. */
  fill(ref: PDFRef, object: PDFObject): void {
    if (this.context.lookup(ref) === undefined) this.context.assign(ref, this.#pack(object));
  }

  close(): void {
    this.#file.close();
  }

  #pack(object: PDFObject): PDFObject {
    if (!(object instanceof PDFRawStream)) return object;
    const resolve = (value: PDFObject | undefined) => this.context.lookup(value);
    const { dict, contents } = packStream(object, resolve);
    return new KeptStream(dict, this.#file, contents);
  }
}

/** Equal for equal objects; short, as there is one for each object of all labels. */
function makeKey(object: PDFObject): string {
  if (object instanceof PDFRawStream)
    return hash('sha256', `${object.dict.toString()}${hash('sha256', object.contents)}`, 'base64');
  const text = object.toString();
  return text.length < 44 ? text : hash('sha256', text, 'base64');
}
