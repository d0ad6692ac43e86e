import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultText } from '#shared/faults/fault-text.ts';
import { fault } from '#shared/faults/faults.ts';
import { scan } from './scan.ts';
import { describeWithTools } from '../support/tools.ts';
import { startWorkbench } from './browser.ts';
import type { Window, Workbench } from './browser.ts';
import { specialGroupings } from './fake-job.ts';

const quick = { stepMs: 1 };

/** As when the next person signs in: the ERP's address stays. */
async function changeAccount(page: Page): Promise<void> {
  await page.evaluate(`void doca.request('connection.get').then(({ value }) =>
    doca.emit('connection.changed', { ...value, workspaceId: 'next' }))`);
}

describeWithTools(['chromium'], 'a window that stays open for a shift', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await startWorkbench();
  });
  afterAll(() => bench.close());

  async function at(
    hash: string,
    fake: object,
    work: (window: Window) => Promise<void>,
  ): Promise<void> {
    const window = await bench.open(hash, fake);
    await work(window);
    expect(await window.problems()).toEqual([]);
  }
  const rows = '[role=grid] [role=row][aria-rowindex="2"]';

  it('tells a good print of some labels from a failed one by its sound', () =>
    at('#/grouping/1012', { ...quick, settings: { sounds: true } }, async ({ page, primary }) => {
      await page.waitForSelector(rows);
      await expect.poll(primary).toBe('Imprimir 12 etiquetas');
      await page.evaluate(`{
        globalThis.heard = [];
        OscillatorNode.prototype.start = function () { heard.push(this.frequency.value); };
        OscillatorNode.prototype.stop = () => undefined;
        void doca.jobs.get(1012).print(doca.jobs.get(1012).rows.slice(0, 3).map((row) => row.shipment.id));
      }`);
      // Of `done`; that of a failure begins with 196.
      await expect.poll(() => page.evaluate<number[]>('heard')).toEqual([659, 831, 1319]);
      await page.evaluate(`{
        heard.length = 0;
        const job = doca.jobs.get(1012);
        job.change({ state: 'printing' });
        setTimeout(() => job.change({ state: 'ready', fault: ${JSON.stringify(fault('print-failed', { reached: 'no' }))} }), 50);
      }`);
      await expect.poll(() => page.evaluate<number[]>('heard')).toEqual([196, 165]);
      // A concluded grouping stays concluded while its labels are printed.
      await page.evaluate(`{
        heard.length = 0;
        const job = doca.jobs.get(1012);
        job.change({ state: 'concluded', fault: null, printProgress: { printed: 1, of: 12 } });
        setTimeout(() => job.change({ printProgress: null }), 50);
      }`);
      await expect.poll(() => page.evaluate<number[]>('heard')).toEqual([659, 831, 1319]);
      // So it does while they are fetched.
      await page.evaluate(`{
        heard.length = 0;
        const job = doca.jobs.get(1012);
        job.change({}, [job.label(12, { file: 'coming' })]);
        setTimeout(() => job.change({}, [job.label(12, { file: 'ready' })]), 200);
      }`);
      await expect.poll(() => page.evaluate<number[]>('heard')).toEqual([659, 831, 1319]);
    }));

  it('says an obstacle once, however often it is met', () =>
    at('#/grouping/1012', quick, async ({ page }) => {
      await page.waitForSelector(rows);
      const stopped = fault('printer-unavailable', { reached: 'no', detail: 'Zebra 1' });
      const other = fault('printer-unavailable', { reached: 'no', detail: 'Zebra 2' });
      // As after scans that print while the printer is off.
      await page.evaluate(`for (const fault of ${JSON.stringify([stopped, stopped, other, stopped])})
        doca.emit('app.notice', fault)`);
      const count = () =>
        page.evaluate<number>(`document.querySelectorAll('section.band.scrolling > *').length`);
      await expect.poll(count).toBe(2);
    }));

  it('counts today from the present midnight on', () =>
    at('#/desk', quick, async (window) => {
      const { page } = window;
      // A minute's wait is a moment here.
      await page.evaluate(`{
        globalThis.every = setInterval;
        globalThis.setInterval = (work) => every(work, 10);
        location.hash = '#/history';
      }`);
      await page.locator('[name=history-period]').nth(1).click({ force: true });
      const asked = async () =>
        (await window.calls())
          .filter(({ channel }) => channel === 'history.search')
          .map(({ input }) => (input as { readonly fromMs: number | null }).fromMs);
      await expect.poll(async () => (await asked()).at(-1)).not.toBeNull();
      const before = (await asked()).at(-1)!;
      const dayMs = 86_400_000;
      await page.evaluate(`{
        const now = Date.now;
        globalThis.back = () => { Date.now = now; globalThis.setInterval = every; };
        Date.now = () => now() + ${dayMs};
      }`);
      await expect.poll(async () => (await asked()).at(-1)).toBe(before + dayMs);
      await page.evaluate('back()');
    }));

  it('goes on at the first free place of the sheet after copies of labels of several pages', () =>
    at('#/print/1012', { ...quick, settings: { perSheet: 4 } }, async ({ page, primary }) => {
      await expect.poll(primary).toBe('13 páginas = 4 folhas');
      const start = () =>
        page.evaluate<string>(`document.querySelector('[name=sheet-start]:checked').value`);
      await page.locator('[name=sheet-start]').nth(1).click({ force: true });
      await expect.poll(start).toBe('2');
      await page.locator('#print-copies').fill('2');
      await expect.poll(primary).toBe('13 páginas × 2 = 7 folhas');
      await page.keyboard.press('F9');
      await expect.poll(start).toBe('4');
    }));

  it('asks about the same station to the end, whatever the others do', async () => {
    const window = await bench.openScene('floor-take-over', { width: 1024 });
    const { page } = window;
    const question = page.getByText('Assumir o que está com PC-EXPED-07?');
    await question.waitFor();
    const changeStations = (change: string) =>
      page.evaluate(`{
        const job = doca.jobs.get(${specialGroupings.shared});
        const { share } = job.head;
        job.change({ share: { ...share, stations: share.stations.flatMap(${change}) } });
      }`);
    // It answers again, and comes behind the others.
    await changeStations('(one) => ({ ...one, isAlive: true })');
    await page.getByText('Essa bancada está ligada').waitFor();
    expect(await question.count()).toBe(1);
    await changeStations("(one) => (one.station === 'PC-EXPED-07' ? [] : [one])");
    await expect.poll(() => page.getByText('Assumir o que está com').count()).toBe(0);
    expect((await window.calls()).map(({ channel }) => channel)).not.toContain('floor.take-over');
    await page.keyboard.press('Control+o');
    await page.getByText('Assumir o que está com').waitFor();
    expect(await window.problems()).toEqual([]);
  });

  it('takes a second press for the stations of the first one alone', () =>
    at('#/desk', { ...quick, floor: 'joined' }, async ({ page, calls }) => {
      const wait = (...names: readonly string[]) =>
        page.evaluate(`doca.floor.change({
          waitedFor: ${JSON.stringify(names)}.map((name) => ({ id: name, name })) })`);
      await wait('Bancada 2');
      await page.getByRole('button', { name: 'Ela não volta' }).click();
      await page.locator('button[aria-disabled=false]', { hasText: 'Apertar de novo' }).waitFor();
      await wait('Bancada 3');
      await page.getByRole('button', { name: /Ela não volta|Apertar de novo/ }).click();
      await page.getByText('Bancada 3').first().waitFor();
      expect((await calls()).map(({ channel }) => channel)).not.toContain('floor.dismiss');
    }));

  it('says why a station is still waited for', () =>
    at('#/desk', { ...quick, floor: 'joined' }, async ({ page }) => {
      await page.evaluate(`{
        doca.floor.change({ waitedFor: [{ id: 'b', name: 'Bancada 2' }] });
        const ask = doca.request;
        doca.request = (channel, input) => channel !== 'floor.dismiss' ? ask(channel, input)
          : Promise.resolve({ ok: false, fault: ${JSON.stringify(fault('floor-server'))} });
      }`);
      await page.getByRole('button', { name: 'Ela não volta' }).click();
      await page.locator('button[aria-disabled=false]', { hasText: 'Apertar de novo' }).click();
      await page.getByText(faultText('floor-server', 'pt-BR').what).waitFor({ timeout: 5_000 });
    }));

  it('asks for no token in training, where none would be kept', () =>
    at('#/settings/connection', quick, async ({ page }) => {
      const token = page.getByRole('button', { name: 'Trocar o token' });
      await token.waitFor();
      await page.evaluate("void doca.request('training.start')");
      await page.getByText('Treinamento').first().waitFor();
      expect(await token.count()).toBe(0);
    }));

  it('takes a second press for the exceptions of the first one alone, not for as many others', () =>
    at('#/conclude/1012', quick, async ({ page, calls }) => {
      await page.waitForSelector('.primary');
      const check = (...checked: readonly number[]) =>
        page.evaluate(`{
          const job = doca.jobs.get(1012);
          job.change({ state: 'printed' }, job.rows.map((row) => ({
            ...job.label(row.position, { file: 'ready', timesPrinted: 1 }),
            checkedAtMs: ${JSON.stringify(checked)}.includes(row.position) ? 1 : null,
          })));
        }`);
      await check(1);
      const anyway = page.locator('button.anyway');
      await anyway.filter({ hasText: 'Concluir com 11 pendentes' }).waitFor();
      await page.keyboard.press('Control+F9');
      const again = page.locator('button.anyway[aria-disabled=false]');
      await again.filter({ hasText: 'Confirmar a conclusão' }).waitFor();
      await check(2);
      await page.keyboard.press('Control+F9');
      await page.waitForSelector('button.anyway');
      expect((await calls()).map(({ channel }) => channel)).not.toContain('job.conclude');
    }));

  it('keeps a newer choice if an older change fails', () =>
    at('#/settings/display', quick, async ({ page }) => {
      await page.evaluate(`{
        const ask = doca.request;
        doca.request = async (channel, input) => {
          if (channel !== 'settings.change' || !('theme' in input.change)) return ask(channel, input);
          await new Promise((resolve) => { globalThis.refuse = resolve; });
          return { ok: false, fault: ${JSON.stringify(fault('disk'))} };
        };
      }`);
      await page.locator('[name=theme]').nth(2).click({ force: true });
      await page.locator('[name=language]').nth(1).click({ force: true });
      await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
      await page.evaluate('refuse()');
      await page.locator('section.band.scrolling > *').first().waitFor();
      expect(await page.locator('[name=language]').nth(1).isChecked()).toBe(true);
      expect(await page.locator('[name=theme]').nth(2).isChecked()).toBe(false);
    }));

  it('opens no grouping of one ERP in another', () =>
    at('#/grouping/1012', { ...quick, training: true }, async ({ page, calls }) => {
      await page.waitForSelector(rows);
      await page.getByRole('button', { name: 'Sair do treinamento' }).click();
      await page.waitForSelector('#grouping-id');
      const opened = (await calls()).filter(({ channel }) => channel === 'job.open');
      expect(opened).toHaveLength(1);
      expect(await page.evaluate<string>('location.hash')).toBe('#/desk');
    }));

  it('goes on with the grouping on the screen under another sign-in at the same ERP', () =>
    at('#/grouping/1012', quick, async ({ page, calls }) => {
      await page.waitForSelector(rows);
      await changeAccount(page);
      await expect
        .poll(async () => (await calls()).filter(({ channel }) => channel === 'job.open').length)
        .toBe(2);
      await page.waitForSelector(rows);
    }));

  it('shows no list of one account to another', () =>
    at('#/desk', quick, async ({ page }) => {
      await page.getByText('Transportadora Modelo').first().waitFor();
      await page.evaluate(`{
        const ask = doca.request;
        doca.request = (channel, input) => channel.startsWith('desk.')
          ? Promise.resolve({ ok: false, fault: ${JSON.stringify(fault('network'))} })
          : ask(channel, input);
      }`);
      await changeAccount(page);
      await expect.poll(() => page.getByText('Transportadora Modelo').count()).toBe(0);
    }));

  it('reads the history of another account anew', () =>
    at('#/history', quick, async ({ page, calls }) => {
      const asked = async () =>
        (await calls()).filter(({ channel }) => channel === 'history.search').length;
      await expect.poll(asked).toBe(1);
      await changeAccount(page);
      await expect.poll(asked).toBe(2);
    }));

  it('asks in the settings about the company of the present account', () =>
    at(
      '#/settings',
      { ...quick, company: { isUnnamed: true, said: { name: 'Loja A', taxId: '1' } } },
      async ({ page }) => {
        const company = page.locator('#company-name');
        await expect.poll(() => company.inputValue()).toBe('Loja A');
        await page.evaluate(`{
          const ask = doca.request;
          doca.request = (channel, input) => channel !== 'connection.company' ? ask(channel, input)
            : Promise.resolve({ ok: true, value: { isUnnamed: true, said: null } });
        }`);
        await changeAccount(page);
        await expect.poll(() => company.inputValue()).toBe('');
      },
    ));

  it('says of a grouping of which all parcels stay here that none is left, not that it is empty', () =>
    at('#/check/1012', quick, async ({ page }) => {
      await page.getByText('de 12 expedições').waitFor();
      await page.evaluate(`{
        const job = doca.jobs.get(1012);
        const fault = ${JSON.stringify(fault('shipment-cancelled'))};
        job.change({}, job.rows.map(({ position }) =>
          job.label(position, { block: fault.kind, waived: 'stays', fault })));
      }`);
      await page.getByText('de 0 expedições').waitFor();
      expect(await page.locator('.answer .name').innerText()).toBe('Faltam 0 expedições');
    }));

  it('counts no parcel that stays here among those to check', () =>
    at('#/grouping/1012', quick, async ({ page }) => {
      await page.waitForSelector(rows);
      await page.evaluate(`{
        const job = doca.jobs.get(1012);
        const fault = ${JSON.stringify(fault('shipment-cancelled'))};
        job.change({}, job.rows.map(({ position }) => position === 1
          ? job.label(position, { block: fault.kind, waived: 'stays', fault })
          : { ...job.label(position, { file: 'ready', timesPrinted: 1 }), checkedAtMs: 1 }));
      }`);
      await page.getByText('Fica aqui').first().waitFor();
      expect(await page.locator('[name=state-filter][value=unchecked]').count()).toBe(0);
    }));

  it('weighs no parcel that stays here as one that goes', () =>
    at('#/conclude/1012', quick, async ({ page }) => {
      const weight = page.locator('aside dd').last();
      const before = await weight.innerText();
      await page.evaluate(`{
        const job = doca.jobs.get(1012);
        const fault = ${JSON.stringify(fault('shipment-cancelled'))};
        job.change({}, [job.label(1, { block: fault.kind, waived: 'stays', fault })]);
      }`);
      const left = await page.evaluate<number>(`doca.jobs.get(1012).rows.slice(1)
        .reduce((sum, { shipment }) => sum + shipment.volume.grossWeight, 0)`);
      const shown = `${left.toFixed(3).replace('.', ',')} kg`;
      expect(before).not.toBe(shown);
      await expect.poll(async () => (await weight.innerText()).trim()).toBe(shown);
    }));

  it('asks nothing about a scan of the account before', () =>
    at(
      '#/grouping/1012',
      { ...quick, settings: { printsOnScan: true } },
      async ({ page, primary }) => {
        await page.waitForSelector(rows);
        await page.evaluate(`{
          const ask = doca.request;
          doca.request = (channel, input) => channel !== 'scan.print' ? ask(channel, input)
            : Promise.resolve({ ok: true, value: { result: 'again', code: input.code, shipmentId: 1,
                groupingId: 1012, recipient: 'Ana', checked: 0, total: 12, timesPrinted: 1 } });
        }`);
        await scan(page, 'BR123456789BR');
        await expect.poll(primary).toBe('Responder à pergunta');
        await changeAccount(page);
        await expect.poll(primary).not.toBe('Responder à pergunta');
      },
    ));
});
