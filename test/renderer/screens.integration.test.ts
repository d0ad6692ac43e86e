import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { describeWithTools } from '../support/tools.ts';
import { startWorkbench } from './browser.ts';
import type { Window, Workbench } from './browser.ts';
import type { FakeOptions } from './fake-bridge.ts';

type Act = (window: Window) => Promise<void>;
interface Screen {
  readonly name: string;
  readonly hash: string;
  readonly fake?: Partial<FakeOptions>;
  readonly act?: Act;
}

const press =
  (...keys: readonly string[]): Act =>
  async ({ page }) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const until =
  (selector: string): Act =>
  async ({ page }) => {
    await page.waitForSelector(selector);
  };

const quick = { stepMs: 1 };
const screens: readonly Screen[] = [
  { name: 'connect', hash: '#/connect', fake: { connected: false, tokenStore: 'memory' } },
  { name: 'desk', hash: '#/desk', act: until('section.card') },
  { name: 'desk, empty, in training', hash: '#/desk', fake: { empty: true, training: true } },
  { name: 'grouping, every state', hash: '#/grouping/1040', act: until('[role=row][aria-selected]') },
  {
    name: 'grouping, details',
    hash: '#/grouping/1040',
    act: async (window) => {
      await until('[role=row][aria-selected]')(window);
      await press('ArrowDown', 'ArrowDown', 'Enter')(window);
      await until('aside canvas')(window);
    },
  },
  { name: 'grouping, unknown', hash: '#/grouping/1404', act: until('[role=alert]') },
  { name: 'grouping, waiting for a token', hash: '#/grouping/1401', fake: quick, act: until('#job-token') },
  { name: 'grouping, labels after conclusion', hash: '#/grouping/1777', fake: quick, act: until('[role=alert]') },
  {
    name: 'grouping, columns and selection',
    hash: '#/grouping/1041',
    fake: quick,
    act: async (window) => {
      await window.page.getByText(/Buscar de novo 5|Retry 5/).waitFor();
      await press('ArrowDown', 'Shift+ArrowDown')(window);
      await window.page.getByRole('button', { name: /Colunas|Columns/ }).click();
    },
  },
  { name: 'print', hash: '#/print/1040', act: until('canvas') },
  {
    name: 'print, by label kind, with labels without printer',
    hash: '#/print/1012',
    fake: { settings: { printer: null, routes: { byPaper: {}, zpl: 'Argox fila crua' } } },
    act: until('#unrouted-printer'),
  },
  {
    name: 'print, broken in the middle',
    hash: '#/print/1812',
    fake: quick,
    act: async (window) => {
      await window.page.getByText(/Imprimir 40 etiquetas|Print 40 labels/).waitFor();
      await window.page.waitForSelector('canvas');
      await press('F9')(window);
      await until('details')(window);
      await window.page.locator('summary').click();
    },
  },
  {
    name: 'queue',
    hash: '#/print/1040',
    fake: { queue: true },
    act: async (window) => {
      await until('canvas')(window);
      await press('F5')(window);
      await until('#print-queue li')(window);
    },
  },
  {
    name: 'check, with a printer that stands',
    hash: '#/check/1040',
    fake: { queue: true },
    act: until('form input'),
  },
  { name: 'check', hash: '#/check/1040', act: until('form input') },
  {
    name: 'check, wrong parcel',
    hash: '#/check/1040',
    act: async (window) => {
      await until('form input')(window);
      await window.page.keyboard.type('99999');
      await window.page.keyboard.press('Enter');
      await until('[data-tone=bad]')(window);
    },
  },
  {
    name: 'check, right parcel',
    hash: '#/check/1040',
    act: async (window) => {
      await until('form input')(window);
      await window.page.keyboard.type('48103');
      await window.page.keyboard.press('Enter');
      await until('[data-tone=good]')(window);
    },
  },
  { name: 'conclude', hash: '#/conclude/1040', act: until('h2.title') },
  { name: 'history', hash: '#/history', act: until('tbody tr') },
  {
    name: 'office, refused',
    hash: '#/office',
    act: async (window) => {
      await window.page.fill('#office-id', '400');
      await press('F9')(window);
      await window.page.waitForTimeout(500);
      await press('F9')(window);
      await until('[role=alert]')(window);
    },
  },
  {
    name: 'settings',
    hash: '#/settings',
    fake: { settings: { networkPrinters: [{ name: 'Zebra doca 2', host: '10.0.0.21', port: 9100 }] } },
    act: async (window) => {
      await until('#route-zpl')(window);
      await window.page.getByRole('button', { name: /Testar a conexão com|Test the connection to/ }).click();
      await window.page.getByRole('button', { name: /Acrescentar|Add printer/ }).click();
      await until('.problem')(window);
    },
  },
  {
    name: 'settings, decided by IT, with an update',
    hash: '#/settings',
    fake: {
      locked: ['erpAddress', 'updates', 'sounds', 'theme', 'retentionDays', 'printer', 'perSheet', 'copies'],
      update: { kind: 'ready', update: { version: '1.2.0', notes: 'Novidade\n'.repeat(30) }, waitsFor: null },
    },
    act: until('.notes'),
  },
  {
    name: 'connect, with the address of IT',
    hash: '#/connect',
    fake: { locked: ['erpAddress'] },
    act: until('form input'),
  },
  { name: 'shortcuts', hash: '#/desk', act: press('F1') },
];

/** Everything one can do something with, and that can be seen. */
const interactive = `
  [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')].filter((e) =>
    !e.matches(':disabled') && e.tabIndex >= 0 && e.checkVisibility() && e.getClientRects().length > 0)`;

/** Takes out of `wanted` what the focus comes to, and keeps in `unseen` what does not show that it has it. */
const followFocus = `(() => {
  globalThis.wanted = new Set(${interactive});
  globalThis.unseen = [];
  document.activeElement.blur();
  document.addEventListener('focusin', ({ target: element }) => {
    // Of radio buttons that belong together Tab reaches one, the arrows the others.
    for (const other of document.querySelectorAll('input[type=radio]')) {
      if (element.name && other.name === element.name) wanted.delete(other);
    }
    wanted.delete(element);
    const shown = [element, element.nextElementSibling, element.closest('label'), element.querySelector('.active')];
    const outlined = shown.some((e) => e && getComputedStyle(e).outlineStyle !== 'none' && getComputedStyle(e).outlineWidth === '2px');
    if (!outlined) unseen.push(element.outerHTML.slice(0, 120));
  });
})()`;

describeWithTools(['chromium'], 'the screens', () => {
  let bench: Workbench;
  /** Where the primary button was on the screens visited. */
  const places = new Set<string>();
  beforeAll(async () => {
    bench = await startWorkbench();
  });
  afterAll(() => bench.close());

  /** Axe, and the place of the primary button, as the window is now. */
  async function expectSound(window: Window, look: string): Promise<void> {
    expect(await findViolations(window.page), look).toEqual([]);
    expect(await window.problems(), look).toEqual([]);
    places.add(JSON.stringify(await window.page.locator('.primary').boundingBox()));
  }

  /** In the same window: what is on the screen stays there. */
  async function turnDarkAndEnglish({ page }: Window): Promise<void> {
    await page.evaluate("doca.request('settings.change', { change: { language: 'en', theme: 'dark' } })");
    await page.waitForSelector('html[lang=en][data-theme=dark]');
  }

  for (const { name, hash, fake = {}, act } of screens) {
    it(`${name}: no violation of axe or the policy, light in Portuguese and dark in English; Tab reaches all, seen to`, async () => {
      const window = await bench.open(hash, fake);
      const { page } = window;
      await act?.(window);
      await expectSound(window, 'light, pt-BR');
      await page.evaluate(followFocus);
      const count = await page.evaluate<number>('globalThis.wanted.size');
      for (let step = 0; step < count + 12; step += 1) await page.keyboard.press('Tab');
      expect(await page.evaluate('[...wanted].map((e) => e.outerHTML.slice(0, 160))')).toEqual([]);
      expect(await page.evaluate('unseen')).toEqual([]);
      await turnDarkAndEnglish(window);
      await expectSound(window, 'dark, en');
      await page.context().close();
    });
  }

  it('shows hostile texts as texts and keeps its shape', async () => {
    const { page, problems } = await bench.open('#/grouping/1666', quick);
    await page.waitForSelector('[role=row][aria-selected]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('aside canvas');
    expect(await page.title()).toBe('Doca');
    expect(await page.locator('main img, main script, main b').count()).toBe(0);
    const heights = await page.$$eval('[role=row][aria-selected]', (rows) =>
      rows.map((row) => (row as unknown as { offsetHeight: number }).offsetHeight),
    );
    expect(new Set(heights)).toEqual(new Set([40]));
    const wide = await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > innerWidth || document.querySelector("aside").scrollWidth > 416',
    );
    expect(wide).toBe(false);
    for (const place of ['#/print/1666', '#/check/1666', '#/conclude/1666']) {
      await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await page.waitForTimeout(200);
      const box = await page.locator('.primary').boundingBox();
      expect(box).toMatchObject({ height: 56, y: 704 });
    }
    expect(await problems()).toEqual([]);
    await page.context().close();
  });

  it('keeps the primary button in one place on every screen', () => {
    expect(places.size).toBe(1);
  });
});
