import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const file = 'assets/axe.js';

/** Lays axe beside a page that the tests serve: loaded from there, the browser compiles it once for all windows. */
export function addAxe(folder: string): void {
  copyFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), join(folder, file));
}

/** What axe objects to, one line each, in all but these parts. It stays in the page for the next time. */
export function findViolations(page: Page, except?: string, known?: KnownColours): Promise<readonly string[]> {
  return known === undefined
    ? run(page, {}, except)
    : runWithoutKnown(page, { rules: { [contrast]: { enabled: false } } }, except, known);
}

/**
 * The colours of texts that stood their test: two texts in the same colour, size and weight over the same backgrounds have the
 * same contrast. It is by far the dearest of the rules, and most texts of a window look like others.
 */
export type KnownColours = Set<string>;

const contrast = 'color-contrast';

/** Of these alone can another theme or language change the outcome: of colours, and of texts of another length. */
const rulesOfLook = ['link-in-text-block', 'html-lang-valid', 'scrollable-region-focusable'];

/** The same for one more look of a page that has been checked. */
export function findViolationsOfLook(page: Page, except?: string, known?: KnownColours): Promise<readonly string[]> {
  return known === undefined
    ? run(page, { runOnly: [contrast, ...rulesOfLook] }, except)
    : runWithoutKnown(page, { runOnly: rulesOfLook }, except, known);
}

/** The contrast is looked at where it is not known. */
async function runWithoutKnown(
  page: Page,
  options: RunOptions,
  except: string | undefined,
  known: KnownColours,
): Promise<readonly string[]> {
  const others = await run(page, options, except);
  const marking = `(${markUnknown})(${JSON.stringify([...known])}, ${JSON.stringify(except ?? '')})`;
  const { kinds, texts } = await page.evaluate<{ readonly kinds: readonly string[]; readonly texts: number }>(marking);
  if (texts === 0) return others;
  const found = await run(page, { runOnly: [contrast] }, except, '[data-colours]');
  if (found.length === 0) for (const kind of kinds) known.add(kind);
  return [...others, ...found];
}

/**
 * Marks one text of each kind that is not known, and every one whose background cannot be told from the elements around it.
 * Gives the kinds, and how many texts are marked.
 */
const markUnknown = `(known, except) => {
  const passed = new Set(known);
  const fresh = new Set();
  for (const marked of document.querySelectorAll('[data-colours]')) marked.removeAttribute('data-colours');
  const look = (element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const parts = [color, fontSize, fontWeight, textShadow];
    let isCovered = false;
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position, filter } = getComputedStyle(at);
      if (opacity !== '1' || filter !== 'none') parts.push(opacity + filter);
      if (isCovered) continue;
      if (backgroundImage !== 'none') return null;
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') parts.push(backgroundColor);
      isCovered = /^(?:rgb|color|ok[a-z]+)\\([^,/]+(?:,[^,/]+){0,2}\\)$/.test(backgroundColor);
      if (!isCovered && position !== 'static' && position !== 'relative') return null;
    }
    return parts.join(' ');
  };
  for (const element of document.querySelectorAll('body *')) {
    if (except !== '' && element.closest(except) !== null) continue;
    const hasText = element.matches('input, select, textarea') || [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim() !== '');
    if (!hasText || !element.checkVisibility()) continue;
    const colours = look(element);
    if (colours !== null && (passed.has(colours) || fresh.has(colours))) continue;
    if (colours !== null) fresh.add(colours);
    element.setAttribute('data-colours', '');
  }
  return { kinds: [...fresh], texts: document.querySelectorAll('[data-colours]').length };
}`;

/** The program's own address has no such file: there it comes through the debugger, whatever the page's policy. */
async function load(page: Page): Promise<void> {
  const { protocol, origin } = new URL(page.url());
  if (protocol === 'http:') await page.addScriptTag({ url: `${origin}/${file}` });
  else await page.evaluate(axe.source);
}

async function run(page: Page, options: RunOptions, except?: string, include = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await load(page);
  // What holds is not told: to tell it costs more than to find it.
  const all = JSON.stringify({ ...options, resultTypes: ['violations'] } satisfies RunOptions);
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(except === undefined ? { include } : { include, exclude: except })}, ${all}).then((results) => results.violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary ?? ''})`),
  );
}
