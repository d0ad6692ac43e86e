import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingNames } from '#shared/contract/settings.ts';
import type { LockedKey } from '#shared/contract/settings.ts';
import { describeWithTools } from '../support/tools.ts';
import { startWorkbench } from './browser.ts';
import type { FakeOptions } from './fake-bridge.ts';
import type { Window, Workbench } from './browser.ts';

/** Something to change for every setting. */
const settings: FakeOptions['settings'] = {
  networkPrinters: [{ name: 'Zebra rede', host: '10.0.0.20', port: 9100 }],
  printerDpi: { 'Zebra rede': 300 },
  concludeFirst: [{ id: 1, name: 'Correios SEDEX' }],
  pageRules: [
    { method: { id: 1, name: 'Correios SEDEX' }, choice: { pages: 'all', crop: 'auto' } },
  ],
  cutoffs: [{ method: { id: 1, name: 'Correios SEDEX' }, time: '17:30' }],
  routes: { byPaper: { a4: 'Zebra rede' }, zpl: 'Zebra rede' },
  signInIssuer: 'https://entrada.exemplo.invalid/realms/erp',
};
const hint = 'Definido pela sua TI.';

describeWithTools(['chromium'], 'what IT has decided', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await startWorkbench();
  });
  afterAll(() => bench.close());

  /** Runs on Settings with these locked. */
  async function withLocked(
    locked: readonly LockedKey[],
    work: (window: Window) => Promise<void>,
    hash = '#/settings',
  ): Promise<void> {
    const window = await bench.open(hash, { settings, locked });
    await work(window);
    expect(await window.problems()).toEqual([]);
  }

  /** The place of a setting's control, if it is not in Settings. */
  const elsewhere: Partial<Record<LockedKey, { readonly hash: string; readonly button?: string }>> =
    {
      signInIssuer: { hash: '#/connect', button: 'Para a TI' },
      signInClientId: { hash: '#/connect', button: 'Para a TI' },
      signInScopes: { hash: '#/connect', button: 'Para a TI' },
      signInRedirect: { hash: '#/connect', button: 'Para a TI' },
      columns: { hash: '#/grouping/1012', button: 'Colunas' },
    };

  it.each(settingNames)('is shown and cannot be changed: %s', async (name) => {
    const other = elsewhere[name];
    await withLocked(
      [name],
      async ({ page }) => {
        const field = page.locator('input, select, textarea, button');
        if (other?.button !== undefined)
          await page.getByRole('button', { name: other.button }).click();
        const described = page.locator(`[aria-describedby=locked-${name}]`);
        await described.first().waitFor({ state: 'attached' });
        // The control itself has the description, or its group.
        const controls = described.and(field).or(described.locator(field));
        expect(await controls.count()).toBeGreaterThan(0);
        expect(await controls.and(page.locator(':enabled')).count()).toBe(0);
        expect((await page.locator(`#locked-${name}`).textContent())?.trim()).toBe(hint);
        // No other control is locked with it.
        expect(await page.locator('[id^=locked-]').count()).toBe(1);
      },
      other?.hash,
    );
  });

  it('leaves no control of a setting that can be used', () =>
    withLocked(
      [...settingNames, 'erpAddress', 'updates'],
      async ({ page }) => {
        await page.getByRole('combobox', { name: 'Resolução: Argox fila crua' }).waitFor();
        expect(
          await page.locator('main section :is(input, select, textarea):enabled').count(),
        ).toBe(0);
        for (const name of [/^Remover/, /^Adicionar/]) {
          expect(await page.getByRole('button', { name }).first().isDisabled()).toBe(true);
        }
        // A printer can be tested, even if IT set it up.
        expect(
          await page.getByRole('button', { name: 'Testar a conexão: Zebra rede' }).isDisabled(),
        ).toBe(false);
      },
      '#/settings/printing',
    ));

  it('shows that nothing can be chosen for a shipping method, at the choice', async () => {
    const { page } = await bench.open('#/grouping/1778', { locked: ['concludeFirst'] });
    const yes = page.getByRole('button', { name: 'Sim, lembrar' });
    await yes.waitFor();
    expect(await yes.isDisabled()).toBe(true);
    expect(await page.locator('#locked-concludeFirst').innerText()).toBe(hint);
  });

  it('omits locked settings from a change, and makes the rest of it', () =>
    withLocked(
      ['printerDpi'],
      async ({ page, calls }) => {
        await page.getByLabel('Nome', { exact: true }).fill('Zebra doca 1');
        await page.getByLabel('Endereço (IP ou nome)').fill('127.0.0.1');
        await page.getByRole('button', { name: /^Adicionar/ }).click();
        const added = { name: 'Zebra doca 1', host: '127.0.0.1', port: 9100 };
        await expect
          .poll(
            async () => (await calls()).find(({ channel }) => channel === 'settings.change')?.input,
          )
          .toMatchObject({ change: { networkPrinters: [{ name: 'Zebra rede' }, added] } });
        expect(JSON.stringify(await calls())).not.toContain('printerDpi');
      },
      '#/settings/printing',
    ));
});
