import type { Paper } from '#shared/domain/records.ts';
import { findDotsPerMm, splitZpl } from '../../zpl/index.ts';
import { measurePaper } from '../formats/image.ts';
import { transformBounds, type Matrix, pointsPerMm, type Size } from '../pdf/page/geometry.ts';
import type { DrawnPage } from '../pdf/page/mark.ts';
import { PdfUnrenderable } from '../pdf/syntax/errors.ts';
import { FieldDrawing, write, type Drawn } from './field.ts';
import { readLabel, type Field } from './label.ts';
import { ZplUndrawable } from './undrawable.ts';

const leavesWhite = 'ZPL that leaves the paper white';
/** More than any label draws; the drawing grows faster than its ZPL. */
const maxContentLength = 32 << 20;

/**
 * Returns a page for each label of filtered ZPL, as large as its ink. Throws `PdfUnrenderable` for
 * white ones.
 */
export function drawZpl(zpl: Buffer, paper: Paper): readonly DrawnPage[] {
  return [...splitZpl(zpl)].map((text) => drawLabel(text, paper));
}

/**
 * Returns the page sizes of `drawZpl` for the same labels, in points; a label that cannot be drawn
 * has the paper that it is printed on. Throws `PdfUnrenderable` for ZPL that prints nothing, and for
 * a label that stays white on every paper; one outside of this paper is for the drawing to refuse.
 */
export function measureZpl(zpl: Buffer, paper: Paper): readonly Size[] {
  const sizes = [...splitZpl(zpl)].map((text) => {
    try {
      return measurePaper(layOut(text, paper).paper);
    } catch (error) {
      if (error instanceof ZplUndrawable) return measurePaper(paper);
      throw error;
    }
  });
  if (sizes.length === 0) throw new PdfUnrenderable('ZPL that prints nothing');
  return sizes;
}

/** A label of 4 by 6 inches has only its frame below 150 mm. */
const edgeMm = 4;
/** Longer ones are mistakes, and would be drawn too small to read. */
const longestMm = 600;

/**
 * Returns a label, its fields' drawing, and the paper: as long as their ink, never wider, as the
 * printer's head is not. Throws `PdfUnrenderable` for a label that stays white on every paper.
 */
function layOut(text: string, paper: Paper) {
  const label = readLabel(text);
  const dotsPerMm = findDotsPerMm(text, paper.widthMm);
  const drawing = new FieldDrawing(dotsPerMm);
  let content = '';
  let bottom = 0;
  let isWhite = true;
  let hasInk = false;
  let follow = { x: 0, y: 0 };
  for (const field of label.fields) {
    const drawn = drawing.draw(field);
    const place = field.place.follows ? { ...field.place, ...follow } : field.place;
    const matrix = turn(field, drawn, findCorner({ ...field, place }, drawn));
    const gray = drawn.isWhite === true ? '1 g' : '0 g';
    const colour = field.isReversed ? '/X gs 1 g' : gray;
    const numbers = matrix.map((number) => write(number)).join(' ');
    content += `q ${numbers} cm ${colour}\n${drawn.operators}Q\n`;
    if (content.length > maxContentLength) throw new ZplUndrawable('more to draw than a label has');
    const { width: x, baseLine: y } = drawn;
    follow = {
      x: matrix[0] * x + matrix[2] * y + matrix[4],
      y: matrix[1] * x + matrix[3] * y + matrix[5],
    };
    if (drawn.operators === '' || (drawn.isWhite === true && !field.isReversed)) continue;
    isWhite = false;
    const ink = transformBounds(drawn.ink, matrix);
    if (ink.right <= 0 || ink.top <= 0 || ink.left >= paper.widthMm * dotsPerMm) continue;
    hasInk = true;
    bottom = Math.max(bottom, ink.top);
  }
  if (isWhite) throw new PdfUnrenderable(leavesWhite);
  const longMm = Math.ceil(bottom) / dotsPerMm;
  if (longMm > longestMm) throw new ZplUndrawable(`a label of ${Math.round(longMm)} mm`);
  return {
    label,
    dotsPerMm,
    content,
    resources: drawing.listResources(),
    hasInk,
    paper: longMm > paper.heightMm + edgeMm ? { ...paper, heightMm: longMm } : paper,
  };
}

function drawLabel(text: string, loaded: Paper): DrawnPage {
  const { label, dotsPerMm, content, resources, hasInk, paper } = layOut(text, loaded);
  if (!hasInk) throw new PdfUnrenderable(leavesWhite);
  const size = measurePaper(paper);
  const width = paper.widthMm * dotsPerMm;
  const height = paper.heightMm * dotsPerMm;
  // A reversed field needs a background.
  const reverses = label.fields.some(({ isReversed }) => isReversed);
  const ground = reverses ? `1 g 0 0 ${write(width)} ${write(height)} re f\n` : '';
  const end = `${write(label.width ?? width)} ${write(label.height ?? height)}`;
  // The whole label (`^PO`).
  const upsideDown = label.isInverted ? `-1 0 0 -1 ${end} cm\n` : '';
  const onPage = `${layOn(size, dotsPerMm, paper)} cm\n`;
  return { ...size, content: onPage + upsideDown + ground + content, resources };
}

/** From dots, which count from the upper left, to the portrait page. */
function layOn({ width, height }: Size, dotsPerMm: number, { widthMm, heightMm }: Paper): string {
  const scale = pointsPerMm / dotsPerMm;
  const matrix =
    widthMm > heightMm ? [0, -scale, -scale, 0, width, height] : [scale, 0, 0, -scale, 0, height];
  return matrix.map((number) => write(number, 8)).join(' ');
}

/** Returns the upper left corner of a field's box on the label. */
function findCorner(
  { place: at, orientation }: Pick<Field, 'place' | 'orientation'>,
  drawn: Drawn,
) {
  const { width, height, baseLine, drop = 0 } = drawn;
  const isUpright = orientation === 'N' || orientation === 'I';
  if (!at.onBaseLine) {
    const across = isUpright ? width : height;
    return { x: at.toRight ? at.x - across : at.x, y: at.y + drop };
  }
  const below = height - baseLine;
  const x = { N: at.x, R: at.x - below, I: at.x - width, B: at.x - baseLine }[orientation];
  const y = { N: at.y - baseLine, R: at.y, I: at.y - below, B: at.y - width }[orientation];
  return { x: at.toRight && isUpright ? x - width : x, y };
}

/** Returns the matrix from a field's own dots to the label's. */
function turn(
  { orientation }: Field,
  { width, height }: Drawn,
  { x, y }: Readonly<Record<'x' | 'y', number>>,
): Matrix {
  switch (orientation) {
    case 'N':
      return [1, 0, 0, 1, x, y];
    case 'R':
      return [0, 1, -1, 0, x + height, y];
    case 'I':
      return [-1, 0, 0, -1, x + width, y + height];
    case 'B':
      return [0, -1, 1, 0, x, y + width];
  }
}
