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
  const bare = withoutCuts(ink, findCuts(ink, dotsPerMm));
  const quarters = splitSheet(bare, dotsPerMm, 2);
  if (quarters !== null) return quarters;
  const area = findLabelArea(ink, dotsPerMm);
  return area === null ? (splitSheet(bare, dotsPerMm, 1) ?? []) : [area];
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
function splitSheet(
  { width, height, dots }: Ink,
  dotsPerMm: number,
  columns: 1 | 2,
): readonly Area[] | null {
  const wide = Math.ceil(width / columns);
  const high = Math.ceil(height / 2);
  const middle = Math.ceil(middleMm * dotsPerMm);
  const isClear = (from: number, end: number, start: number, length: number) =>
    start === 0 ? end <= length - middle : from >= length + middle;
  const parts = Array.from({ length: columns * 2 }, (_, index) => ({
    x: (index % columns) * wide,
    y: Math.floor(index / columns) * high,
  }));
  const labels = parts.flatMap(({ x, y }) => {
    const own = new Uint8Array(dots.length);
    for (let row = y; row < Math.min(height, y + high); row += 1) {
      const from = row * width + x;
      own.set(dots.subarray(from, Math.min(from + wide, (row + 1) * width)), from);
    }
    const part = { width, height, dots: own };
    const bounds = findBounds(part);
    if (bounds === null) return [];
    const { left, right, top, bottom } = bounds;
    const isApart =
      (columns === 1 || isClear(left, right, x, wide)) && isClear(top, bottom, y, high);
    const isLabel =
      isApart && right - left >= wide * leastFilled && bottom - top >= high * leastFilled;
    // Two rows of text with a gap in the middle are not a sheet: their lines do not end alike.
    const sides = [left - x, top - y, ...(columns === 1 ? [right - x, bottom - y] : [])];
    return [{ sides, area: isLabel ? findLabelArea(part, dotsPerMm) : null }];
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

function withoutCuts(
  { width, height, dots: all }: Ink,
  { rows, columns }: ReturnType<typeof findCuts>,
): Ink {
  const dots = all.slice();
  if (rows !== null) dots.fill(0, rows.from * width, rows.end * width);
  for (let x = columns?.from ?? 0; x < (columns?.end ?? 0); x += 1)
    for (let y = 0; y < height; y += 1) dots[y * width + x] = 0;
  return { width, height, dots };
}

function findCuts({ width, height, dots }: Ink, dotsPerMm: number) {
  return {
    columns: findCut(
      { dots, lines: width, length: height, lineStep: 1, dotStep: width },
      dotsPerMm,
    ),
    rows: findCut({ dots, lines: height, length: width, lineStep: width, dotStep: 1 }, dotsPerMm),
  };
}

/** Returns the area of the single label that has all the ink of its sheet, or null. */
function findLabelArea(ink: Ink, dotsPerMm: number): Area | null {
  const cuts = findCuts(ink, dotsPerMm);
  const bounds = findBounds(withoutCuts(ink, cuts));
  if (bounds === null) return null;
  const page = { width: ink.width / dotsPerMm, height: ink.height / dotsPerMm };
  const inkArea = {
    left: Math.max(0, bounds.left / dotsPerMm - safetyMm),
    top: Math.max(0, bounds.top / dotsPerMm - safetyMm),
    right: Math.min(page.width, bounds.right / dotsPerMm + safetyMm),
    bottom: Math.min(page.height, bounds.bottom / dotsPerMm + safetyMm),
  };
  if (
    !isInHalf(inkArea.left, inkArea.right, page.width) &&
    !isInHalf(inkArea.top, inkArea.bottom, page.height)
  )
    return null;
  const across = inkArea.right - inkArea.left;
  const down = inkArea.bottom - inkArea.top;
  if (Math.min(across, down) < leastMm.short || Math.max(across, down) < leastMm.long) return null;
  const size = listSizes(page).find(({ width, height }) => across <= width && down <= height);
  if (size === undefined) return null;
  const middleOf = (cut: Cut | null): number | null =>
    cut === null ? null : (cut.from + cut.end) / 2 / dotsPerMm;
  const left = place(inkArea.left, inkArea.right, size.width, page.width, middleOf(cuts.columns));
  const top = place(inkArea.top, inkArea.bottom, size.height, page.height, middleOf(cuts.rows));
  return { left, top, ...size };
}

/** The papers of labels, upright and turned, from the smallest; then half of the page itself. */
function listSizes(page: { readonly width: number; readonly height: number }) {
  const papers = [
    { width: 100, height: 150 },
    { width: 105, height: 148.5 },
  ];
  const both = papers.flatMap(({ width, height }) => [
    { width, height },
    { width: height, height: width },
  ]);
  return [...both, { width: page.width, height: page.height / 2 }];
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

/** The lines of a cut, the second one excluded. */
interface Cut {
  readonly from: number;
  readonly end: number;
}

/** A page as its rows from the top, or as its columns from the left. */
interface Lines {
  readonly dots: Uint8Array;
  readonly lines: number;
  /** Dots per line. */
  readonly length: number;
  /** Offsets from a dot to the same one in the next line, and to the next one in its own. */
  readonly lineStep: number;
  readonly dotStep: number;
}

/**
 * Finds a thin dashed line near the middle with white on both sides; one in the other direction may
 * cross it.
 */
function findCut(ink: Lines, dotsPerMm: number): Cut | null {
  const { lines } = ink;
  const first = Math.floor(lines * (0.5 - cutBand));
  const last = Math.ceil(lines * (0.5 + cutBand));
  const margin = Math.ceil(cutMarginMm * dotsPerMm);
  const counts = Array.from({ length: last - first + 1 }, (_, index) =>
    countBeside(ink, first + index),
  );
  for (let at = margin; at < counts.length - margin; at += 1) {
    if (counts[at] === 0) continue;
    let end = at + 1;
    while (end < counts.length && counts[end] !== 0) end += 1;
    const isThin = end - at <= Math.max(1, Math.round(cutThicknessMm * dotsPerMm));
    const isFree =
      isThin &&
      counts.slice(at - margin, at).every((count) => count === 0) &&
      end + margin <= counts.length &&
      counts.slice(end, end + margin).every((count) => count === 0);
    const cut = { from: first + at, end: first + end };
    if (isFree && isDashed(ink, cut)) return cut;
    at = end;
  }
  return null;
}

/** Returns the ink of a line, without that of a crossing cut line near the middle. */
function countBeside({ dots, length, lineStep, dotStep }: Lines, line: number): number {
  let count = 0;
  let middle = 0;
  for (let at = 0; at < length; at += 1) {
    if (dots[line * lineStep + at * dotStep] === 0) continue;
    if (Math.abs(at / length - 0.5) <= cutBand) middle += 1;
    count += 1;
  }
  return middle === count && middle <= mostOfCrossing ? 0 : count;
}

/** Dots that a crossing cut line has in a line. */
const mostOfCrossing = 4;

function isDashed({ dots, length, lineStep, dotStep }: Lines, { from, end }: Cut): boolean {
  let dashes = 0;
  let first = -1;
  let last = -1;
  let before = false;
  for (let at = 0; at < length; at += 1) {
    let isInk = false;
    for (let line = from; line < end; line += 1)
      isInk ||= dots[line * lineStep + at * dotStep] !== 0;
    if (isInk && !before) dashes += 1;
    if (isInk && first < 0) first = at;
    if (isInk) last = at;
    before = isInk;
  }
  return dashes >= leastDashes && last - first >= length * leastCutLength;
}

/** From the upper left corner; `right` and `bottom` lie behind the last dot. */
function findBounds({ width, height, dots }: Ink): Box | null {
  let left = width;
  let top = height;
  let right = 0;
  let bottom = 0;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const isWhite = (x: number) => dots[row + x] === 0;
    let first = 0;
    while (first < width && isWhite(first)) first += 1;
    if (first === width) continue;
    let last = width - 1;
    while (isWhite(last)) last -= 1;
    left = Math.min(left, first);
    right = Math.max(right, last + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return right > left ? { left, top, right, bottom } : null;
}
