import { identity, measureArea, measureScale, multiply, intersect, transformBounds } from '../page/geometry.ts';
import type { Box, Matrix } from '../page/geometry.ts';
import { PdfUnrenderable } from '../syntax/objects.ts';
import { CostSum, maxMicroseconds, type Cost } from './cost.ts';
import type { Form, Glyph, Parts, Picture, State, Tiles } from './cost.ts';
import { readOperations, type Operands } from './operations.ts';
import { Path } from './path.ts';

/** Microseconds, measured for the slowest of poppler, MuPDF and Ghostscript. */
const steps = { operator: 1, fill: 1, stroke: 3, clip: 2, glyph: 4, object: 7, dash: 1, tile: 0.2, sample: 0.01 };
/** The cost of a filled shape's edge, relative to a stroked line. */
const edge = 1 / 3;
/** How often an area is filled: shadings are computed dot by dot, groups drawn separately first. */
const fills = { shading: 5, group: 2 };

interface Graphics {
  matrix: Matrix;
  clip: Box;
  lineWidth: number;
  /** From one dash to the next; 0 for solid lines. */
  dash: number;
  fill: Tiles | 'shading' | null;
  stroke: Tiles | 'shading' | null;
  glyph: Glyph | null;
  fontSize: number;
}

/** Far more than the standard's 28; a file that never restores is drawn all the same. */
const maxSaved = 10_000;

/** Returns the cost of drawing a content stream within its bounds, in its own space. In linear time. */
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

  perform(operator: string, operands: Operands): void {
    const arity = operands.length > 2 ? countOperands(operator) : null;
    if (arity === null || operands.length <= arity) this.#perform(operator, operands);
    else {
      // Some viewers take the first of too many, some the last.
      this.#perform(operator, operands.slice(0, arity));
      this.#perform(operator, operands.slice(operands.length - arity, arity));
    }
  }

  #perform(operator: string, operands: Operands): void {
    this.sum.steps += steps.operator;
    if (this.sum.steps > maxMicroseconds) throw new PdfUnrenderable('takes too many steps to draw');
    const now = this.#now;
    // The last operand of operators that take a name.
    const name = operands.name(operands.length - 1);
    switch (operator) {
      case 're':
        this.#path.rectangle(
          now.matrix,
          operands.number(0),
          operands.number(1),
          operands.number(2),
          operands.number(3),
        );
        break;
      case 'f':
      case 'F':
      case 'f*':
        this.#endPath('fill');
        break;
      case 'm':
        this.#path.move(now.matrix, operands.number(0), operands.number(1));
        break;
      case 'l':
        this.#path.line(now.matrix, operands.number(0), operands.number(1));
        break;
      case 'c':
      case 'v':
      case 'y':
        for (let at = 0; at + 1 < operands.length; at += 2)
          this.#path.line(now.matrix, operands.number(at), operands.number(at + 1));
        break;
      case 'q':
        if (this.#saved.length < maxSaved) this.#saved.push({ ...now });
        break;
      case 'Q':
        this.#now = this.#saved.pop() ?? now;
        break;
      case 'cm':
        now.matrix = multiply(readMatrix(operands), now.matrix);
        break;
      case 'w':
        now.lineWidth = Math.abs(operands.number(0));
        break;
      case 'd':
        // The last operand is the phase of the pattern.
        now.dash = 0;
        for (let at = 0; at < operands.length - 1; at += 1) now.dash += operands.number(at);
        break;
      case 'gs':
        if (name !== null) this.#setState(this.#parts.findState(name));
        break;
      case 'W':
      case 'W*':
        this.#clips = true;
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
        now.fill = name === null ? null : this.#parts.findPattern(name);
        break;
      case 'SCN':
        now.stroke = name === null ? null : this.#parts.findPattern(name);
        break;
      case 'cs':
      case 'sc':
      case 'g':
      case 'rg':
      case 'k':
        now.fill = null;
        break;
      case 'CS':
      case 'SC':
      case 'G':
      case 'RG':
      case 'K':
        now.stroke = null;
        break;
      case 'sh':
        this.sum.steps += name === null ? 0 : this.#parts.findShading(name);
        this.sum.area += measureArea(now.clip) * fills.shading;
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
        const font = operands.name(operands.length - 2);
        now.glyph = font === null ? null : this.#parts.findGlyph(font);
        now.fontSize = operands.number(operands.length - 1);
        break;
      }
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        this.#showText(operands.textBytes);
    }
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
    this.#now.clip = seen ?? nothing;
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
    if (lineWidth !== null) this.#now.lineWidth = Math.abs(lineWidth);
    if (font === null) return;
    this.#now.glyph = font.glyph;
    this.#now.fontSize = font.size;
  }

  #showText(glyphs: number): void {
    const { matrix, clip, glyph, fontSize } = this.#now;
    const scale = measureScale(matrix) * this.#textScale * fontSize ** 2;
    this.sum.steps += glyphs * steps.glyph;
    if (glyph !== null) this.sum.add(glyph.cost, glyphs, glyph.scale * scale);
    // At most half of its square is ink.
    else this.sum.area += glyphs * Math.min(scale / 2, measureArea(clip));
  }
}

const unit: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const nothing: Box = { left: 0, bottom: 0, right: 0, top: 0 };

/** Returns the number of operands of path operators; null for all others. */
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

/** Returns the operands of a matrix; of too many, those that enlarge more. */
function readMatrix(operands: Operands): Matrix {
  const first = readMatrixAt(operands, 0);
  if (operands.length <= 6) return first;
  const last = readMatrixAt(operands, operands.length - 6);
  return measureScale(first) > measureScale(last) ? first : last;
}

function readMatrixAt(operands: Operands, at: number): Matrix {
  return [
    operands.number(at),
    operands.number(at + 1),
    operands.number(at + 2),
    operands.number(at + 3),
    operands.number(at + 4),
    operands.number(at + 5),
  ];
}

function readInlinePicture(operands: Operands): Picture {
  const find = (short: string, long: string): number => {
    for (let at = 0; at < operands.length; at += 1) {
      const name = operands.name(at);
      if (name === short || name === long) return operands.number(at + 1);
    }
    return 0;
  };
  return { type: 'picture', steps: countPictureSteps(find('W', 'Width'), find('H', 'Height')) };
}

export function countPictureSteps(width: number, height: number): number {
  return Math.abs(width * height) * steps.sample;
}
