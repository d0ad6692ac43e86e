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
export function findViolations(page: Page, except?: string): Promise<readonly string[]> {
  return run(page, {}, except);
}

/** Of these alone can another theme or language change the outcome: of colours, and of texts of another length. */
const rulesOfLook = ['color-contrast', 'link-in-text-block', 'html-lang-valid', 'scrollable-region-focusable'];

/** The same for one more look of a page that has been checked. */
export function findViolationsOfLook(page: Page, except?: string): Promise<readonly string[]> {
  return run(page, { runOnly: rulesOfLook }, except);
}

/** The program's own address has no such file: there it comes through the debugger, whatever the page's policy. */
async function load(page: Page): Promise<void> {
  const { protocol, origin } = new URL(page.url());
  if (protocol === 'http:') await page.addScriptTag({ url: `${origin}/${file}` });
  else await page.evaluate(axe.source);
}

async function run(page: Page, options: RunOptions, except?: string): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await load(page);
  // What holds is not told: to tell it costs more than to find it.
  const all = JSON.stringify({ ...options, resultTypes: ['violations'] } satisfies RunOptions);
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(except === undefined ? { include: 'html' } : { include: 'html', exclude: except })}, ${all}).then((results) => results.violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary ?? ''})`),
  );
}
