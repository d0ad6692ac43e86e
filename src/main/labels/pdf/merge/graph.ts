import { hash } from 'node:crypto';
import {
  PdfDamage,
  PdfIndirect,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject,
} from '../syntax/objects.ts';
import { readFilters } from '../syntax/filters.ts';
import { packSoundly } from '../syntax/inflate.ts';
import { writeNumber, serialise, type Target } from '../syntax/serialise.ts';
import { isLayer, type LayerOf } from '../page/optional-content.ts';
import type { PageDraft } from '../page/normalise.ts';
import type { Body, ObjectStore, Stored } from './object-store.ts';
import { packStream } from './pack-stream.ts';

/** The document that objects come from, as far as the walk needs it. */
export interface Source {
  resolve(value: PdfObject | undefined): PdfObject;
  has(ref: PdfRef): boolean;
  readonly rebuilt: boolean;
  digest(): string;
}

/** The source of pages that were made here and refer to no file. */
export const madeObjects: Source = {
  resolve: (value) => value ?? null,
  has: () => false,
  rebuilt: false,
  digest: () => '',
};

/** A page ready to be written: its dictionary without the parent, and a digest of its drawing. */
export interface StoredPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly body: Body;
  readonly digest: string;
}

/**
 * Stream entries without effect that make equal ones differ or pull in half of the document, or
 * read other files.
 */
const droppedFromStreams: ReadonlySet<string> = new Set([
  ...['Length', 'DL', 'F', 'FFilter', 'FDecodeParms'],
  ...['Metadata', 'PieceInfo', 'LastModified', 'StructParent', 'StructParents', 'OPI'],
]);

/** Marks a reference in serialised text, which never has this byte. */
const hole = '\u0001';

interface Frame {
  readonly key: number | object;
  readonly value: PdfObject;
  readonly texts: readonly string[];
  readonly targets: readonly Target[];
  next: number;
}

/**
 * Puts a document's objects into the store bottom-up: an object's digest covers its text and the
 * digests of its references, so equal graphs meet, from any file. Objects in a reference cycle
 * cannot be compared; one of each cycle gets a digest of its file and number.
 */
export class GraphWriter {
  private readonly store: ObjectStore;
  private readonly source: Source;
  private readonly layerOf: LayerOf;
  private readonly salt: string;
  private readonly done = new Map<number | object, Stored>();
  private readonly open = new Set<number | object>();

  /** `salt` separates the results of different page choices of one file. */
  constructor(store: ObjectStore, source: Source, layerOf: LayerOf, salt: string) {
    this.store = store;
    this.source = source;
    this.layerOf = layerOf;
    this.salt = salt;
  }

  page({ width, height, contents, resources, group }: PageDraft): StoredPage {
    const size = `[0 0 ${writeNumber(width)} ${writeNumber(height)}]`;
    const own = resources instanceof PdfRef && this.lookup(resources) === null ? null : resources;
    const shared = own instanceof PdfRef ? own : new PdfIndirect(own ?? new Map());
    const dict = new Map<string, PdfObject>([['Resources', shared]]);
    if (contents !== null) dict.set('Contents', contents);
    if (group !== null) dict.set('Group', group);
    const frame = this.frame({}, dict);
    for (const target of frame.targets) this.put(target);
    const { body, digest } = this.finish(frame);
    const [first = '', ...rest] = body.texts;
    return {
      width,
      height,
      body: { texts: [first.replace('<<', `<</MediaBox ${size}`), ...rest], targets: body.targets },
      digest: hash('sha256', `${size}${digest}`),
    };
  }

  private put(root: Target): void {
    const stack: Frame[] = [];
    const enter = (target: Target): void => {
      const key = makeObjectKey(target);
      if (this.done.has(key)) return;
      if (this.open.has(key)) {
        if (typeof key !== 'number') throw new Error('a made object refers to itself');
        // A cycle: this object is needed before it is finished.
        const digest = hash('sha256', `circle ${this.source.digest()} ${this.salt} ${key}`);
        this.done.set(key, { id: this.store.reserve(digest), digest });
        return;
      }
      this.open.add(key);
      stack.push(this.frame(key, this.readValue(target)));
    };
    enter(root);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const target = frame.targets[frame.next];
      if (target !== undefined) {
        frame.next += 1;
        enter(target);
        continue;
      }
      stack.pop();
      this.open.delete(frame.key);
      const { body, digest, data } = this.finish(frame);
      const circle = this.done.get(frame.key);
      if (circle === undefined)
        this.done.set(frame.key, { id: this.store.put(digest, body, data), digest });
      else this.store.put(circle.digest, body, data);
    }
  }

  private readValue(target: Target): PdfObject {
    if (target instanceof PdfStream) return target;
    if (target instanceof PdfIndirect) return target.value;
    const value = this.lookup(target);
    return isLayer(value) ? this.layerOf(target).value : value;
  }

  /** A missing object is null, as the standard says; if the index was lost it is damage. */
  private lookup(ref: PdfRef): PdfObject {
    const value = this.source.resolve(ref);
    if (value === null && this.source.rebuilt && !this.source.has(ref))
      throw new PdfDamage(`object ${ref.num} is missing`);
    return value;
  }

  /** Serialises one object; references to plain values are replaced by the values. */
  private frame(key: number | object, value: PdfObject): Frame {
    const targets: Target[] = [];
    const write = (target: Target): string => {
      const plain = target instanceof PdfRef ? this.readPlainValue(target) : undefined;
      if (plain !== undefined) return serialise(plain, write);
      targets.push(target);
      return hole;
    };
    const text =
      value instanceof PdfStream
        ? serialise(value.dict, write, droppedFromStreams)
        : serialise(value, write);
    return {
      key,
      value,
      texts: targets.length === 0 ? [text] : text.split(hole),
      targets,
      next: 0,
    };
  }

  /**
   * Returns the value of a reference that need not be an object of its own; undefined if it must
   * be.
   */
  private readPlainValue(ref: PdfRef): Exclude<PdfObject, Target> | undefined {
    const value = this.lookup(ref);
    const isPlain =
      value === null ||
      typeof value !== 'object' ||
      value instanceof PdfName ||
      value instanceof PdfString;
    return isPlain ? value : undefined;
  }

  private finish(frame: Frame): { body: Body; digest: string; data: Uint8Array | null } {
    const targets: number[] = [];
    let identity = '';
    frame.texts.forEach((text, index) => {
      identity += text;
      const target = frame.targets[index];
      if (target === undefined) return;
      const done = this.done.get(makeObjectKey(target));
      if (done === undefined) throw new Error('an object was finished before what it refers to');
      targets.push(done.id);
      identity += `${hole}${done.digest}`;
    });
    const { value } = frame;
    if (!(value instanceof PdfStream))
      return {
        body: { texts: frame.texts, targets },
        digest: hash('sha256', identity),
        data: null,
      };
    const digest = hash('sha256', `${identity}\u0002${hash('sha256', value.data)}`);
    const isKnown = this.store.has(digest);
    const packed = isKnown
      ? value
      : packStream(this.makeSound(value), (inner) => this.source.resolve(inner));
    const { texts } = packed === value ? frame : this.frame(frame.key, packed);
    return { body: { texts, targets }, digest, data: packed.data };
  }

  /** Unpacks the compressed data of every new stream once, to verify that they are whole. */
  private makeSound(stream: PdfStream): PdfStream {
    const [first] = readFilters(stream.dict, (value) => this.source.resolve(value));
    if (first?.name !== 'FlateDecode') return stream;
    const data = packSoundly(stream.data);
    return data === stream.data ? stream : new PdfStream(stream.dict, data);
  }
}

function makeObjectKey(target: Target): number | object {
  return target instanceof PdfRef ? target.num : target;
}
