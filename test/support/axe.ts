import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const file = 'assets/axe.js';

/**
 * Puts axe into the folder of the page that the tests serve: a browser that loads it from there
 * compiles it once for all windows.
 */
export function addAxe(folder: string): void {
  copyFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), join(folder, file));
}

/**
 * Returns axe's violations, one line each, without these parts. axe stays in the page for the next
 * call.
 */
export function findViolations(
  page: Page,
  except?: string,
  known?: KnownColours,
): Promise<readonly string[]> {
  return run(page, null, except, known);
}

/**
 * The colours of texts that passed: two texts in the same colour, size and weight over the same
 * backgrounds have the same contrast. It is by far the slowest of the rules, and most texts of a
 * window look like others.
 */
export type KnownColours = Set<string>;

const contrast = 'color-contrast';

/**
 * Of these alone can another theme or language change the outcome: of colours, and of texts of
 * another length.
 */
const rulesOfLook = [
  contrast,
  'link-in-text-block',
  'html-lang-valid',
  'scrollable-region-focusable',
];

/** The same for one more look of a page that has been checked. */
export function findViolationsOfLook(
  page: Page,
  except?: string,
  known?: KnownColours,
): Promise<readonly string[]> {
  return run(page, rulesOfLook, except, known);
}

/** The same for a page whose elements have been checked in other colours. */
export function findViolationsOfColours(
  page: Page,
  except: string | undefined,
  known: KnownColours,
) {
  return run(page, [contrast], except, known);
}

/**
 * Returns the backgrounds under an element that is laid over others, at its middle and its corners,
 * down to the one that covers the rest; null if they differ or cannot be determined.
 */
const readBelow = `(element) => {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const readAt = (x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const from = stack.indexOf(element);
    const colours = [];
    for (const one of from === -1 ? [] : stack.slice(from)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      if (backgroundImage !== 'none') return null;
      colours.push(backgroundColor);
      if (isOpaque(backgroundColor)) return colours.join(' ');
    }
    return null;
  };
  const middle = readAt((left + right) / 2, (top + bottom) / 2);
  if (middle === null) return null;
  // Round corners are not the element's.
  const [inX, inY] = [Math.min(6, width / 4), Math.min(6, height / 4)];
  const corners = [left + inX, right - inX].flatMap((x) => [top + inY, bottom - inY].map((y) => [x, y]));
  return corners.every(([x, y]) => readAt(x, y) === middle) ? middle : null;
}`;

/**
 * Marks one text of each unknown kind, and every text whose background cannot be determined from
 * the elements around it or under it. Texts that are only heard have no contrast: axe passes them
 * too. Returns the kinds.
 */
const markUnknown = `(known, except) => {
  const passed = new Set(known);
  // Elements that a pointer passes through are in no list of elements at a point.
  const solid = new CSSStyleSheet();
  solid.replaceSync('* { pointer-events: auto !important }');
  const isOpaque = (colour) => /^(?:rgb|color|ok[a-z]+)\\([^,/]+(?:,[^,/]+){0,2}\\)$/.test(colour);
  const isOnlyHeard = (element) => {
    for (let at = element; at !== null; at = at.parentElement) if (getComputedStyle(at).clipPath === 'inset(50%)') return true;
    return false;
  };
  const readBelow = ${readBelow};
  const fresh = new Set();
  for (const marked of document.querySelectorAll('[data-colours]')) marked.removeAttribute('data-colours');
  const look = (element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const parts = [color, fontSize, fontWeight, textShadow];
    let isCovered = false;
    let isLaidOver = false;
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position, filter } = getComputedStyle(at);
      if (opacity !== '1' || filter !== 'none') parts.push(opacity + filter);
      if (isCovered || isLaidOver) continue;
      if (backgroundImage !== 'none') return null;
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') parts.push(backgroundColor);
      isCovered = isOpaque(backgroundColor);
      isLaidOver = !isCovered && position !== 'static' && position !== 'relative';
    }
    if (isLaidOver) {
      if (!document.adoptedStyleSheets.includes(solid)) document.adoptedStyleSheets.push(solid);
      const below = readBelow(element);
      if (below === null) return null;
      parts.push('over', below);
    }
    return parts.join(' ');
  };
  for (const element of document.querySelectorAll('body *')) {
    if (except !== '' && element.closest(except) !== null) continue;
    const hasText = element.matches('input:not([type=radio], [type=checkbox]), select, textarea') || [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim() !== '');
    if (!hasText || !element.checkVisibility() || isOnlyHeard(element)) continue;
    const colours = look(element);
    if (colours !== null && (passed.has(colours) || fresh.has(colours))) continue;
    if (colours !== null) fresh.add(colours);
    element.setAttribute('data-colours', '');
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== solid);
  return [...fresh];
}`;

/** Playwright's own way to add a script brings a program into each document first. */
async function load(page: Page): Promise<void> {
  await page.evaluate(`new Promise((loaded, failed) => {
    const script = Object.assign(document.createElement('script'), { src: '/${file}' });
    script.addEventListener('load', () => loaded());
    script.addEventListener('error', () => failed(new Error('axe did not load')));
    document.head.append(script);
  })`);
}

interface Found {
  readonly kinds: readonly string[];
  readonly violations: AxeResults['violations'];
}

/**
 * If colours are known, only unknown ones are tested for contrast: all in one run, because each run
 * builds axe's own tree again.
 */
async function run(
  page: Page,
  rules: string[] | null,
  except = '',
  known?: KnownColours,
): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await load(page);
  const context = except === '' ? { include: 'html' } : { include: 'html', exclude: except };
  // Passed rules are not reported: reporting them costs more than testing them.
  const only = rules === null ? {} : { runOnly: rules };
  const all = { ...only, resultTypes: ['violations'], preload: false } satisfies RunOptions;
  const mark =
    known === undefined
      ? '[]'
      : `(${markUnknown})(${JSON.stringify([...known])}, ${JSON.stringify(except)})`;
  const texts = known === undefined ? '*' : '[data-colours]';
  const { kinds, violations } = await page.evaluate<Found>(`(async () => {
    const kinds = ${mark};
    // With known colours alone, axe would build its tree to test nothing.
    const isDone = ${rules?.join() === contrast} && document.querySelector('${texts}') === null;
    if (isDone) return { kinds, violations: [] };
    axe.configure({ rules: [{ id: '${contrast}', selector: '${texts}' }] });
    const { violations } = await axe.run(${JSON.stringify(context)}, ${JSON.stringify(all)});
    return { kinds, violations };
  })()`);
  if (!violations.some(({ id }) => id === contrast)) for (const kind of kinds) known?.add(kind);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${help} at ${target.join(' ')} (${failureSummary ?? ''})`,
    ),
  );
}
