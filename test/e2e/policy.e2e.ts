import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import type { UpdateStatus } from '#shared/contract/app.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { ask } from './bridge.ts';
import { Station } from './support/station.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function policyFile(content: unknown): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), {
    mode: 0o644,
  });
  return path;
}

describe('a workstation that IT manages', () => {
  const decided = {
    language: 'en',
    retentionDays: 7,
    printer: 'PDF',
    perSheet: 2,
    labelsPerJob: 10,
    columns: ['position', 'recipient', 'tracking', 'label'],
  } satisfies Partial<Settings>;
  let station: Station;
  let erp: FaultySandbox;
  let other: FaultySandbox;
  beforeAll(async () => {
    [erp, other] = await Promise.all([
      startFaultySandbox({ shipments: 3, groupings: 1, formats: ['pdf'] }),
      startFaultySandbox({ shipments: 1, groupings: 1 }),
    ]);
    station = await Station.start({
      printer: null,
      env: {
        DOCA_POLICY_FILE: policyFile({
          comment: 'dock 3',
          erpAddress: erp.baseUrl,
          updates: 'off',
          ...decided,
        }),
        DOCA_COPIES: '2',
        // The file wins over the environment.
        DOCA_RETENTION_DAYS: '90',
      },
    });
  });
  afterAll(async () => {
    await station.close();
    await Promise.all([erp.close(), other.close()]);
  });
  afterEach(() => station.expectQuiet());

  const address = () => station.page.getByLabel('API address');
  beforeEach(async () => {
    expect(await ask(station.page, 'connection.forget')).toMatchObject({ ok: true });
    await station.go('#/connect');
    await station.page.getByRole('heading', { name: 'Connect Doca to the ERP' }).waitFor();
  });
  const connect = async (): Promise<void> => {
    expect(
      await ask(station.page, 'connection.save', { baseUrl: erp.baseUrl, token: erp.token }),
    ).toMatchObject({
      ok: true,
    });
    await station.go('#/desk');
  };

  it('begins with the address, and asks for the token alone', async () => {
    const { page } = station;
    expect(await address().inputValue()).toBe(erp.baseUrl);
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type))
      .toBe('password');
    const hint = await address().getAttribute('aria-describedby');
    const [first] = hint!.split(' ');
    expect(await page.locator(`#${first!}`).innerText()).toBe('Set by your IT department.');
    // It can be reached and copied, and not written.
    await address().focus();
    await page.keyboard.type('https://elsewhere.example');
    expect(await address().inputValue()).toBe(erp.baseUrl);
  });

  it('sends no token anywhere else, whatever the page requests', async () => {
    const elsewhere = { baseUrl: other.baseUrl, token: other.token };
    for (const channel of ['connection.test', 'connection.save'] as const) {
      expect(await ask(station.page, channel, elsewhere)).toMatchObject({
        ok: false,
        fault: { kind: 'invalid-input', detail: 'decided by policy: erpAddress' },
      });
    }
    expect(other.requests).toHaveLength(0);
  });

  it('connects with the token', async () => {
    const { page } = station;
    await page.getByLabel('Access token').fill(erp.token);
    await page.keyboard.press('Enter');
    await station.text('The ERP answered as');
    await station.press('Save and start');
    await expect.poll(() => station.hash).toBe('#/desk');
  });

  it('shows IT’s decisions in Settings, and leaves the rest to the packer', async () => {
    const { page } = station;
    await connect();
    await page.keyboard.press('Control+,');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    const fields = [
      page.getByRole('radio', { name: 'Português', includeHidden: true }),
      page.getByRole('textbox', { name: /Keep labels/, includeHidden: true }),
      page.getByRole('combobox', { name: 'Printer', exact: true, includeHidden: true }),
      page.getByRole('radio', { name: '4 per A4', includeHidden: true }),
      page.getByRole('textbox', { name: /Copies/, includeHidden: true }),
      page.getByRole('textbox', { name: /Labels sent to the printer/, includeHidden: true }),
    ];
    for (const field of fields) {
      expect(await field.isDisabled()).toBe(true);
      const hint = await field.evaluate((element) => {
        const id = element.closest('fieldset')?.getAttribute('aria-describedby');
        return id === null || id === undefined
          ? null
          : document.getElementById(id)?.textContent.trim();
      });
      expect(hint).toBe('Set by your IT department.');
    }
    expect(await fields[1]!.inputValue()).toBe('7');
    expect(await fields[2]!.inputValue()).toBe('PDF');
    expect(await fields[4]!.inputValue()).toBe('2');
    await station.go('#/settings/updates');
    await station.text('Turned off by your IT department.');
    await station.go('#/settings/display');
    await page.getByRole('radio', { name: 'Dark' }).press('Space');
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(17, 18, 19)');
    await page.getByRole('radio', { name: 'Light' }).press('Space');
    await expect
      .poll(() => ask(page, 'settings.get'))
      .toMatchObject({ value: { ...decided, copies: 2, theme: 'light' } });
  });

  it('refuses every request to change a decision', async () => {
    const changes = {
      language: 'pt-BR',
      retentionDays: 90,
      printer: null,
      perSheet: 4,
      labelsPerJob: null,
      columns: ['position'],
      copies: 3,
    } satisfies Partial<Settings>;
    for (const [key, value] of Object.entries(changes)) {
      expect(
        await ask(station.page, 'settings.change', { change: { [key]: value, sounds: false } }),
      ).toMatchObject({
        ok: false,
        fault: { kind: 'invalid-input', detail: `decided by policy: ${key}` },
      });
    }
    expect(await ask(station.page, 'settings.get')).toMatchObject({
      value: { ...decided, copies: 2, sounds: true },
    });
  });

  it('prints as decided, and shows that at the choice', async () => {
    const { page } = station;
    await connect();
    await station.go(`#/grouping/${erp.firstGroupingId}`);
    await station.next('Print 3 labels');
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    expect(await page.getByRole('checkbox', { name: 'Weight' }).isDisabled()).toBe(true);
    await station.go(`#/print/${erp.firstGroupingId}`);
    await station.on('print');
    const printer = page.getByRole('combobox', { name: 'Printer' });
    await expect.poll(() => printer.locator('option:checked').innerText()).toBe('As set up: PDF');
    expect(await printer.isDisabled()).toBe(true);
    expect(await page.getByRole('radio', { name: '4 per A4' }).isDisabled()).toBe(true);
    expect(await page.getByRole('radio', { name: '2 per A4' }).isChecked()).toBe(true);
    await page.getByRole('img', { name: /Preview of the pages/ }).waitFor();
  });

  it('keeps its address when the token is forgotten, and through training', async () => {
    const { page } = station;
    await connect();
    await page.keyboard.press('Control+,');
    await station.button('Forget the connection').press('Enter');
    // A second press counts when it does not follow too closely.
    const again = station.button('Press again');
    await expect
      .poll(async () => {
        if ((await again.count()) > 0)
          await again.press('Enter', { timeout: 1_000 }).catch(() => undefined);
        return station.hash;
      })
      .toBe('#/connect');
    await page.getByRole('heading', { name: 'Connect Doca to the ERP' }).waitFor();
    expect(await address().inputValue()).toBe(erp.baseUrl);
    expect(await ask(page, 'connection.get')).toMatchObject({
      value: { baseUrl: erp.baseUrl, hasToken: false },
    });
    await station.button('Other ways to start').press('Enter');
    await station
      .button(/^Try it now/)
      .first()
      .press('Enter');
    await expect.poll(() => station.hash).toBe('#/desk');
    await station.go('#/connect');
    await page.getByRole('heading', { name: 'Connect Doca to the ERP' }).waitFor();
    expect(await address().inputValue()).toBe(erp.baseUrl);
    await page.getByLabel('Access token').fill(erp.token);
    await page.keyboard.press('Enter');
    await station.text('The ERP answered as');
    await station.press('Save and start');
    await expect
      .poll(() => ask(page, 'connection.get'))
      .toMatchObject({
        value: { baseUrl: erp.baseUrl, hasToken: true, training: false },
      });
  });
});

describe('a workstation whose policy is broken', () => {
  let station: Station;
  afterEach(() => station.close());

  it('names the error, applies the rest, and works', async () => {
    station = await Station.start({
      env: {
        DOCA_POLICY_FILE: policyFile({ retentionDays: 'for ever', colour: 'blue', perSheet: 4 }),
        DOCA_COPIES: 'many',
      },
    });
    const { page } = station;
    await station.text('As decisões da TI para este computador têm erros.');
    await station.text('retentionDays: bad-value, colour: unknown-key, copies: bad-value');
    expect(await ask(page, 'app.info')).toMatchObject({
      value: { locked: ['perSheet'], erpAddress: null },
    });
    await station.button('Fechar').press('Enter');
    const erp = await station.erp({ shipments: 2, groupings: 1 });
    await station.print(erp.firstGroupingId);
    expect(await ask(page, 'settings.change', { change: { retentionDays: 60 } })).toMatchObject({
      value: { retentionDays: 60, perSheet: 4 },
    });
    await station.go('#/settings/updates');
    await station.text('Esta é uma versão de desenvolvimento: não recebe atualizações.');
    expect(await ask(page, 'updates.check')).toEqual({
      ok: true,
      value: { kind: 'off', by: 'unsigned' },
    });
    // An installed program's main reports a release: every screen shows it, until it is over.
    const told = (status: UpdateStatus) =>
      station.app.evaluate(({ BrowserWindow }, sent) => {
        for (const window of BrowserWindow.getAllWindows())
          window.webContents.send('updates.changed', sent);
      }, status);
    const notes = { 'pt-BR': '<b>Novo</b>', en: '<b>New</b>' };
    await told({ kind: 'ready', update: { version: '9.9.9', notes }, waitsFor: null });
    await station.go('#/history');
    await station.field('Procurar').waitFor();
    await page.getByRole('link', { name: 'Atualização pronta' }).press('Enter');
    await station.text('<b>Novo</b>');
    await told({ kind: 'off', by: 'unsigned' });
    await page.getByRole('link', { name: 'Atualização pronta' }).waitFor({ state: 'detached' });
    await station.expectQuiet();
  });

  it('takes no updates while IT’s source for them is unknown', async () => {
    station = await Station.start({ env: { DOCA_POLICY_FILE: policyFile('{ "updates": ') } });
    await station.text('file: no-json');
    await station.erp({ shipments: 1, groupings: 1 });
    await station.go('#/settings/updates');
    await station.text('Desligadas pela sua TI.');
    await station.expectQuiet();
  });
});
