import { identity, measureArea, measureScale, multiply, intersect, transformBounds } from '../page/geometry.ts';
import type { Box, Matrix } from '../page/geometry.ts';
import { PdfUnrenderable } from '../syntax/objects.ts';
import { CostSum, maxMicroseconds } from './cost.ts';
import type { Cost } from './cost.ts';
import type { Form, Glyph, Parts, Picture, State, Tiles } from './types.ts';
import { readOperations } from './operations.ts';
import type { Operand } from './operations.ts';
import { Path } from './path.ts';

/** Microseconds, as measured for the slowest of poppler, MuPDF and Ghostscript. */
const steps = { operator: 1, fill: 1, stroke: 3, clip: 2, glyph: 4, object: 7, dash: 1, tile: 0.2, sample: 0.01 };
/** The edge of something filled, to a line that is drawn. */
const edge = 1 / 3;
/** How often the area of something is filled: shadings are worked out dot by dot, groups drawn for themselves first. */
const fills = { shading: 5, group: 2 };

interface Graphics {
  readonly matrix: Matrix;
  readonly clip: Box;
  readonly lineWidth: number;
  /** From one dash to the next; 0 for whole lines. */
  readonly dash: number;
  readonly fill: Tiles | 'shading' | null;
  readonly stroke: Tiles | 'shading' | null;
  readonly glyph: Glyph | null;
  readonly fontSize: number;
}

/** Far more than the 28 that the standard knows; a file that never restores is drawn all the same. */
const maxSaved = 10_000;

/** What drawing a content stream takes within its bounds, in its own space. In linear time. */
export function measureContent(content: Uint8Array, bounds: Box, parts: Parts): Cost {
  const reckoning = new ContentCost(bounds, parts);
  readOperations(content, (operator, operands) => reckoning.perform(operator, operands));
  return reckoning.sum;
}

class ContentCost {
  readonly sum = new CostSum();
  readonly #parts: Parts;
  readonly #saved: Graphics[] = [];
  #now: Graphics;
  readonly #path = new Path();
  #clips = false;
  #textScale = 1;

  constructor(bounds: Box, parts: Parts) {
    this.#parts = parts;
    this.#now = {
      matrix: identity,
      clip: bounds,
      lineWidth: 1,
      dash: 0,
      fill: null,
      stroke: null,
      glyph: null,
      fontSize: 1,
    };
  }

  perform(operator: string, operands: readonly Operand[]): void {
    const arity = operands.length > 2 ? countOperands(operator) : null;
    if (arity === null || operands.length <= arity) this.#perform(operator, operands);
    // Some who draw take the first of too many, some the last.
    else for (const some of [operands.slice(0, arity), operands.slice(-arity)]) this.#perform(operator, some);
  }

  #perform(operator: string, operands: readonly Operand[]): void {
    this.sum.steps += steps.operator;
    if (this.sum.steps > maxMicroseconds) throw new PdfUnrenderable('takes too many steps to draw');
    const number = (index: number): number => readNumber(operands, index);
    const last = operands[operands.length - 1];
    const name = typeof last === 'string' ? last : null;
    const { matrix } = this.#now;
    switch (operator) {
      case 'q':
        if (this.#saved.length < maxSaved) this.#saved.push(this.#now);
        break;
      case 'Q':
        this.#now = this.#saved.pop() ?? this.#now;
        break;
      case 'cm':
        this.#set({ matrix: multiply(readMatrix(operands), matrix) });
        break;
      case 'w':
        this.#set({ lineWidth: Math.abs(number(0)) });
        break;
      case 'd':
        // The last operand is where in the pattern a line begins.
        this.#set({ dash: operands.slice(0, -1).reduce((sum: number, _, index) => sum + number(index), 0) });
        break;
      case 'gs':
        if (name !== null) this.#setState(this.#parts.findState(name));
        break;
      case 'm':
        this.#path.move(matrix, number(0), number(1));
        break;
      case 'l':
        this.#path.line(matrix, number(0), number(1));
        break;
      case 'c':
      case 'v':
      case 'y':
        for (let at = 0; at + 1 < operands.length; at += 2) this.#path.line(matrix, number(at), number(at + 1));
        break;
      case 're':
        this.#path.rectangle(matrix, number(0), number(1), number(2), number(3));
        break;
      case 'W':
      case 'W*':
        this.#clips = true;
        break;
      case 'f':
      case 'F':
      case 'f*':
        this.#endPath('fill');
        break;
      case 'S':
      case 's':
        this.#endPath('stroke');
        break;
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        this.#endPath('both');
        break;
      case 'n':
        this.#endPath('none');
        break;
      case 'scn':
        this.#set({ fill: name === null ? null : this.#parts.findPattern(name) });
        break;
      case 'SCN':
        this.#set({ stroke: name === null ? null : this.#parts.findPattern(name) });
        break;
      case 'cs':
      case 'sc':
      case 'g':
      case 'rg':
      case 'k':
        if (this.#now.fill !== null) this.#set({ fill: null });
        break;
      case 'CS':
      case 'SC':
      case 'G':
      case 'RG':
      case 'K':
        if (this.#now.stroke !== null) this.#set({ stroke: null });
        break;
      case 'sh':
        this.sum.steps += name === null ? 0 : this.#parts.findShading(name);
        this.sum.area += measureArea(this.#now.clip) * fills.shading;
        break;
      case 'Do':
        this.#draw(name === null ? null : this.#parts.findObject(name));
        break;
      case 'ID':
        this.#draw(readInlinePicture(operands));
        break;
      case 'BT':
        this.#textScale = 1;
        break;
      case 'Tm':
        this.#textScale = measureScale(readMatrix(operands));
        break;
      case 'Tf': {
        const font = operands.at(-2);
        this.#set({
          glyph: typeof font === 'string' ? this.#parts.findGlyph(font) : null,
          fontSize: number(operands.length - 1),
        });
        break;
      }
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        this.#showText(operands);
    }
  }

  #set(change: Partial<Graphics>): void {
    this.#now = { ...this.#now, ...change };
  }

  #endPath(paint: 'fill' | 'stroke' | 'both' | 'none'): void {
    const path = this.#path;
    const { matrix, clip, fill, stroke, lineWidth, dash } = this.#now;
    const seen = path.findSeen(clip);
    if (paint === 'fill' || paint === 'both') {
      this.sum.steps += steps.fill;
      this.sum.length += path.countSeen(seen) * edge;
      this.#paint(measureArea(seen), fill);
    }
    if (paint === 'stroke' || paint === 'both') {
      const scale = Math.sqrt(measureScale(matrix));
      const width = lineWidth * scale;
      this.sum.steps += steps.stroke;
      this.sum.length += path.countSeen(seen);
      if (dash > 0) this.sum.steps += (path.length / (dash * scale)) * steps.dash;
      const around = measureArea(path.findSeen(clip, width / 2));
      this.#paint(Math.min(around, path.length * width), stroke);
    }
    path.clear();
    if (!this.#clips) return;
    this.#clips = false;
    this.sum.steps += steps.clip;
    this.#set({ clip: seen ?? nothing });
  }

  #paint(area: number, how: Tiles | 'shading' | null): void {
    if (how === null) this.sum.area += area;
    else if (how === 'shading') this.sum.area += area * fills.shading;
    else {
      const scale = measureScale(how.matrix);
      const tiles = area === 0 ? 0 : Math.max(1, area / (how.stepArea * scale));
      this.sum.steps += tiles * steps.tile;
      this.sum.add(how.cost, tiles, scale);
    }
  }

  #draw(drawn: Picture | Form | null): void {
    if (drawn === null) return;
    const { matrix, clip } = this.#now;
    this.sum.steps += steps.object;
    if (drawn.type === 'picture') {
      this.sum.steps += drawn.steps;
      this.sum.area += measureArea(intersect(transformBounds(unit, matrix), clip));
      return;
    }
    const placed = multiply(drawn.matrix, matrix);
    this.sum.add(drawn.cost, 1, measureScale(placed));
    if (drawn.isGroup) this.sum.area += measureArea(intersect(transformBounds(drawn.box, placed), clip)) * fills.group;
  }

  #setState({ mask, lineWidth, font }: State): void {
    this.#draw(mask);
    if (lineWidth !== null) this.#set({ lineWidth: Math.abs(lineWidth) });
    if (font !== null) this.#set({ glyph: font.glyph, fontSize: font.size });
  }

  #showText(operands: readonly Operand[]): void {
    let glyphs = 0;
    for (const operand of operands) if (typeof operand === 'object') glyphs += operand.bytes;
    const { matrix, clip, glyph, fontSize } = this.#now;
    const scale = measureScale(matrix) * this.#textScale * fontSize ** 2;
    this.sum.steps += glyphs * steps.glyph;
    if (glyph !== null) this.sum.add(glyph.cost, glyphs, glyph.scale * scale);
    // Half of its square is ink, at most.
    else this.sum.area += glyphs * Math.min(scale / 2, measureArea(clip));
  }
}

const unit: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const nothing: Box = { left: 0, bottom: 0, right: 0, top: 0 };

/** How many operands the makers of paths take; null for all other operators. */
function countOperands(operator: string): number | null {
  switch (operator) {
    case 're':
    case 'v':
    case 'y':
      return 4;
    case 'c':
      return 6;
    case 'm':
    case 'l':
      return 2;
    default:
      return null;
  }
}

/** The operands of a matrix; of too many, those that enlarge more. */
function readMatrix(operands: readonly Operand[]): Matrix {
  const first = readMatrixAt(operands, 0);
  if (operands.length <= 6) return first;
  const last = readMatrixAt(operands, operands.length - 6);
  return measureScale(first) > measureScale(last) ? first : last;
}

function readMatrixAt(operands: readonly Operand[], at: number): Matrix {
  const number = (index: number): number => readNumber(operands, at + index);
  return [number(0), number(1), number(2), number(3), number(4), number(5)];
}

function readNumber(operands: readonly Operand[], index: number): number {
  const operand = operands[index];
  return typeof operand === 'number' ? operand : 0;
}

function readInlinePicture(operands: readonly Operand[]): Picture {
  const find = (...names: readonly string[]): number => {
    const at = operands.findIndex((operand) => typeof operand === 'string' && names.includes(operand));
    const value = operands[at + 1];
    return at >= 0 && typeof value === 'number' ? value : 0;
  };
  return { type: 'picture', steps: countPictureSteps(find('W', 'Width'), find('H', 'Height')) };
}

/** What the samples of a picture take. */
export function countPictureSteps(width: number, height: number): number {
  return Math.abs(width * height) * steps.sample;
}
