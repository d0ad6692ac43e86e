import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe objects to, one line each. It runs through the debugger, so that the page's policy stays as it is. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary ?? ''})`),
  );
}

export interface TabWalk {
  /** What can be used but was not reached. */
  readonly unreached: readonly string[];
  /** What was reached without showing that it has the focus. */
  readonly invisible: readonly string[];
  readonly stops: number;
}

/** Presses Tab until it comes round, and compares what had the focus with everything that can be used. */
export async function walkTabOrder(page: Page): Promise<TabWalk> {
  await page.evaluate(() => {
    const state = { reached: new Set<Element>(), invisible: [] as string[], first: null as Element | null };
    Reflect.set(window, 'tabWalk', state);
    const start = document.createElement('span');
    start.tabIndex = -1;
    start.id = 'tab-walk-start';
    document.body.prepend(start);
    start.focus();
  });
  let round = false;
  let stops = 0;
  while (!round && stops < 300) {
    await page.keyboard.press('Tab');
    stops += 1;
    round = await page.evaluate(() => {
      const state = Reflect.get(window, 'tabWalk') as {
        reached: Set<Element>;
        invisible: string[];
        first: Element | null;
      };
      const element = document.activeElement;
      // Past the last one the focus leaves the page, and comes back to the first.
      if (element === null || element === document.body) return false;
      if (element === state.first) return true;
      state.first ??= element;
      if (state.reached.has(element)) return false;
      state.reached.add(element);
      const shows = (one: Element | null): boolean => {
        if (one === null) return false;
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)';
      };
      // Inputs that are drawn by what stands beside or around them; the grid shows the row that it is on.
      const shown =
        shows(element) ||
        (element instanceof HTMLInputElement && (shows(element.nextElementSibling) || shows(element.parentElement))) ||
        (element.getAttribute('role') === 'grid' && shows(element.querySelector('.row.active')));
      if (!shown) state.invisible.push(element.outerHTML.slice(0, 120));
      return false;
    });
  }
  const walk = await page.evaluate(() => {
    document.getElementById('tab-walk-start')?.remove();
    const { reached, invisible } = Reflect.get(window, 'tabWalk') as { reached: Set<Element>; invisible: string[] };
    const usable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')];
    const wanted = usable.filter((element) => {
      if (element.matches(':disabled, [tabindex="-1"], [hidden], [hidden] *')) return false;
      if (element.getClientRects().length === 0) return false;
      // Of a group of radio buttons Tab reaches the chosen one (or the first); arrows lead to the others.
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const group = document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${element.name}"]`);
      return ![...group].some((one) => reached.has(one));
    });
    return {
      unreached: wanted.filter((element) => !reached.has(element)).map((element) => element.outerHTML.slice(0, 120)),
      invisible,
    };
  });
  return { ...walk, stops };
}
