import type { Paper } from '../../../shared/index.ts';
import { findDotsPerMm, splitZpl } from '../../zpl/index.ts';
import { measurePaper } from '../formats/image.ts';
import type { PageDraft } from '../pdf/page/normalise.ts';
import { PdfStream, PdfUnrenderable } from '../pdf/syntax/objects.ts';
import { FieldDrawing, write } from './field.ts';
import type { Drawn } from './field.ts';
import { readLabel } from './label.ts';
import type { Field, ZplLabel } from './label.ts';
import { ZplUndrawable } from './undrawable.ts';

/** In points. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const pointsPerMm = 72 / 25.4;
/** More than any label draws; what is drawn grows faster than its ZPL. */
const maxContentLength = 32 << 20;

/** A page for each label of ZPL as `filterZpl` gives it. Throws `PdfUnrenderable` where one cannot be drawn or is white. */
export function drawZpl(zpl: Buffer, paper: Paper): readonly PageDraft[] {
  return [...splitZpl(zpl)].map((text) => {
    const dotsPerMm = findDotsPerMm(text, paper.widthMm);
    return drawLabel(readLabel(text, dotsPerMm), dotsPerMm, paper);
  });
}

function drawLabel(label: ZplLabel, dotsPerMm: number, paper: Paper): PageDraft {
  const size = measurePaper(paper);
  const [width, height] = [paper.widthMm * dotsPerMm, paper.heightMm * dotsPerMm];
  const drawing = new FieldDrawing(dotsPerMm);
  let content = '';
  let leavesInk = false;
  let reverses = false;
  for (const field of label.fields) {
    const drawn = drawing.draw(field);
    const { x, y, across, down } = findBox(field, drawn);
    content += `q ${turn(field, drawn, x, y)} cm ${field.isReversed ? '/X gs 1 g' : drawn.isWhite ? '1 g' : '0 g'}\n${drawn.operators}Q\n`;
    if (content.length > maxContentLength) throw new ZplUndrawable('more to draw than a label has');
    reverses ||= field.isReversed;
    const isInside = x < width && y < height && x + across > 0 && y + down > 0;
    leavesInk ||= isInside && drawn.operators !== '' && (field.isReversed || !drawn.isWhite);
  }
  if (!leavesInk) throw new PdfUnrenderable('ZPL that leaves the paper white');
  // Reversed is told from what lies below, and so there must be something.
  const ground = reverses ? `1 g 0 0 ${write(width)} ${write(height)} re f\n` : '';
  const matrices = `${layOn(size, dotsPerMm, paper)} cm\n${place(label, width, height)}`;
  return {
    ...size,
    contents: new PdfStream(new Map(), Buffer.from(matrices + ground + content, 'latin1')),
    resources: drawing.listResources(),
    group: null,
    blank: false,
  };
}

/** From dots, which count from the upper left, to the portrait page. */
function layOn({ width, height }: Size, dotsPerMm: number, { widthMm, heightMm }: Paper): string {
  const scale = pointsPerMm / dotsPerMm;
  const matrix = widthMm > heightMm ? [0, -scale, -scale, 0, width, height] : [scale, 0, 0, -scale, 0, height];
  return matrix.map((number) => write(number, 8)).join(' ');
}

/** The whole label upside down (`^PO`) or mirrored (`^PM`). */
function place(label: ZplLabel, paperWidth: number, paperHeight: number): string {
  const [width, height] = [label.width ?? paperWidth, label.height ?? paperHeight];
  const inverted = label.isInverted ? `-1 0 0 -1 ${write(width)} ${write(height)} cm\n` : '';
  return inverted + (label.isMirrored ? `-1 0 0 1 ${write(width)} 0 cm\n` : '');
}

/** The box that a field takes on the label. */
function findBox({ place: at, orientation }: Field, { width, height, baseLine, drop }: Drawn) {
  const isUpright = orientation === 'N' || orientation === 'I';
  const [across, down] = isUpright ? [width, height] : [height, width];
  if (!at.onBaseLine) return { x: at.toRight ? at.x - across : at.x, y: at.y + drop, across, down };
  const below = height - baseLine;
  const x = { N: at.x, R: at.x - below, I: at.x - width, B: at.x - baseLine }[orientation];
  const y = { N: at.y - baseLine, R: at.y, I: at.y - below, B: at.y - width }[orientation];
  return { x: at.toRight && isUpright ? x - width : x, y, across, down };
}

/** The matrix from a field's own dots to the label's. */
function turn({ orientation }: Field, { width, height }: Drawn, x: number, y: number): string {
  const matrix = {
    N: [1, 0, 0, 1, x, y],
    R: [0, 1, -1, 0, x + height, y],
    I: [-1, 0, 0, -1, x + width, y + height],
    B: [0, -1, 1, 0, x, y + width],
  }[orientation];
  return matrix.map((number) => write(number)).join(' ');
}
