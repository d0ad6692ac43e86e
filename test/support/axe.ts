import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe objects to, one line each. It runs through the debugger, so that the page's policy stays as it is, and stays
 * in the page for the next time.
 */
export function findViolations(page: Page): Promise<readonly string[]> {
  return run(page, {});
}

/** Of these alone can another theme or language change the outcome: of colours, and of texts of another length. */
const rulesOfLook = ['color-contrast', 'link-in-text-block', 'html-lang-valid', 'scrollable-region-focusable'];

/** The same for one more look of a page that has been checked. */
export function findViolationsOfLook(page: Page): Promise<readonly string[]> {
  return run(page, { runOnly: rulesOfLook });
}

async function run(page: Page, options: RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // What holds is not told: to tell it costs more than to find it.
  const all = JSON.stringify({ ...options, resultTypes: ['violations'] } satisfies RunOptions);
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${all}).then((results) => results.violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary ?? ''})`),
  );
}
