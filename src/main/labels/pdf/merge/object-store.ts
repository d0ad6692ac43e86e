import { hash } from 'node:crypto';
import {
  PDFContext,
  PDFRawStream,
  PDFString,
  type PDFDict,
  type PDFObject,
  type PDFRef,
} from 'pdf-lib';
import type { Size } from '../page/geometry.ts';
import { measureEffort, recallEffort } from '../syntax/inflate.ts';
import { packStream } from './pack-stream.ts';
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
