import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  findViolations,
  findViolationsOfColours,
  findViolationsOfLook,
  type KnownColours,
} from '../support/axe.ts';
import { walkTabOrder } from '../support/tab-walk.ts';
import { describeWithTools } from '../support/tools.ts';
import { startWorkbench, waitInPage } from './browser.ts';
import type { Window, Workbench } from './browser.ts';
import { addCutTexts, knownCuts, type Cuts } from './cut-texts.ts';
import { findMissingWords } from './missing-words.ts';
import { sceneNames, type SceneName } from './scenes/index.ts';

/**
 * These have the same elements as another scene, at most in other colours: axe and Tab would find
 * the same again.
 */
const builtLikeAnother = new Set<SceneName>([
  'connect-no-issuer',
  'connect-refused',
  'connect-morning',
  'connect-issuer-locked',
  'desk-empty',
  'desk-no-list',
  'desk-signed-out',
  'queue-empty',
  'history-not-found',
  'history-empty',
  'floor-grouping-details',
  'floor-taken',
  'floor-taken-over',
  'floor-away',
  'floor-alone-asked',
  'floor-alone-check',
  'floor-badge',
  'floor-history',
  'floor-conclude-elsewhere',
  'floor-conclude-unknown',
  'floor-concluded-elsewhere',
  'note-print',
  'note-conclude',
  'grouping-collecting',
  'grouping-waits-for-sign-in',
  'grouping-rate-limit',
  'grouping-halted',
  'grouping-failures-in-a-line',
  'grouping-goes-without',
  'grouping-ready',
  'grouping-printer-stands',
  'grouping-prints-by-itself',
  'grouping-no-shipments',
  'grouping-hostile-texts',
  'print-by-kind',
  'print-running',
  'print-broken-answered',
  'print-forgotten',
  'check-already',
  'check-one-of-three',
  'check-three-of-three',
  'check-volume-again',
  'check-which-volume',
  'grouping-some-volumes-checked',
  'check-other-grouping',
  'check-all-done',
  'check-asked',
  'conclude-ready',
  'conclude-accepted',
  'conclude-mandatory',
  'conclude-unprinted',
  'conclude-first',
  'office-set-status',
  'office-replace-tags',
  'office-delete-tags',
  'office-generate-sale',
  'office-generate-invoice',
  'office-reverse-accounts',
  'settings',
  'settings-locked-printing',
  'settings-token-in-memory',
  'settings-signed-in',
  'update-off-by-policy',
  'update-unchecked',
  'update-checking',
  'update-current',
  'update-downloading',
  'update-waits',
]);

/**
 * The same component builds all rows: these scenes check them one by one, in others the first ones
 * suffice.
 */
const ofRows = new Set<SceneName>([
  'grouping-every-state',
  'grouping-failures',
  'grouping-hostile-texts',
]);
const furtherRows = '.row:nth-child(n + 7), tbody tr:nth-child(n + 7)';

/** The folder for pictures of all scenes: 1366×768 at 100, 125 and 150 %, 1024×768, 1920×1080. */
const pictures = process.env['DOCA_SCENE_PICTURES'];
const pictured = [
  { width: 1366, height: 768, look: 'light' },
  { width: 1366, height: 768, look: 'dark' },
  { width: 1366, height: 768, look: 'forced' },
  { width: 1093, height: 614, look: 'light' },
  { width: 1024, height: 768, look: 'light' },
  { width: 911, height: 512, look: 'light' },
  { width: 1920, height: 1080, look: 'light' },
] as const;

async function takePictures(page: Page, folder: string, name: string): Promise<void> {
  for (const { width, height, look } of pictured) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      colorScheme: look === 'light' ? 'light' : 'dark',
      forcedColors: look === 'forced' ? 'active' : 'none',
    });
    await page.screenshot({ path: join(folder, `${name}-${width}-${look}.png`) });
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
}

describeWithTools(['chromium'], 'the scenes', () => {
  let bench: Workbench;
  /** The positions of the primary button on the visited screens. */
  const places = new Set<string>();
  const known: KnownColours = new Set();
  const cuts: Cuts = new Map();
  let visited = 0;
  beforeAll(async () => {
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
    bench = await startWorkbench();
  });
  afterAll(() => bench.close());

  async function expectShape({ page }: Window, look: string): Promise<void> {
    const [wide, primaries] = await page.evaluate<[boolean, readonly unknown[]]>(
      "[document.documentElement.scrollWidth > innerWidth, [...document.querySelectorAll('.primary')].map((button) => button.getBoundingClientRect().toJSON())]",
    );
    expect(wide, `${look}: wider than the window`).toBe(false);
    expect(primaries, `${look}: primary buttons`).toHaveLength(1);
    places.add(JSON.stringify(primaries[0]));
  }

  it('(the checks detect defects)', async () => {
    const { page } = await bench.openScene('connect-sign-in');
    await page.evaluate(`{
      const pale = Object.assign(document.createElement('p'), { textContent: 'pale', id: 'pale' });
      const mute = Object.assign(document.createElement('input'), { id: 'mute' });
      const far = Object.assign(document.createElement('button'), { textContent: 'far', id: 'far' });
      document.querySelector('form').append(pale, mute, far);
      pale.style.color = '#dddddd';
      mute.style.outline = 'none';
      // Tab skips it: it leaves the tab order while it looks as if it were in it.
      far.addEventListener('focus', () => far.previousElementSibling instanceof HTMLElement && far.blur());
    }`);
    const found = (await findViolations(page)).join('\n');
    expect(found).toContain('color-contrast');
    expect(found).toContain('#mute');
    expect((await findViolationsOfLook(page)).join('\n')).toMatch(/color-contrast.*#pale/);
    // Among colours that are known to be right, the wrong ones are still found, each time.
    const wrong: KnownColours = new Set();
    for (let time = 1; time <= 2; time += 1) {
      expect((await findViolations(page, undefined, wrong)).join('\n')).toMatch(
        /color-contrast.*#pale/,
      );
      expect((await findViolationsOfLook(page, undefined, wrong)).join('\n')).toMatch(
        /color-contrast.*#pale/,
      );
    }
    const right: KnownColours = new Set();
    await page.evaluate("document.querySelector('#pale').hidden = true");
    await findViolationsOfLook(page, undefined, right);
    expect(right.size).toBeGreaterThan(2);
    await page.evaluate("document.querySelector('#pale').hidden = false");
    for (const find of [findViolationsOfLook, findViolationsOfColours])
      expect((await find(page, undefined, right)).join('\n')).toMatch(/color-contrast.*#pale/);
    // The same for a text laid over others, by the background under it, even if a pointer would not
    // hit that.
    await page.evaluate(`{
      document.querySelector('#pale').hidden = true;
      const ground = Object.assign(document.createElement('div'), { id: 'ground' });
      ground.style.cssText = 'position: relative; height: 60px';
      const [under, laid] = ['under', 'laid'].map((id) => Object.assign(document.createElement('p'), { id }));
      under.style.cssText = 'position: absolute; inset: 10px; pointer-events: none';
      laid.style.cssText = 'position: absolute; left: 20px; top: 20px; color: #222222';
      laid.textContent = 'laid over';
      ground.append(under, laid);
      document.querySelector('form').append(ground);
      ground.scrollIntoView();
    }`);
    for (const [background, found] of [
      ['#eeeeee', false],
      ['#333333', true],
    ] as const) {
      await page.evaluate(`document.querySelector('#under').style.background = '${background}'`);
      const said = (await findViolationsOfLook(page, undefined, right)).join('\n');
      expect(/color-contrast.*#laid/.test(said), said).toBe(found);
    }
    await page.evaluate("document.querySelector('#ground').remove()");
    await page.evaluate("document.querySelector('#pale').hidden = false");
    await page.evaluate("document.querySelector('#pale').textContent = 'undefined de 3'");
    await page.evaluate("document.querySelector('#far').title = 'Back office'");
    expect(await findMissingWords(page, 'pt-BR')).toEqual(['undefined de 3', 'Back office']);
    const walk = await walkTabOrder(page);
    expect(walk.invisible.join()).toContain('mute');
    expect(walk.unreached.join()).toContain('far');
    await page.evaluate(`for (const [name, style] of [['cut', 'width: 40px'], ['under', ''], ['over', 'margin-top: -30px']]) {
      const text = Object.assign(document.createElement('p'), { className: 'clip proof-' + name, textContent: 'more letters' });
      text.style.cssText = style;
      document.querySelector('form').append(text);
    }`);
    const proofs: Cuts = new Map();
    await addCutTexts(page, proofs, true);
    expect([...proofs.keys()].flatMap((place) => /proof-.*/.exec(place) ?? [])).toEqual([
      'proof-cut',
      'proof-under',
    ]);
  });

  it.each(sceneNames)('%s is complete, without a problem of the page', async (name) => {
    const window = await bench.openScene(name);
    const { page, problems } = window;
    expect(await problems()).toEqual([]);
    const seen =
      "[document.documentElement.dataset.scene, document.querySelector('main h1, main [role=alert]') !== null]";
    expect(await page.evaluate(seen)).toEqual(['stands', true]);
    if (pictures !== undefined) await takePictures(page, pictures, name);
    if (name !== 'grouping-hostile-texts') {
      await addCutTexts(page, cuts, builtLikeAnother.has(name));
      await page.setViewportSize({ width: 1366, height: 768 });
    }
    visited += 1;
    await expectShape(window, 'light, pt-BR');
    expect(await findMissingWords(page, 'pt-BR'), 'light, pt-BR').toEqual([]);
    const except = ofRows.has(name) ? undefined : furtherRows;
    if (builtLikeAnother.has(name)) {
      expect(await findViolationsOfColours(page, except, known), 'light, pt-BR').toEqual([]);
      return;
    }
    expect(await findViolations(page, except, known), 'light, pt-BR').toEqual([]);
    expect(await walkTabOrder(page)).toMatchObject({ unreached: [], invisible: [] });
    // In the same window: the screen's content stays.
    await page.evaluate(
      "doca.request('settings.change', { change: { language: 'en', theme: 'dark' } })",
    );
    await waitInPage(page, "document.querySelector('html[lang=en][data-theme=dark]')");
    await expectShape(window, 'dark, en');
    expect(await findMissingWords(page, 'en'), 'dark, en').toEqual([]);
    expect(await findViolationsOfLook(page, except, known), 'dark, en').toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('shows hostile texts as texts and keeps its shape', async () => {
    const { page, problems } = await bench.open('#/grouping/1666', { stepMs: 1 });
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
    for (const [place, landmark] of [
      ['#/print/1666', 'section.preview'],
      ['#/check/1666', 'p.counter'],
      ['#/conclude/1666', 'main dl'],
    ] as const) {
      await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await page.waitForSelector(landmark);
      const box = await page.locator('.primary').boundingBox();
      expect(box).toMatchObject({ height: 80, y: 688 });
    }
    expect(await problems()).toEqual([]);
  });

  it('cut texts in known places only, and the list of these names no other', () => {
    const found = [...cuts].map(
      ([place, widths]) => [place, [...widths].toSorted((a, b) => a - b)] as const,
    );
    const news = found.flatMap(([place, widths]) =>
      widths
        .filter((width) => knownCuts[place]?.includes(width) !== true)
        .map((width) => `${place} at ${width} px`),
    );
    expect(news, 'cut now: give them room').toEqual([]);
    // A part of the scenes shows a part of them.
    if (visited < sceneNames.length) return;
    expect(Object.fromEntries(found), 'whole now: take them off the list').toEqual(knownCuts);
  });

  it('keep the primary button in one place', () => {
    expect(places.size, [...places].join('\n')).toBe(1);
  });
});
