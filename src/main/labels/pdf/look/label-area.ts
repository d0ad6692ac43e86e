import type { Box } from '../page/geometry.ts';

/** The dots of a page that are not white. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  /** Row by row from the top; 0 is white. */
  readonly dots: Uint8Array;
}

/** A part of a page in millimetres from its upper left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The largest distance of a cut line from the middle, as a share of the page's length. */
const cutBand = 0.08;
const cutThicknessMm = 0.8;
/** White on both sides of a cut line. */
const cutMarginMm = 1.5;
/** A line with fewer dashes belongs to a frame or a form. */
const leastDashes = 10;
/** As a share of the page's width or height. */
const leastCutLength = 0.4;
/** A label of 150 mm reaches a little over the middle of A4. */
const overMiddleMm = 4;
/** A smaller area is a word on a page, not a label. */
const leastMm = { short: 40, long: 60 };
/** Another renderer may put ink this far beside the dots that were found. */
const safetyMm = 0.5;

/**
 * Returns the labels' areas on a sheet, row by row: the single one in a half or quarter that has
 * all the ink, apart from a thin dashed line to cut along; or two or four that begin at the same
 * place of their halves or quarters. Each area gets the size of a label's paper if it fits one.
 * None if the page is to stay whole.
 */
export function findLabelAreas(ink: Ink, dotsPerMm: number): readonly Area[] {
  const turned = turn(ink);
  const cuts = { rows: findCut(ink, dotsPerMm), columns: findCut(turned, dotsPerMm) };
  const bare = erase(turn(erase(turned, cuts.columns)), cuts.rows);
  const sheet = { ...bare, cuts, dotsPerMm };
  const quarters = splitSheet(sheet, 2);
  if (quarters !== null) return quarters;
  const bounds = findBounds(bare, { left: 0, top: 0, right: bare.width, bottom: bare.height });
  const area = bounds === null ? null : findLabelArea(sheet, bounds);
  return area === null ? (splitSheet(sheet, 1) ?? []) : [area];
}

/** A page without its lines to cut along. */
interface Sheet extends Ink {
  readonly cuts: Readonly<Record<'rows' | 'columns', Cut | null>>;
  readonly dotsPerMm: number;
}

/** White on both sides of the middle between two labels. */
const middleMm = 1;
/** The tolerance between the places of two labels on one sheet: their texts differ in length. */
const placeToleranceMm = 3;
/** The least share of its part of the sheet that a label fills, in each direction. */
const leastFilled = 0.6;

/**
 * Returns the labels of a sheet with two rows of places, some of which may be free; null for any
 * other page.
 */
function splitSheet(sheet: Sheet, columns: 1 | 2): readonly Area[] | null {
  const { width, height, dotsPerMm } = sheet;
  const wide = Math.ceil(width / columns);
  const high = Math.ceil(height / 2);
  const middle = Math.ceil(middleMm * dotsPerMm);
  const isClear = (from: number, end: number, start: number, length: number) =>
    start === 0 ? end <= length - middle : from >= length + middle;
  const parts = Array.from({ length: columns * 2 }, (_, index) => ({
    left: (index % columns) * wide,
    top: Math.floor(index / columns) * high,
  }));
  const labels = parts.flatMap(({ left: x, top: y }) => {
    const right = Math.min(width, x + wide);
    const part = { left: x, top: y, right, bottom: Math.min(height, y + high) };
    const bounds = findBounds(sheet, part);
    if (bounds === null) return [];
    const { left, top } = bounds;
    const isApart =
      (columns === 1 || isClear(left, bounds.right, x, wide)) &&
      isClear(top, bounds.bottom, y, high);
    const isLabel =
      isApart &&
      bounds.right - left >= wide * leastFilled &&
      bounds.bottom - top >= high * leastFilled;
    // Two rows of text with a gap in the middle are not a sheet: their lines do not end alike.
    const ends = columns === 1 ? [bounds.right - x, bounds.bottom - y] : [];
    return [
      { sides: [left - x, top - y, ...ends], area: isLabel ? findLabelArea(sheet, bounds) : null },
    ];
  });
  const [first] = labels;
  const tolerance = placeToleranceMm * dotsPerMm;
  const areas = labels.flatMap(({ area, sides }) =>
    sides.every((side, index) => Math.abs(side - (first?.sides[index] ?? 0)) <= tolerance)
      ? (area ?? [])
      : [],
  );
  return areas.length >= 2 && areas.length === labels.length ? areas : null;
}

/** Returns the area of the label that has the ink within these dots, or null. */
function findLabelArea({ width, height, cuts, dotsPerMm }: Sheet, bounds: Box): Area | null {
  const page = { width: width / dotsPerMm, height: height / dotsPerMm };
  const left = Math.max(0, bounds.left / dotsPerMm - safetyMm);
  const top = Math.max(0, bounds.top / dotsPerMm - safetyMm);
  const right = Math.min(page.width, bounds.right / dotsPerMm + safetyMm);
  const bottom = Math.min(page.height, bounds.bottom / dotsPerMm + safetyMm);
  if (!isInHalf(left, right, page.width) && !isInHalf(top, bottom, page.height)) return null;
  const across = right - left;
  const down = bottom - top;
  if (Math.min(across, down) < leastMm.short || Math.max(across, down) < leastMm.long) return null;
  const size = listSizes(page).find((paper) => across <= paper.width && down <= paper.height);
  if (size === undefined) return null;
  const middleOf = (cut: Cut | null) => cut && (cut.from + cut.end) / 2 / dotsPerMm;
  return {
    left: place(left, right, size.width, page.width, middleOf(cuts.columns)),
    top: place(top, bottom, size.height, page.height, middleOf(cuts.rows)),
    ...size,
  };
}

/** The papers of labels, upright and turned, from the smallest; then half of the page itself. */
function listSizes(page: Pick<Area, 'width' | 'height'>) {
  return [
    { width: 100, height: 150 },
    { width: 150, height: 100 },
    { width: 105, height: 148.5 },
    { width: 148.5, height: 105 },
    { width: page.width, height: page.height / 2 },
  ];
}

function isInHalf(from: number, end: number, length: number): boolean {
  return end <= length / 2 + overMiddleMm || from >= length / 2 - overMiddleMm;
}

/**
 * Returns the start of a stretch of this size around the middle of the ink, on the page, beside the
 * cut line.
 */
function place(
  from: number,
  end: number,
  size: number,
  length: number,
  cut: number | null,
): number {
  const least = Math.max(0, end - size);
  const most = Math.min(from, length - size);
  let start = (from + end - size) / 2;
  if (cut !== null) start = end <= cut ? Math.min(start, cut - size) : Math.max(start, cut);
  return Math.min(Math.max(start, least), most);
}

/** The rows of a cut, the second one excluded. */
interface Cut {
  readonly from: number;
  readonly end: number;
}

/** Dots that a crossing cut line has in a row. */
const mostOfCrossing = 4;

/**
 * Finds a thin dashed row near the middle with white on both sides; a line in the other direction
 * may cross it.
 */
function findCut(ink: Ink, dotsPerMm: number): Cut | null {
  const { width, height, dots } = ink;
  const first = Math.floor(height * (0.5 - cutBand));
  const last = Math.ceil(height * (0.5 + cutBand));
  const margin = Math.ceil(cutMarginMm * dotsPerMm);
  const thickest = Math.max(1, Math.round(cutThicknessMm * dotsPerMm));
  const thin = new RegExp(`(?<= {${margin}})x{1,${thickest}}(?= {${margin}})`, 'g');
  const rows = showInk(last - first + 1, (index) => {
    const row = dots.subarray((first + index) * width, (first + index + 1) * width);
    const inked = row.reduce((sum, dot) => sum + (dot === 0 ? 0 : 1), 0);
    const isBeside = (dot: number, at: number) => dot !== 0 && Math.abs(at / width - 0.5) > cutBand;
    return inked > mostOfCrossing || row.some(isBeside);
  });
  for (const { 0: found, index } of rows.matchAll(thin)) {
    const cut = { from: first + index, end: first + index + found.length };
    if (isDashed(ink, cut)) return cut;
  }
  return null;
}

function isDashed({ width, dots }: Ink, { from, end }: Cut): boolean {
  const line = showInk(width, (x) => {
    let isInk = false;
    for (let y = from; y < end; y += 1) isInk ||= dots[y * width + x] !== 0;
    return isInk;
  }).trim();
  return line.split(/ +/).length >= leastDashes && line.length > width * leastCutLength;
}

/** Returns a text with an `x` for ink, and a blank for white. */
function showInk(length: number, isInk: (at: number) => boolean): string {
  return Array.from({ length }, (_, at) => (isInk(at) ? 'x' : ' ')).join('');
}

/** Returns a page with its columns as rows. */
function turn({ width, height, dots }: Ink): Ink {
  const turned = new Uint8Array(dots.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = dots[y * width + x] ?? 0;
  return { width: height, height: width, dots: turned };
}

function erase({ width, height, dots }: Ink, cut: Cut | null): Ink {
  const { from, end } = cut ?? { from: 0, end: 0 };
  return { width, height, dots: dots.slice().fill(0, from * width, end * width) };
}

/** In dots from the upper left corner; `right` and `bottom` lie behind the last dot. */
function findBounds({ width, dots }: Ink, part: Box): Box | null {
  const bounds = { left: part.right, top: part.bottom, right: 0, bottom: 0 };
  for (let y = part.top; y < part.bottom; y += 1) {
    const row = y * width;
    let first = part.left;
    while (first < part.right && dots[row + first] === 0) first += 1;
    if (first === part.right) continue;
    let last = part.right - 1;
    while (dots[row + last] === 0) last -= 1;
    bounds.left = Math.min(bounds.left, first);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, last + 1);
    bounds.bottom = y + 1;
  }
  return bounds.right === 0 ? null : bounds;
}
