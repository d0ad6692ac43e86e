import { decodeStream } from '../syntax/filters.ts';
import { PdfStream, PdfUnrenderable, isDict, readName, type PdfDict, type PdfObject } from '../syntax/objects.ts';
import { identity, measureScale, readBox, type Box, type Matrix } from '../page/geometry.ts';
import type { PageDraft } from '../page/normalise.ts';
import { CostSum, maxMicroseconds, toMicroseconds, type Cost } from './cost.ts';
import type { Form, Glyph, Parts, State, Tiles } from './cost.ts';
import { countPictureSteps, measureContent } from './content-cost.ts';

type Resolve = (value: PdfObject | undefined) => PdfObject;

/** The parts of a page that its cost depends on. */
type DrawnPage = Pick<PageDraft, 'width' | 'height' | 'contents' | 'resources'>;

/** Deeper than any label's nested forms, and than viewers go. */
const maxDepth = 50;
/** For a form without bounds. No page is larger. */
const everything: Box = { left: -15_000, bottom: -15_000, right: 15_000, top: 15_000 };

/**
 * Throws `PdfUnrenderable` if drawing the pages would take longer than a person waits for a label: a form of a few
 * bytes that draws another ten times, which draws a third ten times, and so on, stops every printer. Nothing is drawn
 * for it, and each stream is read once, however often it is drawn.
 */
export function assertDrawable(pages: readonly DrawnPage[], resolve: Resolve): void {
  const drawing = new DrawingCost(resolve);
  const sum = new CostSum();
  for (const page of pages) sum.add(drawing.measurePage(page));
  const microseconds = toMicroseconds(sum);
  // Also if the file's numbers made it NaN.
  if (!(microseconds <= maxMicroseconds))
    throw new PdfUnrenderable(`takes some ${(microseconds / 1_000_000).toPrecision(2)} s to draw`);
}

/** Between the streams of a page. */
const newline = Buffer.from('\n');

class DrawingCost {
  readonly #resolve: Resolve;
  /** By the resources of the drawing: a stream without its own uses those around it. */
  readonly #known = new Map<PdfDict, Map<PdfStream, Cost | 'open'>>();
  readonly #glyphs = new Map<PdfDict, Cost>();
  #depth = 0;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  measurePage({ width, height, contents, resources }: DrawnPage): Cost {
    const resolved = this.#resolve(contents);
    const streams = (Array.isArray(resolved) ? resolved : [resolved]).map((item) => this.#resolve(item));
    const parts = streams.flatMap((stream) =>
      stream instanceof PdfStream ? [decodeStream(stream, this.#resolve)] : [],
    );
    const [only] = parts;
    const content =
      only !== undefined && parts.length === 1 ? only : Buffer.concat(parts.flatMap((part) => [part, newline]));
    const bounds = { left: 0, bottom: 0, right: width, top: height };
    return measureContent(content, bounds, this.#makeParts(this.#findDict(resources) ?? new Map()));
  }

  #makeParts(resources: PdfDict): Parts {
    const find = (kind: string, name: string): PdfObject =>
      this.#resolve(this.#findDict(resources.get(kind))?.get(name));
    return {
      findObject: (name) => {
        const object = find('XObject', name);
        if (!(object instanceof PdfStream)) return null;
        if (readName(this.#resolve(object.dict.get('Subtype'))) === 'Form') return this.#findForm(object, resources);
        return { type: 'picture', steps: this.#countPicture(object) };
      },
      findPattern: (name) => {
        const pattern = find('Pattern', name);
        if (pattern instanceof PdfStream) return this.#findTiles(pattern, resources);
        return isDict(pattern) ? 'shading' : null;
      },
      findGlyph: (name) => {
        const font = find('Font', name);
        return isDict(font) ? this.#findGlyph(font, resources) : null;
      },
      findState: (name) => {
        const state = find('ExtGState', name);
        return this.#readState(isDict(state) ? state : new Map(), resources);
      },
      findShading: (name) => {
        const shading = find('Shading', name);
        return shading instanceof PdfStream ? decodeStream(shading, this.#resolve).length : 0;
      },
    };
  }

  #findForm(form: PdfStream, around: PdfDict): Form {
    const box = this.#readBounds(form);
    return {
      type: 'form',
      cost: this.#measure(form, box, around),
      matrix: this.#readMatrix(form.dict, 'Matrix'),
      box,
      isGroup: form.dict.has('Group'),
    };
  }

  #readState(state: PdfDict, around: PdfDict): State {
    const group = this.#resolve(this.#findDict(state.get('SMask'))?.get('G'));
    const lineWidth = this.#resolve(state.get('LW'));
    const font = this.#resolve(state.get('Font'));
    const [dict, size] = Array.isArray(font) ? [this.#findDict(font[0]), Number(this.#resolve(font[1]))] : [null, 0];
    return {
      mask: group instanceof PdfStream ? this.#findForm(group, around) : null,
      lineWidth: typeof lineWidth === 'number' ? lineWidth : null,
      font: dict === null ? null : { glyph: this.#findGlyph(dict, around), size },
    };
  }

  /** For a font whose glyphs are drawings. */
  #findGlyph(font: PdfDict, around: PdfDict): Glyph | null {
    if (readName(this.#resolve(font.get('Subtype'))) !== 'Type3') return null;
    return { cost: this.#measureGlyph(font, around), scale: measureScale(this.#readMatrix(font, 'FontMatrix')) };
  }

  #findTiles(pattern: PdfStream, around: PdfDict): Tiles {
    const step = (key: string): number => Math.abs(Number(this.#resolve(pattern.dict.get(key))));
    return {
      cost: this.#measure(pattern, this.#readBounds(pattern), around),
      matrix: this.#readMatrix(pattern.dict, 'Matrix'),
      stepArea: step('XStep') * step('YStep'),
    };
  }

  /** Returns the cost of a form or the like, in its own space. */
  #measure(stream: PdfStream, bounds: Box, around: PdfDict): Cost {
    const resources = this.#findDict(stream.dict.get('Resources')) ?? around;
    const known = this.#known.get(resources) ?? new Map<PdfStream, Cost | 'open'>();
    this.#known.set(resources, known);
    const cost = known.get(stream);
    if (cost === 'open') throw new PdfUnrenderable('a form draws itself');
    if (cost !== undefined) return cost;
    if (this.#depth === maxDepth) throw new PdfUnrenderable('forms are nested without end');
    known.set(stream, 'open');
    this.#depth += 1;
    const measured = measureContent(decodeStream(stream, this.#resolve), bounds, this.#makeParts(resources));
    this.#depth -= 1;
    known.set(stream, measured);
    return measured;
  }

  #measureGlyph(font: PdfDict, around: PdfDict): Cost {
    const known = this.#glyphs.get(font);
    if (known !== undefined) return known;
    const resources = this.#findDict(font.get('Resources')) ?? around;
    const dearest = { steps: 0, length: 0, area: 0 };
    for (const value of this.#findDict(font.get('CharProcs'))?.values() ?? []) {
      const glyph = this.#resolve(value);
      if (!(glyph instanceof PdfStream)) continue;
      const cost = this.#measure(glyph, everything, resources);
      for (const key of ['steps', 'length', 'area'] as const) dearest[key] = Math.max(dearest[key], cost[key]);
    }
    this.#glyphs.set(font, dearest);
    return dearest;
  }

  #countPicture({ dict }: PdfStream): number {
    let steps = 0;
    for (const part of [dict, ...['SMask', 'Mask'].map((key) => this.#resolve(dict.get(key)))]) {
      const own = part instanceof PdfStream ? part.dict : part;
      if (!isDict(own)) continue;
      const size = (key: string): number => Number(this.#resolve(own.get(key)));
      steps += countPictureSteps(size('Width'), size('Height'));
    }
    return steps;
  }

  #findDict(value: PdfObject | undefined): PdfDict | null {
    const resolved = this.#resolve(value);
    return isDict(resolved) ? resolved : null;
  }

  #readNumbers(value: PdfObject | undefined, count: number): readonly number[] | null {
    const items = this.#resolve(value);
    if (!Array.isArray(items) || items.length !== count) return null;
    return items.map((item) => Number(this.#resolve(item)));
  }

  #readBounds({ dict }: PdfStream): Box {
    return readBox(this.#readNumbers(dict.get('BBox'), 4)) ?? everything;
  }

  #readMatrix(dict: PdfDict, key: string): Matrix {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#readNumbers(dict.get(key), 6) ?? identity;
    return [a, b, c, d, e, f];
  }
}
