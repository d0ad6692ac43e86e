import { afterAll, beforeAll, expect, it } from 'vitest';
import { scan } from './scan.ts';
import { describeWithTools } from '../support/tools.ts';
import { startWorkbench } from './browser.ts';
import type { Window, Workbench } from './browser.ts';
import { signIn } from './scenes/connect.ts';

const quick = { stepMs: 2 };
const rows = '[role=grid] [role=row][aria-rowindex="2"]';

/** Main's side is a fake bridge; the real one is in `test/desk/jobs/leave.integration.test.ts`. */
describeWithTools(['chromium'], 'a grouping that the window shows, and leaves', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await startWorkbench();
  });
  afterAll(() => bench.close());

  const askedFor = async ({ calls }: Window, channel: string): Promise<readonly unknown[]> =>
    (await calls())
      .filter((one) => one.channel === channel)
      .map(({ input }) => (input as { readonly groupingId?: number } | undefined)?.groupingId);
  const goTo = ({ page }: Window, hash: string) => page.evaluate(`location.hash = '${hash}'`);
  const count = (window: Window, channel: string) =>
    expect.poll(async () => (await askedFor(window, channel)).length);

  it('is left as soon as the next one is shown, whatever goes on in it, and read again if main has closed it', async () => {
    // Its labels come for minutes.
    const window = await bench.open('#/grouping/1012', { stepMs: 20_000 });
    await window.page.waitForSelector(rows);
    await goTo(window, '#/grouping/1013');
    await goTo(window, '#/grouping/1014');
    await goTo(window, '#/desk');
    await count(window, 'job.open').toBe(3);
    expect(await askedFor(window, 'job.leave')).toEqual([1012, 1013]);
    await window.page.evaluate(`doca.emit('job.closed', { groupingId: 1014 })`);
    await goTo(window, '#/grouping/1014');
    await count(window, 'job.open').toBe(4);
    await window.page.waitForSelector(rows);
    await window.page.evaluate(`doca.emit('job.closed', { groupingId: 1014 })`);
    await count(window, 'job.open').toBe(5);
    expect(await askedFor(window, 'job.leave')).toEqual([1012, 1013]);
    expect(await window.problems()).toEqual([]);
  });

  it('is left by a window that begins anew without it', async () => {
    const window = await bench.open('#/grouping/1012', quick);
    await window.page.waitForSelector(rows);
    expect(await askedFor(window, 'job.leave')).toEqual([]);
    const other = await bench.open('#/history', quick);
    await count(other, 'job.leave').toBe(1);
    expect(await askedFor(other, 'job.leave')).toEqual([null]);
  });

  it('takes the name of its company with it', async () => {
    const window = await bench.open('#/connect', { ...quick, connected: false });
    const { page, primary } = window;
    const next = async (words: string): Promise<void> => {
      await expect.poll(primary).toContain(words);
      await page.keyboard.press('Enter');
    };
    await page.getByRole('button', { name: /^Tenho um token/ }).click();
    await page.getByLabel('Endereço da API').fill('https://erp.exemplo.invalid/public-api/v3');
    await page.getByLabel('Token de acesso').fill('um-token');
    await next('Testar a conexão');
    await next('Salvar e começar');
    await page.getByText('Depósito Modelo').waitFor();
    // Somebody of another company signs in at the same ERP.
    await page.evaluate(`doca.request('connection.get').then(({ value }) =>
      doca.emit('connection.changed', { ...value, workspaceId: 'of-another-company' }))`);
    await page.getByText('erp.exemplo.invalid').waitFor();
    expect(await page.getByText('Depósito Modelo').count()).toBe(0);
  });

  it('is read again for the next person, and with each new workspace', async () => {
    const window = await bench.open('#/grouping/1012', { ...quick, settings: signIn });
    const { page } = window;
    await page.waitForSelector(rows);
    expect(await askedFor(window, 'job.open')).toEqual([1012]);
    await page.evaluate(`doca.request('connection.signOut')`);
    await count(window, 'job.open').toBe(2);
    // As after a floor's address was typed: nothing else of the connection changes.
    await page.evaluate(`doca.request('connection.get').then(({ value }) =>
      doca.emit('connection.changed', { ...value, workspaceId: 'with-a-floor' }))`);
    await count(window, 'job.open').toBe(3);
    await page.waitForSelector(rows);
    await page.evaluate(`doca.request('connection.get').then(({ value }) =>
      doca.emit('connection.changed', { ...value, workspaceId: 'with-a-floor' }))`);
    await goTo(window, '#/check/1012');
    await page.waitForSelector('.light');
    expect(await askedFor(window, 'job.open')).toHaveLength(3);
    expect(await window.problems()).toEqual([]);
  });

  it('prints one print at a time, whatever else is done meanwhile', async () => {
    const window = await bench.open('#/grouping/1012', { stepMs: 1_500 });
    const { page } = window;
    await page.waitForSelector(rows);
    // A main whose state says nothing of the print: the window knows its own request.
    await page.evaluate(`{
      const job = doca.jobs.get(1012);
      job.cancel();
      job.change({ state: 'concluded', fault: null }, job.rows.map((row) => ({
        ...row,
        label: { ...row.label, file: row.position === 1 ? 'refused' : 'ready', fault: null },
      })));
      job.print = () => new Promise(() => {});
    }`);
    await expect.poll(window.primary).toContain('11');
    await page.keyboard.press('F9');
    await count(window, 'print.start').toBe(1);
    await page.evaluate(`doca.jobs.get(1012).retry = () => {}`);
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+t');
    await count(window, 'job.retry').toBe(1);
    await page.keyboard.press('F9');
    await page.keyboard.press('F9');
    await expect.poll(window.primary).toContain('Imprimindo');
    expect(await askedFor(window, 'print.start')).toHaveLength(1);
  });

  const allCheckedButOne = `{
    const job = doca.jobs.get(1012);
    job.change({ state: 'printed', fault: null }, job.rows.map((row) => ({
      ...row,
      label: { ...row.label, file: 'ready', timesPrinted: 1, waived: null },
      checkedAtMs: row.position === 4 ? null : 1,
    })));
  }`;

  it('is not concluded by a screen that was left before it was there', async () => {
    const settings = { concludeWhenChecked: true };
    const window = await bench.open('#/check/1012', { ...quick, settings });
    const { page } = window;
    await page.waitForSelector('.light');
    await expect.poll(() => page.evaluate(`doca.jobs.get(1012).head.state`)).toBe('ready');
    await page.evaluate(allCheckedButOne);
    // The person leaves, by the menu, in the moment before the screen's code is there.
    const left = page.evaluate(`new Promise((left) => {
      new MutationObserver((_, observer) => {
        if (!location.hash.startsWith('#/conclude')) return;
        observer.disconnect();
        doca.emit('app.command', 'go-desk');
        left(document.querySelector('.main h2.title') === null);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    })`);
    await scan(page, '48104');
    expect(await left).toBe(true);
    await page.waitForSelector('#grouping-id');
    await goTo(window, '#/conclude/1012');
    await page.locator('.primary:not([aria-disabled=true])').waitFor();
    expect(await askedFor(window, 'job.conclude')).toEqual([]);
  });

  it('answers the next scan though the one before it threw', async () => {
    const window = await bench.open('#/check/1012', quick);
    const { page } = window;
    await page.waitForSelector('.light');
    await expect.poll(() => page.evaluate(`doca.jobs.get(1012).head.state`)).toBe('ready');
    await page.evaluate(allCheckedButOne);
    // An answer that cannot be sent, such as over a border that broke.
    await page.evaluate(`{
      const { request } = doca;
      doca.request = (channel, ...input) => {
        if (channel !== 'check.scan') return request(channel, ...input);
        doca.request = request;
        return Promise.reject(new Error('the border broke'));
      };
    }`);
    await scan(page, '48104');
    await page.getByText('A Doca teve um defeito').first().waitFor();
    await scan(page, '48104');
    await expect
      .poll(() => page.evaluate(`doca.jobs.get(1012).rows[3].checkedAtMs`))
      .toBeGreaterThan(1);
  });
});
