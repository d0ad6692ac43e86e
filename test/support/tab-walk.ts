import type { Page } from 'playwright-core';

export interface TabWalk {
  /** Usable elements that were not reached. */
  readonly unreached: readonly string[];
  /** Elements that were reached without showing the focus. */
  readonly invisible: readonly string[];
  readonly stops: number;
}

/** Records each element that receives the focus, from the page's beginning on. */
const begin = `(() => {
  const usable = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a[href], button, input, select, textarea, [tabindex]')];
  const wanted = new Set(usable.filter((e) => !e.matches(':disabled') && e.tabIndex >= 0 && e.checkVisibility() && e.getClientRects().length > 0));
  const reached = new Set();
  const invisible = [];
  const shows = (e) => {
    if (!e) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(e);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)';
  };
  const isBarred = (e) => e !== null && getComputedStyle(e).boxShadow.includes('inset');
  const note = ({ target: element }) => {
    if (reached.has(element)) return;
    reached.add(element);
    // Inputs that the elements beside or around them draw; the grid shows its current row.
    const shown = shows(element)
      || (element.matches('input') && (shows(element.nextElementSibling) || shows(element.parentElement)))
      || (element.matches('[role=grid]') && isBarred(element.querySelector('.row.active')));
    if (!shown) invisible.push(element.outerHTML.slice(0, 120));
  };
  const start = document.createElement('span');
  start.tabIndex = -1;
  (document.querySelector('dialog[open]') ?? document.body).prepend(start);
  start.focus();
  start.remove();
  document.addEventListener('focusin', note);
  globalThis.tabWalk = { wanted, reached, invisible, end: () => document.removeEventListener('focusin', note) };
  return wanted.size;
})()`;

/**
 * Of a group of radio buttons Tab reaches the chosen one (or the first); arrows lead to the others.
 */
const look = `(() => {
  const { wanted, reached, invisible } = globalThis.tabWalk;
  const groups = new Set([...reached].filter((e) => e.matches('input[type=radio]')).map((e) => e.name));
  const unreached = [...wanted].filter((e) => e.isConnected && !reached.has(e) && !(e.matches('input[type=radio]') && groups.has(e.name)));
  return { unreached: unreached.map((e) => e.outerHTML.slice(0, 120)), invisible, stops: reached.size };
})()`;
const end = 'globalThis.tabWalk.end()';

/** Passing an element may add more: a list grows if its last row is reached. */
const mostRounds = 4;

/**
 * Presses Tab until it must have come round, and compares the focused elements with all usable
 * ones.
 */
export async function walkTabOrder(page: Page): Promise<TabWalk> {
  const count = await page.evaluate<number>(begin);
  const session = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  let walk: TabWalk;
  let round = 1;
  do {
    // Sent together, as from a held key: the page handles them one by one, and the spec has no step
    // in between.
    await Promise.all(
      Array.from({ length: count + 12 }, () =>
        session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
      ),
    );
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab });
    walk = await page.evaluate<TabWalk>(look);
    round += 1;
  } while (walk.unreached.length > 0 && round <= mostRounds);
  await session.detach();
  await page.evaluate(end);
  return walk;
}
