import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { againMs } from '../../src/renderer/scanner/repeats.ts';
import { makeBadgeId } from '#shared/domain/badges.ts';
import { writeBadge } from '#shared/codes.ts';
import type { UpdateStatus } from '#shared/contract/app.ts';
import { accessKey } from '../support/access-key.ts';
import { pressQuickly, scan } from './scan.ts';
import { describeWithTools } from '../support/tools.ts';
import { startWorkbench } from './browser.ts';
import type { Window, Workbench } from './browser.ts';
import { makeShipment } from './fake-data.ts';
import { fakeBadges } from './fake-floor.ts';
import { fakeMethod, specialGroupings } from './fake-job.ts';
import { signIn } from './scenes/connect.ts';
import type { SceneName } from './scenes/index.ts';

const quick = { stepMs: 2 };

describeWithTools(['chromium'], "a packer's work", () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await startWorkbench();
  });
  afterAll(() => bench.close());

  /** Runs with a window of its own, which must end without a problem. */
  async function at(
    hash: string,
    fake: object,
    work: (window: Window) => Promise<void>,
  ): Promise<void> {
    const window = await bench.open(hash, fake);
    await work(window);
    expect(await window.problems()).toEqual([]);
  }
  async function inScene(name: SceneName, work: (window: Window) => Promise<void>): Promise<void> {
    const window = await bench.openScene(name, { width: 1024 });
    await work(window);
    expect(await window.problems()).toEqual([]);
  }
  /** Finishes the sign-in as at the browser. */
  const finishSignIn = async ({ page }: Window): Promise<void> => {
    await page.getByText('Termine o login no navegador').first().waitFor();
    await page.evaluate('doca.signIn.finish()');
  };
  const says = async ({ primary }: Window, words: string): Promise<void> => {
    await expect.poll(primary).toBe(words);
  };
  const next = async (window: Window, words: string): Promise<void> => {
    await says(window, words);
    await window.page.waitForSelector('.primary[aria-disabled=false]');
    await window.page.keyboard.press('F9');
  };

  /** Whether the middle of the found element is on the screen, with no element over it. */
  const isInSight = ({ page }: Window, selector: string): Promise<boolean> =>
    page.evaluate<boolean>(`{
      const element = document.querySelector('${selector}');
      const { left, top, width, height } = element.getBoundingClientRect();
      element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }`);

  /** Concludes despite exceptions: never with the key of the next step. */
  const anyway = async ({ page }: Window, words: string): Promise<void> => {
    await page
      .locator('button.anyway:not([aria-disabled=true])')
      .filter({ hasText: words })
      .waitFor();
    await page.keyboard.press('Control+F9');
  };

  /** Prints everything and opens the conclusion. */
  const printAll = async (window: Window): Promise<void> => {
    await next(window, 'Imprimir 40 etiquetas');
    await says(window, 'Conferir 40 expedições');
    await window.page.getByRole('link', { name: /Concluir/ }).click();
    await window.page.getByText('não conferidas').waitFor();
  };

  it('keeps the words of each step inside its cell on the Desk', async () => {
    await at('#/desk', quick, async ({ page }) => {
      await page.waitForSelector('a.row .cell');
      const findOutside = `[...document.querySelectorAll('.cell')].filter((cell) => {
        const room = cell.getBoundingClientRect();
        const words = cell.querySelector('.fit').getBoundingClientRect();
        return words.left < room.left + 2 || words.right > room.right - 2;
      }).map((cell) => cell.textContent)`;
      for (const width of [1366, 1093, 1024, 910, 880]) {
        await page.setViewportSize({ width, height: 614 });
        await expect
          .poll(() => page.evaluate(findOutside), { message: `at ${width} px` })
          .toEqual([]);
      }
    });
  });

  it('runs from the first start over a sign-in to a concluded grouping by keyboard alone', () =>
    at('', { ...quick, connected: false, empty: true }, async (window) => {
      const { page } = window;
      await page.waitForSelector('.doors button:focus');
      for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
      await page.waitForSelector('.fold:focus');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#sign-in-client-id:focus');
      await page.keyboard.type('doca-armazem-1', { delay: 2 });
      await page.keyboard.press('Tab');
      await page.keyboard.type('um-segredo', { delay: 2 });
      await next(window, 'Entrar');
      await page.getByRole('heading', { name: 'Termine o login no navegador' }).waitFor();
      // Escape restores everything that was typed before.
      await page.keyboard.press('Escape');
      await next(window, 'Entrar');
      await finishSignIn(window);
      await page.waitForSelector('#grouping-id:focus');
      await page.keyboard.type('1012', { delay: 60 });
      await page.keyboard.press('Enter');
      // Printer and paper are known: the grouping and its print are one decision.
      await next(window, 'Imprimir 12 etiquetas');
      await next(window, 'Conferir 12 expedições');
      await page.waitForSelector('form input:focus');
      for (let invoice = 48_101; invoice <= 48_112; invoice += 1) {
        await page.keyboard.type(String(invoice), { delay: 45 });
        await page.keyboard.press('Enter');
      }
      // After the last parcel the next screen opens by itself.
      await page.getByText('Tudo certo').waitFor();
      await next(window, 'Concluir agrupamento');
      await page.getByText('Bom trabalho.').waitFor();
      await next(window, 'Abrir romaneio');
      await next(window, 'Próximo agrupamento');
      await page.waitForSelector('#grouping-id:focus');
      const channels = (await window.calls()).map(({ channel }) => channel);
      const asked = (await window.calls()).filter(({ channel }) => channel === 'connection.signIn');
      const input = {
        baseUrl: 'https://api.tiny.com.br/public-api/v3',
        clientSecret: 'um-segredo',
      };
      expect(asked.map((call) => call.input)).toEqual([input, input]);
      expect(await page.content()).not.toContain('um-segredo');
      for (const once of ['print.start', 'job.conclude', 'manifest.open']) {
        expect(channels.filter((channel) => channel === once)).toEqual([once]);
      }
    }));

  it('explains each act of a first job until it is done once, and never again', () =>
    at('#/desk', { ...quick, empty: true, settings: { actsKnown: [] } }, async (window) => {
      const { page } = window;
      const note = page.locator('.foot .note p:has(svg)');
      const shows = (words: string): Promise<void> => note.getByText(words).waitFor();
      await shows('Leia o código do agrupamento');
      await scan(page, '1012');
      await shows('na ordem da lista');
      await next(window, 'Imprimir 12 etiquetas');
      await expect.poll(() => note.count()).toBe(0);
      await next(window, 'Conferir 12 expedições');
      await shows('Leia cada volume');
      await scan(page, '48101');
      await expect.poll(() => note.count()).toBe(0);
      await page.keyboard.press('Control+F9');
      await shows('não tem volta');
      await anyway(window, 'Concluir com');
      await anyway(window, 'Confirmar a conclusão');
      await says(window, 'Abrir romaneio');
      const known = ['open', 'print', 'check', 'conclude'];
      const changes = (await window.calls()).filter(({ channel }) => channel === 'settings.change');
      expect(changes.map(({ input }) => input)).toEqual(
        known.map((_, index) => ({ change: { actsKnown: known.slice(0, index + 1) } })),
      );
      for (const screen of ['conclude', 'check', 'grouping']) {
        await page.evaluate(`location.hash = '#/${screen}/1012'`);
        await page.waitForSelector('.foot');
        expect(await note.count()).toBe(0);
      }
    }));

  it('sends a proxy its user and password if it asks, again after a refusal, and forgets them', () =>
    at('', { ...quick, connected: false, proxy: true }, async (window) => {
      const { page } = window;
      // 1366 × 768 at 150 %.
      await page.setViewportSize({ width: 910, height: 512 });
      const asked = page.getByRole('group', { name: 'Proxy da rede' });
      const give = async (password: string): Promise<void> => {
        await asked.getByLabel('Usuário').fill('maria');
        await asked.getByLabel('Senha').fill(password);
        await page.keyboard.press('Enter');
        await asked.getByText('Usuário e senha salvos.').waitFor();
      };
      await page.getByRole('button', { name: /^Tenho um token/ }).click();
      await page.getByLabel('Endereço da API').fill('https://erp.exemplo.invalid/public-api/v3');
      await page.getByLabel('Token de acesso').fill('um-token');
      await next(window, 'Testar a conexão');
      await page.getByText('O proxy da rede pede usuário e senha.').waitFor();
      await expect.poll(() => isInSight(window, '[role=alert] strong')).toBe(true);
      expect(await asked.textContent()).toContain('proxy.exemplo.invalid:3128');
      await give('errada');
      await next(window, 'Testar a conexão');
      await page.getByText('O proxy da rede não aceitou o usuário e a senha.').waitFor();
      await give('certa');
      await asked.getByRole('button', { name: 'Esquecer usuário e senha' }).click();
      await give('certa');
      await next(window, 'Testar a conexão');
      await page.getByText('Depósito Modelo', { exact: true }).waitFor();
      // Enter in these fields is not for the form around them.
      const calls = (await window.calls()).map(({ channel }) => channel);
      expect(calls.filter((channel) => channel === 'connection.test')).toHaveLength(3);
      expect(calls.filter((channel) => channel === 'proxy.give')).toHaveLength(3);
    }));

  it('does not prove a token by the answer to the one before it', () =>
    at('#/connect', { ...quick, connected: false }, async (window) => {
      const { page } = window;
      await page.getByRole('button', { name: /^Tenho um token/ }).click();
      await page.getByLabel('Endereço da API').fill('https://erp.exemplo.invalid/public-api/v3');
      await page.getByLabel('Token de acesso').fill('um-token');
      await page.evaluate(`{
        const { request } = doca;
        const typed = new Promise((resolve) => (globalThis.answer = resolve));
        doca.request = (channel, ...input) =>
          channel === 'connection.test' ? typed.then(() => request(channel, ...input)) : request(channel, ...input);
      }`);
      await next(window, 'Testar a conexão');
      await page.getByLabel('Token de acesso').fill('outro-token');
      await page.evaluate('globalThis.answer()');
      await next(window, 'Testar a conexão');
      await page.getByText('Depósito Modelo', { exact: true }).waitFor();
      await next(window, 'Salvar e começar');
    }));

  it('uses main’s latest state, if the connection changed while the window began', () =>
    at(
      '#/grouping/1012',
      { ...quick, connected: false, connectsMeanwhile: true },
      async ({ page }) => {
        await page.getByRole('row').nth(3).waitFor();
      },
    ));

  it('calls a grouping that cannot be opened by the number that was typed', () =>
    at('#/desk', quick, async ({ page }) => {
      await page.waitForSelector('#grouping-id:focus');
      await page.keyboard.type('8410', { delay: 60 });
      await page.keyboard.press('Enter');
      await page.getByText('O ERP não conhece este número.').waitFor();
      expect(await page.evaluate('location.hash')).toBe('#/grouping/746500404');
      expect(await page.locator('h1.door').innerText()).toMatch(/8410$/);
      expect(await page.getByText('746500404').count()).toBe(0);
    }));

  it('answers nothing about groupings while no ERP is connected', () =>
    at('#/connect', { ...quick, connected: false }, async (window) => {
      const { page } = window;
      const answer = page.getByText('A Doca não está conectada ao ERP');
      await page.getByRole('heading').first().waitFor();
      expect(await answer.count()).toBe(0);
      const askers: readonly (() => Promise<unknown>)[] = [
        () => page.keyboard.press('F2'),
        () => page.keyboard.press('F7'),
        () => page.keyboard.press('F8'),
        () => page.evaluate(`location.hash = '#/grouping/1012'`),
      ];
      for (const ask of askers) {
        await ask();
        await answer.waitFor();
        await expect.poll(() => page.evaluate('location.hash')).toBe('#/connect');
        await page.evaluate(`location.hash = '#/settings'`);
        await expect.poll(() => page.evaluate('location.hash')).toBe('#/settings');
      }
      // It goes by itself, and comes again with a scan that has no other answer.
      await answer.waitFor({ state: 'detached' });
      await scan(page, '1012');
      await answer.waitFor();
      const asked = (await window.calls()).map(({ channel }) => channel);
      expect(asked.filter((name) => /^(?:scan|desk|job|history|office)[.]/.test(name))).toEqual([]);
    }));

  it('opens a grouping with one scan, wherever the focus is, and checks parcels with one scan each', () =>
    at('#/desk', quick, async (window) => {
      const { page } = window;
      await page.getByRole('link', { name: /Histórico/ }).focus();
      await scan(page, '1012');
      await next(window, 'Imprimir 12 etiquetas');
      await says(window, 'Conferir 12 expedições');
      await page.keyboard.press('F6');
      await page.waitForSelector('form input');
      await page.getByRole('button', { name: /Desfazer/ }).focus();
      await scan(page, 'ZZ100000037BR');
      await page.waitForSelector('[data-tone=good]');
      expect(await page.locator('.answer .name').innerText()).toBe('Bruno Hermínio Duarte');
      await scan(page, 'ZZ100000037BR');
      await page.waitForSelector('[data-tone=plain]');
      await scan(page, '4810299');
      await page.waitForSelector('[data-tone=bad]');
      // One request of the minute's sixty.
      const asked = (await window.calls()).filter(({ channel }) => channel === 'scan.find');
      expect(asked.at(-1)?.input).toEqual({ code: '4810299', isDesk: false });
      expect(await page.locator('.counter').innerText()).toBe('1 de 12 expedições');
      await page.keyboard.press('Control+z');
      await page.getByText('Conferência desfeita').first().waitFor();
      await expect.poll(() => page.locator('.counter').innerText()).toBe('0 de 12 expedições');
    }));

  it('finds a parcel by its invoice’s key, and checks it', () =>
    at('#/grouping/1012', quick, async (window) => {
      const { page } = window;
      await page.waitForSelector('[role=row][aria-selected]');
      await scan(page, accessKey(48_103));
      await page.waitForSelector('aside');
      expect(await page.locator('aside h2').innerText()).toBe('Davi Ibanez Antunes');
      await scan(page, accessKey(48_103, '55', '11222333000181'));
      await page.getByText('não é deste agrupamento').waitFor();
      await next(window, 'Imprimir 12 etiquetas');
      await says(window, 'Conferir 12 expedições');
      await scan(page, accessKey(48_103));
      await page.waitForSelector('form input');
    }));

  it('keeps a scan out of the field that has the focus, and typing in it', () =>
    at('#/grouping/1040', {}, async ({ page }) => {
      await page.waitForSelector('[role=row][aria-selected]');
      await page.keyboard.press('F3');
      await page.keyboard.type('eri', { delay: 60 });
      await scan(page, 'ZZ100000259BR');
      await page.waitForSelector('aside');
      expect(await page.locator('.search input').inputValue()).toBe('');
      expect(await page.locator('aside h2').innerText()).toBe('Papelaria Fictícia ME');
      await page.keyboard.press('F3');
      await page.keyboard.type('maceio', { delay: 50 });
      await scan(page, '999999');
      await page.getByText('999999').waitFor();
      expect(await page.locator('.search input').inputValue()).toBe('maceio');
      // A burst without Enter was typing after all: no character is lost.
      await page.keyboard.type('zzzz');
      await expect.poll(() => page.locator('.search input').inputValue()).toBe('maceiozzzz');
    }));

  it('takes a burst of keys as one scan of everything or none, and says which it could not read', () =>
    at('#/check/1012', quick, async ({ page }) => {
      const unread = page.getByText('Leitura incompleta: outra tecla veio no meio do código');
      const hash = (): Promise<string> => page.evaluate<string>('location.hash');
      const split = (key: string, at = 4, code = 'ZZ100000037BR\r'): Promise<void> =>
        pressQuickly(page, Array.from(code).toSpliced(at, 0, key));
      // The end of this is the code of another parcel.
      const gs1 = [
        ...Array.from('0107891234567895'),
        'Control',
        'Ctrl+]',
        ...Array.from('48102'),
        'Enter',
      ];
      await pressQuickly(page, gs1);
      await page.waitForSelector('[data-tone=bad]');
      expect(await unread.count()).toBe(0);
      await split('Dead');
      await unread.waitFor();
      // Outside text fields every key of a burst is the scanner's, and Tab ends a code.
      const blur = (): Promise<void> => page.evaluate('document.activeElement.blur()');
      await blur();
      await pressQuickly(page, [...Array.from('48102'), 'Tab']);
      await expect.poll(() => unread.count()).toBe(0);
      await blur();
      await split('F8');
      await unread.waitFor();
      expect(await hash()).toBe('#/check/1012');
      await page.evaluate("location.hash = '#/history'");
      const search = page.locator('.search input');
      await search.fill('ana');
      for (const stranger of ['Backspace', 'Tab', 'Dead'])
        for (const at of [1, 12]) {
          await scan(page, 'DOCA-HISTORY');
          await expect.poll(() => unread.count()).toBe(0);
          await search.focus();
          await split(stranger, at);
          await unread.waitFor();
          expect(await hash(), stranger).toBe('#/history');
          await expect
            .poll(() => search.inputValue(), { message: `${stranger} ${at}` })
            .toBe('ana');
        }
      // What software types for a person stays, and the key after it does its work.
      await search.focus();
      await pressQuickly(page, [...Array.from('ribeiro'), 'Tab', 'Tab']);
      await expect.poll(() => search.inputValue()).toBe('anaribeiro');
      await search.focus();
      await pressQuickly(page, [...Array.from('sul'), 'F8']);
      await expect.poll(hash).toBe('#/office');
    }));

  it('accepts the scanner’s commands on every screen, whatever has the focus, but no typed ones', () =>
    at('#/office', quick, async ({ page }) => {
      const hash = (): Promise<string> => page.evaluate<string>('location.hash');
      // A code that is not Doca's goes to the field here, even if it begins like one.
      await page.locator('#office-id').focus();
      await scan(page, 'DOCK77');
      await expect.poll(() => page.locator('#office-id').inputValue()).toBe('DOCK77');
      await scan(page, 'DOCA-HISTORY');
      await expect.poll(hash).toBe('#/history');
      await page.locator('.search input:focus').waitFor();
      await page.keyboard.type('DOCA-DESK', { delay: 60 });
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.search input').inputValue()).toBe('DOCA-DESK');
      expect(await hash()).toBe('#/history');
      await scan(page, 'doca-desk');
      await expect.poll(hash).toBe('#/desk');
      // No control under an open dialog reacts; the dialog can be closed.
      await page.keyboard.press('F1');
      await page.getByRole('dialog').waitFor();
      await scan(page, 'DOCA-HISTORY');
      await page.getByText('Agora não há nada a fazer com “Histórico”.').waitFor();
      expect(await hash()).toBe('#/desk');
      await scan(page, 'DOCA-BACK');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => page.getByText('Agora não há nada').count()).toBe(0);
      // A field for numbers and a list keep no part of it either.
      await page.evaluate("location.hash = '#/settings/data'");
      const days = page.getByLabel('Guardar etiquetas e trabalhos por');
      await days.focus();
      await scan(page, 'DOCA-NOTHING');
      await page.getByText('DOCA-NOTHING não é um comando da Doca.').waitFor();
      expect(await days.inputValue()).toBe('30');
    }));

  it('filters without accents, sorts, and prints in the shown order', () =>
    at('#/grouping/1012', quick, async (window) => {
      const { page } = window;
      await says(window, 'Imprimir 12 etiquetas');
      await page.getByRole('columnheader', { name: 'Destinatário' }).getByRole('button').click();
      await page.getByText('A impressão segue esta ordem').waitFor();
      const names = await page.locator('[role=row][aria-selected] .strong').allInnerTexts();
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'pt-BR')));
      await page.keyboard.press('F3');
      await page.keyboard.type('maceio', { delay: 45 });
      await expect.poll(() => page.locator('.tools .count').innerText()).toBe('2 de 12 expedições');
      await page.keyboard.press('Escape');
      await page.keyboard.press('F4');
      await page.waitForSelector('canvas');
      await next(window, 'Imprimir 12 etiquetas');
      const call = (await window.calls()).find(({ channel }) => channel === 'print.start');
      const { shipmentIds } = call!.input as { shipmentIds: number[] };
      expect(shipmentIds).toHaveLength(12);
      expect(shipmentIds).not.toEqual([...shipmentIds].sort((a, b) => a - b));
    }));

  it('selects with the keyboard and prints the selection on a started sheet', () =>
    at('#/grouping/1012', quick, async (window) => {
      const { page } = window;
      await says(window, 'Imprimir 12 etiquetas');
      await page.locator('[role=grid]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Control+ArrowDown');
      await page.keyboard.press('Control+ArrowDown');
      await page.keyboard.press('Space');
      await page.getByText('3 selecionadas').waitFor();
      await page.getByRole('button', { name: 'Imprimir estas' }).click();
      await page.getByText('Papel e cópias').click();
      await page.getByRole('radio', { name: 'A4 com 4' }).check();
      await page.getByLabel('Começar no lugar 3').check();
      await next(window, '3 etiquetas = 2 folhas');
      const printed = async (): Promise<unknown> =>
        (await window.calls()).find(({ channel }) => channel === 'print.start')?.input;
      await expect.poll(printed).toMatchObject({
        shipmentIds: [10_120_002, 10_120_003, 10_120_005],
        sheet: { perSheet: 4, start: 3 },
      });
      // Two places were left: the next sheet begins at the second place.
      await expect.poll(() => page.getByLabel('Começar no lugar 2').isChecked()).toBe(true);
    }));

  it('prints on the grouping with one key, and opens the Print screen if there is a question', async () => {
    const started = async (window: Window): Promise<readonly unknown[]> =>
      (await window.calls())
        .filter(({ channel }) => channel === 'print.start')
        .map(({ input }) => input);
    const hash = ({ page }: Window): Promise<string> => page.evaluate<string>('location.hash');
    await at('#/grouping/1012', quick, async (window) => {
      await window.page
        .getByRole('button', { name: 'Zebra bancada 1 100 × 150 mm · Pronta' })
        .waitFor();
      await next(window, 'Imprimir 12 etiquetas');
      await says(window, 'Conferir 12 expedições');
      const shipmentIds = Array.from({ length: 12 }, (_, index) => 10_120_001 + index);
      // With the number of prints that the packer has seen: another station may have printed one
      // meanwhile.
      const request = {
        groupingId: 1012,
        printer: null,
        shipmentIds,
        copies: 1,
        sheet: null,
        printsSeen: 0,
      };
      expect(await started(window)).toEqual([request]);
      expect(await hash(window)).toBe('#/grouping/1012');
    });
    const undecided = [
      { printer: null },
      { copies: 4 },
      { printer: null, routes: { byPaper: {}, zpl: 'Zebra' } },
    ];
    await inScene('grouping-printer-stands', async (window) => {
      await window.page.getByRole('button', { name: 'Zebra rede Parada: sem papel' }).waitFor();
      await next(window, 'Imprimir 12 etiquetas');
      await expect.poll(() => hash(window)).toBe('#/print/1012');
      await window.page.getByRole('button', { name: 'Zebra rede Parada: sem papel' }).waitFor();
      expect(await started(window)).toEqual([]);
      // The packer has seen it, and it waits in the printer's queue.
      await next(window, 'Imprimir 12 etiquetas');
      await expect.poll(() => started(window)).toHaveLength(1);
    });
    await at('#/conclude/1012', quick, async (window) => {
      await next(window, 'Imprimir 12 etiquetas');
      await window.page.getByRole('button', { name: 'Zebra bancada 1' }).waitFor();
      expect(await started(window)).toEqual([]);
      expect(await hash(window)).toBe('#/grouping/1012');
    });
    for (const settings of undecided) {
      await at('#/grouping/1012', { ...quick, settings }, async (window) => {
        await next(window, 'Imprimir 12 etiquetas');
        await expect.poll(() => hash(window)).toBe('#/print/1012');
        expect(await started(window)).toEqual([]);
      });
    }
  });

  it('begins to print while labels are fetched, if the packer says so, and says which places stay open', async () => {
    await at('#/print/1429', quick, async (window) => {
      const { page } = window;
      const ids = Array.from({ length: 40 }, (_, index) => 14_290_001 + index);
      const started = async (): Promise<readonly unknown[]> =>
        (await window.calls())
          .filter(({ channel }) => channel === 'print.start')
          .map(({ input }) => input);
      await says(window, 'Imprimir 5 etiquetas');
      await page.getByText('35 etiquetas ainda não podem ser impressas.').waitFor();
      await page.getByLabel('Começar já, e seguir com as 35 que ainda vêm').check();
      await next(window, 'Imprimir 5, e 35 que vêm');
      await expect.poll(started).toMatchObject([{ shipmentIds: ids, whileLoading: true }]);
    });
    await inScene('print-leaves-open', async ({ page }) => {
      await page.getByText('Ficou vago: nº 2–3, 7.').waitFor();
    });
    await inScene('print-left-open', async (window) => {
      await window.page.getByText('Falta imprimir: nº 1–2.').waitFor();
      await window.page.getByText('10 no papel com certeza, 2 não.').waitFor();
      await window.page.getByRole('button', { name: 'Imprimir as 2 que faltaram' }).press('Enter');
      await says(window, 'Imprimir 2 etiquetas');
    });
  });

  it('prints exactly the typed number of copies, shows the sheets, and asks about many', () =>
    at('#/print/1012', quick, async (window) => {
      const { page } = window;
      const started = async (): Promise<readonly unknown[]> =>
        (await window.calls())
          .filter(({ channel }) => channel === 'print.start')
          .map(({ input }) => input);
      await says(window, 'Imprimir 12 etiquetas');
      const copies = page.getByLabel('Cópias');
      await page.getByText('Papel e cópias').click();
      for (const wrong of ['100', '0', '2,5', '']) {
        await copies.fill(wrong);
        await says(window, 'Corrigir as cópias');
        await page.getByText('De 1 a 99, só algarismos.').waitFor();
      }
      await page.keyboard.press('F9');
      await page.locator('#print-copies:focus').waitFor();
      await copies.fill('3');
      // One of them has two pages.
      await says(window, '13 páginas × 3 = 39 folhas');
      await page.getByRole('radio', { name: 'A4 com 2' }).check();
      await page.getByLabel('Começar no lugar 2').check();
      await says(window, '13 páginas × 3 = 20 folhas');
      await copies.fill('4');
      await next(window, '13 páginas × 4 = 27 folhas');
      await says(window, 'Confirmar 27 folhas');
      // Another number is another question.
      await copies.fill('5');
      await next(window, '13 páginas × 5 = 33 folhas');
      await page.getByText('São 5 cópias de cada etiqueta.').waitFor();
      expect(await started()).toEqual([]);
      await next(window, 'Confirmar 33 folhas');
      await expect.poll(started).toMatchObject([{ copies: 5, sheet: { perSheet: 2, start: 2 } }]);
    }));

  it('keeps paper and copies under the pointer when the plan of the print comes', () =>
    at('#/print/1012', quick, async ({ page }) => {
      await page.getByRole('group', { name: 'Para onde vai' }).waitFor();
      const moved = `new Promise((done) => {
        new PerformanceObserver((list) => done(
          list.getEntries().flatMap(({ sources }) => sources.map(({ node }) => node?.localName)),
        )).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done([]), 500);
      })`;
      expect(await page.evaluate(moved)).not.toContain('details');
    }));

  it('prints no other rows than the ones that were typed', () =>
    at('#/print/1012', quick, async (window) => {
      const { page } = window;
      await says(window, 'Imprimir 12 etiquetas');
      await page.getByRole('radio', { name: 'Intervalo' }).check();
      await page.getByLabel('Da linha').fill('9');
      await page.getByLabel('até a linha').fill('13');
      await says(window, 'Corrigir o intervalo');
      await page.getByText('Duas linhas da lista, de 1 a 12').waitFor();
      await page.getByLabel('até a linha').fill('10');
      await next(window, 'Imprimir 2 etiquetas');
      await says(window, 'Imprimir 10 etiquetas');
      await page.locator('.primary .lucide-printer').waitFor();
    }));

  it('retries retryable labels by their reason, and goes without the rest', () =>
    at('#/grouping/1041', quick, async (window) => {
      await says(window, 'Buscar de novo 5 etiquetas');
      await window.page.getByRole('button', { name: 'Buscar estas de novo' }).first().click();
      await says(window, 'Imprimir 38 etiquetas');
      await window.page.getByRole('button', { name: 'Seguir sem estas' }).click();
      await says(window, 'Confirmar: seguir sem 2');
      await expect
        .poll(async () => {
          await window.page
            .getByRole('button', { name: 'Seguir sem 2', exact: true })
            .click({ timeout: 1000 });
          return (await window.calls()).filter(({ channel }) => channel === 'job.accept').length;
        })
        .toBe(1);
      await window.page
        .getByRole('region', { name: 'Etiquetas com problema' })
        .waitFor({ state: 'detached' });
    }));

  it('accepts a new token in the middle of the work and continues', () =>
    at('#/grouping/1401', quick, async (window) => {
      await next(window, 'Colar um token novo');
      await window.page.keyboard.type('errado', { delay: 40 });
      await window.page.keyboard.press('Enter');
      await window.page.getByText('O ERP não aceita este token').waitFor();
      await next(window, 'Colar um token novo');
      await window.page.keyboard.type('certo', { delay: 40 });
      await window.page.keyboard.press('F9');
      await says(window, 'Imprimir 40 etiquetas');
    }));

  it('warns before a weekend that the sign-in expires during it, and needs one key after it', () =>
    at('#/desk', { ...quick, settings: signIn }, async (window) => {
      const { page } = window;
      const lastsUntil = (iso: string) =>
        page.evaluate(`doca.signIn.lastUntil(new Date('${iso}').getTime())`);
      // In this document alone: Playwright's clock stays with the tab, and stamps later keys with
      // the time of their arrival.
      await page.evaluate(`{
        const friday = new Date(2026, 10, 27, 17).getTime();
        globalThis.Date = class extends Date {
          static now() { return friday; }
          constructor(...parts) { super(...(parts.length === 0 ? [friday] : parts)); }
        };
      }`);
      await lastsUntil('2026-11-28T17:00');
      await page
        .getByText(
          /^Com a Doca fechada, sua sessão vale até 28\/11.*17:00\. Na segunda, ao abrir, aperte/,
        )
        .waitFor();
      await lastsUntil('2026-11-30T08:00');
      await expect.poll(() => page.getByText(/^Com a Doca fechada/).count()).toBe(0);
      await page.evaluate('doca.signIn.over()');
      await next(window, 'Entrar');
      await finishSignIn(window);
    }));

  it('offers the sign-in if work waits for one, on every screen, and continues after it', () =>
    at('#/grouping/1401', { ...quick, settings: signIn }, async (window) => {
      const { page } = window;
      await page.getByText('Sua sessão no ERP expirou.').waitFor();
      expect(await page.locator('input[type=password]').count()).toBe(0);
      await next(window, 'Entrar');
      await says(window, 'Esperando o navegador…');
      await page.getByRole('button', { name: 'Abrir a página de novo' }).click();
      await page.keyboard.press('Escape');
      // The problem is shown, and does not replace the work.
      await next(window, 'Entrar');
      await page.evaluate(
        "doca.signIn.finish({ kind: 'sign-in-port', detail: null, erpMessage: null, erpDetails: [] })",
      );
      await page.getByText('Outro programa deste computador usa o endereço de retorno').waitFor();
      await page.locator('button.primary').click();
      await finishSignIn(window);
      await says(window, 'Imprimir 40 etiquetas');
      await expect.poll(() => page.getByText('Outro programa deste computador').count()).toBe(0);
      await page.evaluate(
        "doca.emit('app.notice', { kind: 'signed-out', erpMessage: null, erpDetails: [] })",
      );
      for (const hash of ['#/desk', '#/settings']) {
        await page.evaluate(`location.hash = '${hash}'`);
        await says(window, 'Entrar');
      }
      await next(window, 'Entrar');
      await finishSignIn(window);
      await says(window, 'Voltar à mesa');
      const channels = (await window.calls()).map(({ channel }) => channel);
      expect(channels.filter((channel) => channel === 'connection.reopenSignIn')).toHaveLength(1);
      expect(channels.filter((channel) => channel === 'connection.cancelSignIn')).toHaveLength(1);
    }));

  it('begins the morning with the sign-in, and leaves with two presses', () =>
    at('#/grouping/1012', { ...quick, signedIn: false, settings: signIn }, async (window) => {
      const { page } = window;
      await page.getByRole('heading', { name: 'Entrar no ERP' }).waitFor();
      expect(await page.locator('main input').count()).toBe(0);
      expect((await window.calls()).some(({ channel }) => channel === 'connection.signIn')).toBe(
        false,
      );
      await next(window, 'Entrar');
      await finishSignIn(window);
      await page.waitForSelector('#grouping-id:focus');
      await page.getByRole('link', { name: 'Maria Aparecida dos Santos' }).click();
      const out = page.getByRole('button', { name: /^(Sair|Apertar de novo)$/ });
      await out.click();
      await page.getByRole('button', { name: 'Apertar de novo' }).waitFor();
      await expect
        .poll(async () => {
          await out.click({ timeout: 1000 }).catch(() => undefined);
          return page.evaluate('location.hash');
        })
        .toBe('#/connect');
      await says(window, 'Entrar');
    }));

  it('leaves a workstation with its token if a sign-in fails', () =>
    at('#/connect', quick, async (window) => {
      const { page } = window;
      await page.getByRole('button', { name: 'Outras formas de começar' }).click();
      await page.getByRole('button', { name: /^Entrar no ERP/ }).click();
      await page.getByRole('button', { name: 'Para a TI' }).click();
      await page
        .getByLabel('Endereço do login (emissor)')
        .fill('http://entrada.exemplo.invalid/realms/erp');
      await page.getByLabel('Identificação da Doca (client ID)').fill('doca-armazem-1');
      await next(window, 'Entrar');
      await page.getByText('O endereço precisa começar com https://').waitFor();
      await page.waitForSelector('#sign-in-issuer:focus');
      await page.keyboard.type(signIn.signInIssuer);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Termine o login no navegador' }).waitFor();
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await says(window, 'Entrar');
      const { value } = await page.evaluate<{ value: object }>("doca.request('settings.get')");
      expect(value).toMatchObject({ signInIssuer: null, signInClientId: null });
    }));

  it('leaves room for the list and the print below problems, and fetches with a key', async () => {
    for (const [scene, below] of [
      ['grouping-difference', '.rows'],
      ['print-stopped', '.preview'],
    ] as const) {
      const { page, calls } = await bench.openScene(scene, { width: 911, height: 512 });
      const heightPx = async (selector: string): Promise<number> =>
        (await page.locator(selector).first().boundingBox())?.height ?? 0;
      expect(await heightPx(below)).toBeGreaterThan(120);
      expect(await heightPx('.case')).toBeGreaterThan(140);
      if (scene === 'print-stopped') continue;
      await page.keyboard.press('Control+t');
      await expect.poll(async () => (await calls()).at(-1)?.channel).toBe('job.collect');
    }
  });

  it('leads to the problems before the conclusion, also if nothing can be done here', () =>
    inScene('grouping-difference', async (window) => {
      await window.page.evaluate(`{
        const job = doca.jobs.get(${specialGroupings.difference});
        job.change({ difference: { ...job.head.difference, added: [], changed: [] } });
        location.hash = '#/conclude/${specialGroupings.difference}';
      }`);
      await next(window, 'Ver as pendências');
      await expect
        .poll(() => window.page.evaluate('document.activeElement.textContent'))
        .toContain('saíram do agrupamento: NÃO ENVIE');
    }));

  it('says that checking is mandatory, whatever comes before it', () =>
    inScene('conclude-mandatory', async ({ page }) => {
      await page.getByText('Aqui a conferência é obrigatória: confira para concluir.').waitFor();
    }));

  it('concludes a clean grouping by one press, and never by one that comes with the screen', async () => {
    const window = await bench.openScene('conclude-ready');
    const conclusions = async (): Promise<number> =>
      (await window.calls()).filter(({ channel }) => channel === 'job.conclude').length;
    await window.page.evaluate(`new Promise((seen) => {
      location.hash = '#/desk';
      new MutationObserver((_, observer) => {
        if (document.querySelector('#grouping-id')) location.hash = '#/conclude/1012';
        if (document.querySelector('h2.in-good') === null) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F9', bubbles: true }));
        seen();
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    })`);
    await window.page.locator('.primary:not([aria-disabled=true])').waitFor();
    expect(await conclusions()).toBe(0);
    await next(window, 'Concluir agrupamento');
    await window.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    await window.page.getByText('Maria Exemplo').waitFor();
    expect(await conclusions()).toBe(1);
    expect(await window.problems()).toEqual([]);
  });

  it('concludes first if labels come only then', () =>
    at('#/grouping/1777', quick, async (window) => {
      await next(window, 'Concluir primeiro');
      await next(window, 'Concluir agrupamento');
      await next(window, 'Confirmar a conclusão');
      await says(window, 'Imprimir 40 etiquetas');
      const call = (await window.calls()).find(({ channel }) => channel === 'job.conclude');
      expect(call?.input).toMatchObject({ beforeLabels: true });
    }));

  it('concludes first by the packer’s choice for the shipping method, which can be undone', () =>
    at('#/grouping/1778', quick, async (window) => {
      const { page } = window;
      await page.getByRole('button', { name: 'Sim, lembrar' }).click();
      await page
        .getByText('Lembrado aqui: “Correios SEDEX” só libera etiquetas depois de concluir.')
        .waitFor();
      await page.getByText('Url das etiquetas não encontrada').waitFor();
      await page.getByRole('button', { name: 'Esquecer e buscar agora' }).click();
      await next(window, 'Decidir sobre 40 etiquetas');
      await page.locator('.side .group button:focus').waitFor();
      await page.getByRole('button', { name: 'Sim, lembrar' }).click();
      await says(window, 'Concluir primeiro');
      const sent = (await window.calls()).filter(({ channel }) => channel !== 'job.open');
      const changes = sent.filter(({ channel }) => channel === 'settings.change');
      const said = { change: { concludeFirst: [{ id: 1, name: 'Correios SEDEX' }] } };
      expect(changes.map(({ input }) => input)).toEqual([
        said,
        { change: { concludeFirst: [] } },
        said,
      ]);
      const asked = sent.filter(({ channel }) => channel === 'job.retry');
      expect(
        asked.map(({ input }) => (input as { shipmentIds: number[] }).shipmentIds.length),
      ).toEqual([1, 40, 1]);
      // It is a word about the labels, and never the conclusion itself.
      expect(sent.some(({ channel }) => channel === 'job.conclude')).toBe(false);
      await next(window, 'Concluir primeiro');
      await next(window, 'Concluir agrupamento');
      await next(window, 'Confirmar a conclusão');
      await says(window, 'Imprimir 40 etiquetas');
    }));

  it('says on the door plate what stands against leaving, and takes the carrier’s cutoff', () =>
    at('#/grouping/1012', quick, async (window) => {
      const { page } = window;
      await page.getByRole('button', { name: 'Em andamento' }).click();
      await page.getByText('Falta só o trabalho em andamento.').waitFor();
      const unprinted = page.getByRole('group', {
        name: '12 expedições: Etiqueta não impressa.',
      });
      await unprinted.getByRole('button', { name: 'Mostrar' }).click();
      await page.getByText('12 selecionadas').waitFor();
      await page.getByLabel('Horário-limite de Correios SEDEX').fill('00:00');
      const change = (await window.calls()).find(({ channel }) => channel === 'settings.change');
      const cutoffs = [{ method: { id: 1, name: 'Correios SEDEX' }, time: '00:00' }];
      expect(change?.input).toEqual({ change: { cutoffs } });
    }));

  it('warns of a cutoff that comes first, on every screen of the job, and leads to the list', () => {
    // Passed, whatever the time.
    const cutoffs = [{ method: { id: 1, name: 'Correios SEDEX' }, time: '00:00' }];
    return at('#/check/1012', { ...quick, settings: { cutoffs } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Ver antes' }).waitFor();
      await page.keyboard.press('Control+Shift+l');
      await page.getByText('00:00 · No ritmo atual').waitFor();
      await page.keyboard.press('Control+Shift+l');
      await page.getByText('00:00 · No ritmo atual').waitFor({ state: 'detached' });
    });
  });

  it('forgets a shipping method in Settings', () =>
    at(
      '#/settings/data',
      { settings: { concludeFirst: [{ id: 1, name: 'Correios SEDEX' }] } },
      async (window) => {
        await window.page.getByRole('button', { name: 'Esquecer: Correios SEDEX' }).click();
        await expect
          .poll(() => window.page.getByText('Concluir antes das etiquetas').count())
          .toBe(0);
        const change = (await window.calls()).find(({ channel }) => channel === 'settings.change');
        expect(change?.input).toEqual({ change: { concludeFirst: [] } });
      },
    ));

  it('takes a person’s word that labels come from a panel', () =>
    at('#/grouping/1300', quick, async (window) => {
      await window.page.getByText('Forma de envio não possui recurso de etiquetas').waitFor();
      await next(window, 'Tenho 40 etiquetas do painel');
      // A bouncing key is no answer.
      await window.page.keyboard.press('F9');
      await window.page.getByText('Seguir com 40 etiquetas do painel?').waitFor();
      await window.page.keyboard.press('Escape');
      await says(window, 'Tenho 40 etiquetas do painel');
      await window.page.keyboard.press('F9');
      await says(window, 'Confirmar: seguir com 40 do painel');
      await expect
        .poll(async () => {
          await window.page.keyboard.press('F9');
          return window.primary();
        })
        .toBe('Conferir 40 expedições');
    }));

  it('deals with failures by keyboard alone, asks once before many go without, and takes that back with one key', () =>
    at('#/grouping/1041', quick, async (window) => {
      const { page } = window;
      const panel = page.getByRole('region', { name: 'Etiquetas com problema' });
      const accepted = async (): Promise<readonly unknown[]> =>
        (await window.calls())
          .filter(({ channel }) => channel === 'job.accept' || channel === 'job.take-back')
          .map(({ channel, input }) => [
            channel,
            (input as { shipmentIds: number[] }).shipmentIds.length,
          ]);
      await says(window, 'Buscar de novo 5 etiquetas');
      // Beside the list, which keeps its height.
      expect((await page.locator('[role=grid]').boundingBox())?.height).toBeGreaterThan(400);
      await panel.waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('7 falharam, 5 podem ser tentadas de novo').waitFor();
      expect(await panel.count()).toBe(0);
      await page.keyboard.press('Control+e');
      await panel.locator('.current').getByText('5 etiquetas:').waitFor();
      await page.keyboard.press('Control+e');
      await panel.locator('.current').getByText('2 etiquetas:').waitFor();
      await page.keyboard.press('Control+l');
      await page.getByText('2 selecionadas').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('Seguir sem 2 etiquetas?').waitFor();
      expect(await accepted()).toEqual([]);
      await page.getByRole('button', { name: 'Seguir sem 2', exact: true }).waitFor();
      await expect
        .poll(async () => {
          await page.keyboard.press('F9');
          return accepted();
        })
        .toEqual([['job.accept', 2]]);
      await page.getByText('Seguindo sem 2 etiquetas.').waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(accepted).toEqual([
        ['job.accept', 2],
        ['job.take-back', 2],
      ]);
      await panel.getByText('2 etiquetas:').waitFor();
      expect(await page.getByText('Seguindo sem').count()).toBe(0);
    }));

  it('takes two quick presses for the answer to one step of a bench’s set-up', () =>
    at('#/bench', quick, async (window) => {
      const { page } = window;
      await page.getByRole('heading', { level: 1, name: 'ERP' }).waitFor();
      await page.locator('.primary:not([aria-disabled=true])').waitFor();
      await page.keyboard.press('F9');
      await page.keyboard.press('F9');
      await page.getByRole('heading', { level: 1, name: 'Impressora' }).waitFor();
      const tested = (await window.calls()).filter(({ channel }) => channel === 'print.test-page');
      expect(tested).toEqual([]);
    }));

  it('does not offer to take an answer back after a print that was over before it was told', () =>
    inScene('grouping-goes-without', async ({ page }) => {
      await page
        .locator('.primary:not([aria-disabled=true])')
        .getByText('Confirmar: seguir sem')
        .waitFor();
      await page.keyboard.press('F9');
      await page.getByText('Seguindo sem').waitFor();
      await page.evaluate(`(() => {
        const [job] = doca.jobs.values();
        const ready = job.rows.filter(({ label }) => label.file === 'ready');
        const printed = ready.map((row) => ({ ...row, label: { ...row.label, timesPrinted: 1 } }));
        job.change({ state: 'printed' }, printed);
      })()`);
      await page.getByText('Seguindo sem').waitFor({ state: 'detached' });
    }));

  it('keeps the controls of the next step visible, in each size of the window', async () => {
    /** The expected state of the window; every part must hold. */
    const lookFor = (leastRows: number): string => `(() => {
      const box = (selector) => document.querySelector(selector)?.getBoundingClientRect() ?? null;
      const table = document.querySelector('[role=grid]');
      const [area, head, primary, canvas, body] = ['[role=grid]', '[role=grid] .head', '.primary', 'canvas', 'aside .body'].map(box);
      const rows = [...document.querySelectorAll('.row')].map((row) => row.getBoundingClientRect());
      const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
      const cells = [...document.querySelectorAll('.row .badge')].map((badge) => badge.getBoundingClientRect());
      return {
        wide: document.documentElement.scrollWidth > innerWidth || (table !== null && table.scrollWidth > table.clientWidth),
        few: area !== null && rows.filter((row) => row.top >= head.bottom - 1 && row.bottom <= area.bottom + 1).length < ${leastRows},
        states: area === null || cells.every((cell) => within(cell, area)),
        primary: primary.bottom <= innerHeight + 1 && primary.right <= innerWidth + 1 && primary.height >= 44,
        picture: canvas === null || (canvas.height > 100 && canvas.bottom <= (body ?? primary).bottom + 1),
        small: [...document.querySelectorAll('main button, main summary, main label:has(input)')]
          .filter((element) => element.checkVisibility() && element.closest('[role=columnheader]') === null)
          .filter((element) => element.getBoundingClientRect().height < 43.5)
          .map((element) => element.outerHTML.slice(0, 80)),
      };
    })()`;
    for (const [width, height, least] of [
      [1024, 768, 8],
      [1093, 614, 5],
      [911, 512, 3],
    ] as const) {
      const scenes = ['grouping-details', 'grouping-failures'] as const;
      for (const scene of width < 1000
        ? ([...scenes, 'grouping-goes-without', 'print-sheets'] as const)
        : scenes) {
        const { page } = await bench.openScene(scene, { width, height });
        if (scene === 'grouping-details' || scene === 'print-sheets')
          await page.waitForSelector('canvas[width]');
        await expect
          .poll(() => page.evaluate(lookFor(least)), {
            message: `${scene} at ${width}×${height}`,
          })
          .toMatchObject({
            wide: false,
            states: true,
            primary: true,
            picture: true,
            small: [],
            few: false,
          });
      }
    }
  });

  it('reports that a filter hides everything, and shows it again with one key', () =>
    at('#/grouping/1012', quick, async ({ page }) => {
      await page.waitForSelector('[role=row][aria-selected]');
      await page.keyboard.press('F3');
      await page.keyboard.type('maceio paris', { delay: 45 });
      await page.getByText('O filtro esconde as 12 expedições.').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.waitForSelector('[role=row][aria-selected]');
      expect(await page.evaluate('location.hash')).toBe('#/grouping/1012');
    }));

  it('shows changes before concluding, and concludes only after they are accepted', () =>
    at('#/grouping/1700', quick, async (window) => {
      const { page } = window;
      await printAll(window);
      await anyway(window, 'Concluir com 40 pendentes');
      await anyway(window, 'Confirmar a conclusão');
      await page.getByText('entraram no agrupamento').waitFor();
      await anyway(window, 'Concluir com 42 pendentes');
      await page.keyboard.press('Escape');
      await anyway(window, 'Concluir com 42 pendentes');
      await anyway(window, 'Confirmar a conclusão');
      await page.getByText('Agrupamento concluído').waitFor();
      const accepted = (await window.calls())
        .filter(({ channel }) => channel === 'job.conclude')
        .map(({ input }) =>
          (input as { seen: readonly { kind: string }[] }).seen.some(
            ({ kind }) => kind === 'added',
          ),
        );
      expect(accepted).toEqual([false, true]);
    }));

  it('asks the packer, inline, with two answers', () =>
    at('#/grouping/1888', quick, async (window) => {
      const { page } = window;
      await printAll(window);
      await anyway(window, 'Concluir com 40 pendentes');
      await anyway(window, 'Confirmar a conclusão');
      await next(window, 'Responder: foi concluído?');
      await page.keyboard.press('Enter');
      await page.getByText('Agrupamento concluído').waitFor();
      expect(
        (await window.calls()).filter(({ channel }) => channel === 'job.conclude'),
      ).toHaveLength(1);
    }));

  it('shows an empty bar for none of twelve', () =>
    at('#/conclude/1012', quick, async ({ page }) => {
      await page.locator('.bar.short').first().waitFor();
      const [ground, empty, filled] = (await page.evaluate(`(() => {
        const bar = document.querySelector('.bar.short');
        const probe = document.createElement('i');
        probe.style.background = 'var(--bar-empty)';
        bar.after(probe);
        const look = [bar, probe].map((part) => getComputedStyle(part).backgroundColor);
        probe.remove();
        return [...look, bar.firstElementChild.getBoundingClientRect().width];
      })()`)) as unknown[];
      expect(ground).toBe(empty);
      expect(filled).toBe(0);
    }));

  it('does not conclude over labels that are neither printed nor accepted', () =>
    at('#/conclude/1012', quick, async (window) => {
      const { page } = window;
      await page.getByText('não impressas').waitFor();
      await says(window, 'Imprimir 12 etiquetas');
      await page.getByRole('button', { name: 'Seguir sem imprimir' }).click();
      await next(window, 'Confirmar: seguir sem 12');
      await says(window, 'Conferir 12 expedições');
      await anyway(window, 'Concluir com 12 pendentes');
      await anyway(window, 'Confirmar a conclusão');
      await page.getByText('Agrupamento concluído').waitFor();
    }));

  it('asks whether the paper came out, and prints again when it did not', () =>
    at('#/print/1999', quick, async (window) => {
      await next(window, 'Imprimir 40 etiquetas');
      await says(window, 'Responder: saiu no papel?');
      await window.page.getByRole('button', { name: 'Não saiu nenhuma' }).click();
      await says(window, 'Imprimir 40 etiquetas');
    }));

  it('shows the printed labels after a failure, asks once, and leads to the rest', () =>
    at('#/print/1812', quick, async (window) => {
      const { page } = window;
      await page.waitForSelector('canvas');
      await next(window, 'Imprimir 40 etiquetas');
      await page.getByText('12 no papel com certeza, 1 talvez, 27 não.').waitFor();
      await page
        .getByRole('list', { name: 'Talvez no papel' })
        .getByText('Cecília Esteves Duarte')
        .waitFor();
      await page.getByText('Ver quais').click();
      await page
        .getByRole('region', { name: 'Ver quais' })
        .getByText('Bruno Hermínio Duarte')
        .waitFor();
      await next(window, 'Responder: saiu no papel?');
      await page.getByRole('button', { name: 'Sim, saiu' }).press('Enter');
      await page.getByText('13 no papel com certeza, 27 não.').waitFor();
      await page.getByRole('button', { name: 'Imprimir as 27 que faltaram' }).press('Enter');
      expect(
        (await window.calls()).filter(({ channel }) => channel === 'print.start'),
      ).toHaveLength(1);
      await next(window, 'Imprimir 27 etiquetas');
      await says(window, 'Conferir 40 expedições');
      const [, second] = (await window.calls()).filter(({ channel }) => channel === 'print.start');
      const { shipmentIds } = second!.input as { shipmentIds: number[] };
      expect(shipmentIds[0]).toBe(18_120_014);
      expect(shipmentIds).toHaveLength(27);
    }));

  it('asks for the last label that came out, by hand and by scanner, and leads to the rest', () =>
    inScene('print-all-in-doubt', async (window) => {
      const { page } = window;
      const says = (words: string) => page.getByRole('button', { name: words }).waitFor();
      const answers = async () =>
        (await window.calls()).filter(({ channel }) => channel === 'print.resolve');
      // The fourth was clicked, which takes those before it along, and the second taken back.
      await says('Saíram 3, 37 não');
      await page
        .locator('#job-question input')
        .nth(7)
        .click({ modifiers: ['Shift'] });
      await says('Saíram 8, 32 não');
      await page.getByRole('button', { name: 'Desmarcar' }).click();
      await scan(page, 'ZZ100000111BR');
      await page.getByText('A resposta vale em 5 s.').waitFor();
      await page.keyboard.press('Control+z');
      await says('Não saiu nenhuma');
      expect(await answers()).toEqual([]);
      // A label that is scanned after a later one is on paper all the same, wherever the focus is.
      await scan(page, 'ZZ100000148BR');
      await scan(page, 'ZZ100000111BR');
      await says('Saíram 4, 36 não');
      // With some of them marked, a no would have another meaning than the packer's.
      await scan(page, 'DOCA-NO');
      expect(await answers()).toEqual([]);
      await page.getByText('4 no papel com certeza, 36 não.').waitFor();
      const printed = [1, 2, 3, 4].map((nth) => 18_120_000 + nth);
      expect((await answers()).map(({ input }) => input)).toEqual([{ groupingId: 1812, printed }]);
      await page.getByRole('button', { name: 'Imprimir as 36 que faltaram' }).waitFor();
    }));

  it('asks label by label where the order on paper is unknown', () =>
    inScene('print-forgotten', async (window) => {
      const { page } = window;
      await page.getByRole('button', { name: 'Saíram 2, 38 não' }).waitFor();
      await scan(page, 'ZZ100000111BR');
      await page.getByRole('button', { name: 'Saíram 3, 37 não' }).waitFor();
      expect(await page.getByText('A resposta vale').count()).toBe(0);
      await scan(page, 'DOCA-YES');
      await expect
        .poll(
          async () =>
            (await window.calls()).find(({ channel }) => channel === 'print.resolve')?.input,
        )
        .toEqual({ groupingId: 1812, printed: [18_120_002, 18_120_003, 18_120_004] });
    }));

  it.each(['Esperar', 'Retirar da fila'])(
    'leaves no answer open before a print of before has ended (%s)',
    (choice) =>
      inScene('print-left-in-queue', async (window) => {
        const { page } = window;
        await says(window, 'Responder: saiu no papel?');
        for (const answer of ['DOCA-YES', 'DOCA-NO']) await scan(page, answer);
        await page.getByRole('button', { name: choice }).click();
        if (choice === 'Esperar') await says(window, 'Conferir 12 expedições');
        else await page.getByRole('button', { name: 'Não saiu nenhuma' }).waitFor();
        expect((await window.calls()).filter(({ channel }) => channel === 'print.resolve')).toEqual(
          [],
        );
      }),
  );

  it('prints as set up, on one printer for once, and remembers the first choice of all', () =>
    at(
      '#/print/1012',
      { ...quick, settings: { printer: null, labelsPerJob: 4 } },
      async (window) => {
        const { page } = window;
        const printer = page.getByLabel('Impressora', { exact: true });
        const plan = (): Promise<string> => page.locator('.plan').innerText();
        // No printer is set up: the system's printer, until a choice is made.
        await expect.poll(plan).toMatch(/Zebra bancada 1[\s\S]*3 impressões/);
        expect(await printer.inputValue()).toBe('Zebra bancada 1');
        await printer.selectOption('Laser do escritório');
        await expect.poll(plan).toContain('Laser do escritório');
        const changes = async (): Promise<unknown[]> =>
          (await window.calls())
            .filter(({ channel }) => channel === 'settings.change')
            .map(({ input }) => input);
        expect(await changes()).toEqual([{ change: { printer: 'Laser do escritório' } }]);
        await expect.poll(() => printer.inputValue()).toBe('');
        await page
          .getByText('Conforme configurado: Laser do escritório')
          .waitFor({ state: 'attached' });
        await printer.selectOption('Argox fila crua');
        await expect.poll(plan).toMatch(/Argox fila crua \(ZPL, o resto desenhado\)/);
        await page.getByText('Só para esta impressão.').waitFor();
        await next(window, 'Imprimir 12 etiquetas');
        await says(window, 'Conferir 12 expedições');
        expect(await changes()).toHaveLength(1);
        const started = (await window.calls()).find(({ channel }) => channel === 'print.start');
        expect(started?.input).toMatchObject({ printer: 'Argox fila crua' });
      },
    ));

  it('prints from a row on in the order of the print, and opens the last spool job from anywhere in the job', () =>
    at('#/grouping/1012', quick, async (window) => {
      const { page } = window;
      await says(window, 'Imprimir 12 etiquetas');
      // As on a busy computer: the preview from before is still being closed when the next one is
      // opened.
      await page.evaluate(
        'const send = Worker.prototype.postMessage;' +
          'Worker.prototype.postMessage = function (...sent) { setTimeout(() => send.apply(this, sent), 300); }',
      );
      await page.getByRole('columnheader', { name: 'Nota' }).getByRole('button').click();
      await page.getByRole('columnheader', { name: 'Nota' }).getByRole('button').click();
      await page.locator('[role=grid]').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      // The details show the last of the selected ones; the key begins at the first of them.
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+Shift+P');
      await page.waitForSelector('canvas[style]');
      await next(window, 'Imprimir 3 etiquetas');
      await expect
        .poll(
          async () =>
            (await window.calls()).find(({ channel }) => channel === 'print.start')?.input,
        )
        .toMatchObject({ shipmentIds: [10_120_003, 10_120_002, 10_120_001] });
      await says(window, 'Imprimir 9 etiquetas');
      await page.keyboard.press('F6');
      await page.waitForSelector('form input');
      await page.keyboard.press('Control+r');
      await page.waitForSelector('canvas[style]');
      await says(window, 'Imprimir de novo 3 etiquetas');
      expect(
        (await window.calls()).filter(({ channel }) => channel === 'print.start'),
      ).toHaveLength(1);
    }));

  it('brings dropped, chosen and pasted files, and puts what is left on a row by key, scan and drag', () =>
    at(`#/grouping/${specialGroupings.failures}`, quick, async (window) => {
      const { page } = window;
      await page.waitForSelector('.side .group');
      const zip = {
        name: 'painel.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('PK-first'),
      };
      await page.locator('input[type=file]').setInputFiles(zip);
      await page.getByText('6 etiquetas foram para a sua linha. 2 já estavam lá.').waitFor();
      const give = (event: 'drop' | 'paste', name: string): Promise<unknown> =>
        page.evaluate(`{
          const files = new DataTransfer();
          files.items.add(new File(['PK-${name}'], '${name}'));
          const given = { bubbles: true, cancelable: true, dataTransfer: files, clipboardData: files };
          if ('${event}' === 'drop') dispatchEvent(new DragEvent('dragover', given));
          dispatchEvent(new ('${event}' === 'drop' ? DragEvent : ClipboardEvent)('${event}', given));
        }`);
      await give('drop', 'solta.zip');
      await give('paste', 'colada.zip');
      const taken = async (): Promise<unknown[]> =>
        (await window.calls())
          .filter(({ channel }) => channel === 'import.take')
          .map(({ input }) => (input as { name: string }).name);
      await expect.poll(taken).toEqual(['painel.zip', 'solta.zip', 'colada.zip']);
      expect(await page.getByText('Solte aqui as etiquetas').count()).toBe(0);

      const left = page.locator('.leftover');
      await left.nth(0).getByRole('button', { name: 'Ver a etiqueta' }).press('Enter');
      await page.waitForSelector('.leftover canvas[style]');
      await left
        .nth(1)
        .getByRole('button', { name: 'Pôr em 2 · Cecília Duarte Guimarães' })
        .press('Enter');
      await expect.poll(() => left.count()).toBe(2);
      await left.nth(1).getByRole('button', { name: 'Ver a etiqueta' }).focus();
      await scan(page, makeShipment(11, specialGroupings.failures).logistics!.trackingCode!);
      await expect.poll(() => left.count()).toBe(1);
      await left.nth(0).dragTo(page.locator('[role=row]').filter({ hasText: 'Érica Esteves' }));
      await expect.poll(() => left.count()).toBe(0);
      const puts = (await window.calls())
        .filter(({ channel }) => channel === 'import.put')
        .map(({ input }) => input);
      const idOf = (position: number): number =>
        makeShipment(position, specialGroupings.failures).id;
      expect(puts).toMatchObject([
        { id: 2, shipmentId: idOf(2) },
        { id: 3, shipmentId: idOf(11) },
        { id: 1, shipmentId: idOf(4) },
      ]);
    }));

  it('shows the queue beside the work, with its actions', () =>
    at('#/desk', { ...quick, queue: true }, async (window) => {
      const { page } = window;
      const button = page.locator('header button[aria-expanded]');
      expect(await page.getByRole('region', { name: 'Impressora parada' }).innerText()).toMatch(
        /^Zebra rede: sem papel/,
      );
      await page.keyboard.press('F5');
      const panel = page.getByRole('complementary', { name: 'Fila de impressão' });
      await panel.getByText(/^Sem papel, tampa aberta\. Ponha etiquetas/).waitFor();
      await panel.getByText('12 no papel com certeza, 1 talvez, 37 não.').waitFor();
      await panel.getByRole('button', { name: 'Continuar: Laser do escritório' }).press('Enter');
      await expect.poll(() => panel.getByText('Imprimindo', { exact: true }).count()).toBe(2);
      await panel.getByRole('button', { name: 'Cancelar: Zebra rede' }).press('Enter');
      await expect.poll(() => panel.getByText('Cancelada', { exact: true }).count()).toBe(2);
      await page.keyboard.press('Escape');
      await expect.poll(() => panel.count()).toBe(0);
      // The failure was seen, and no printer is stopped any more: the bar only counts.
      await expect.poll(() => button.innerText()).toMatch(/^F5\s+Fila\s+2/);
      expect(await page.evaluate('document.activeElement.id')).toBe('grouping-id');
    }));

  it('leaves the printers alone in training, unless one is chosen for that very print', () =>
    at(
      '#/print/1012',
      { ...quick, training: true, settings: { printer: null } },
      async (window) => {
        const { page } = window;
        const printer = page.getByLabel('Impressora', { exact: true });
        await says(window, 'Imprimir 12 etiquetas');
        await page.getByText('Em arquivo (treinamento)').waitFor({ state: 'attached' });
        const planned = async (): Promise<unknown> =>
          (await window.calls()).findLast(({ channel }) => channel === 'print.plan')?.input;
        await expect.poll(planned).toMatchObject({ printer: null });
        await page.locator('.plan li').getByText('PDF').waitFor();
        await says(window, 'Imprimir 12 etiquetas');
        await printer.selectOption('Argox fila crua');
        await expect.poll(planned).toMatchObject({ printer: 'Argox fila crua' });
        expect((await window.calls()).some(({ channel }) => channel === 'settings.change')).toBe(
          false,
        );
      },
    ));

  it('shows that it prints automatically, if it does', () =>
    at('#/grouping/1012', { ...quick, settings: { autoPrint: true } }, async ({ page }) => {
      await page.getByText('Imprime sozinha as etiquetas que chegam.').waitFor();
    }));

  it('prints the label of a scan where scans print, checks its own code, and asks by a key before a second print', () =>
    at(
      '#/grouping/1012',
      { ...quick, settings: { printsOnScan: true, printer: 'PDF' } },
      async (window) => {
        const { page } = window;
        const panel = page.getByRole('region', { name: 'Uma por vez' });
        await panel.getByText('Leia o pedido').waitFor();
        await says(window, 'Imprimir 12 etiquetas');
        const printScans = async (): Promise<unknown[]> =>
          (await window.calls()).flatMap(({ channel, input }) =>
            channel === 'scan.print' ? [input] : [],
          );
        // A held scanner is one scan: on a busy machine too, no time passes between these two.
        await page.evaluate(
          '(() => { const nowMs = performance.now(); performance.now = () => nowMs; })()',
        );
        await scan(page, '48104');
        await panel.getByText('Impressa: leia a etiqueta').waitFor();
        await page
          .locator('[role=row][aria-selected=true]')
          .getByText('Impressa', { exact: true })
          .waitFor();
        await scan(page, '48104');
        await page.evaluate('delete performance.now');
        await sleep(againMs + 100);
        expect(await printScans()).toHaveLength(1);
        await scan(page, 'ZZ100000148BR');
        await panel.getByText('Confere').waitFor();
        await scan(page, '48104');
        await panel.getByText('Já foi impressa').waitFor();
        // Scans ask, and do not answer.
        for (const code of ['48104', 'ZZ100000148BR']) await scan(page, code);
        await panel.getByText('Já foi impressa').waitFor();
        await next(window, 'Responder à pergunta');
        await page.keyboard.press('Enter');
        await panel.getByText('Impressa: leia a etiqueta').waitFor();
        expect((await printScans()).at(-1)).toMatchObject({ code: 'ZZ100000148BR', again: 1 });
        await scan(page, 'no such code');
        await page.getByText('não é deste agrupamento').waitFor();
        await panel.getByText('Leia o pedido').waitFor();
      },
    ));

  it('asks which parcel a scan means by the numbers of groupings that people know', () =>
    at('#/desk', { ...quick, settings: { printsOnScan: true } }, async ({ page }) => {
      await page.waitForSelector('#grouping-id:focus');
      await page.evaluate(`{
        const { request } = doca;
        const known = { recipient: 'Ana', shipmentId: 1, groupingId: 746500049 };
        const choices = [{ ...known, identification: '8410' }, { ...known, shipmentId: 2 }];
        const value = { code: '48104', result: 'several', groupingId: null, shipmentId: null, choices };
        doca.request = (channel, ...input) =>
          channel === 'scan.print' ? Promise.resolve({ ok: true, value }) : request(channel, ...input);
      }`);
      await scan(page, '48104');
      await page.getByRole('button', { name: 'Ana · 8410' }).waitFor();
      await page.getByRole('button', { name: 'Ana · 746500049' }).waitFor();
    }));

  it('leaves no parcel’s green at Check where the scan of the next one failed', () =>
    at('#/check/1012', { ...quick, settings: { printsOnScan: true } }, async ({ page }) => {
      await page.evaluate(`{
        const { request } = doca;
        const value = { code: 'A', result: 'ok', recipient: 'Ana', shipmentId: null, groupingId: 1012, checked: 1, total: 12 };
        const fault = { kind: 'disk-full', erpMessage: null, erpDetails: [], detail: null };
        const answers = [{ ok: true, value }, { ok: false, fault }];
        doca.request = (channel, ...input) =>
          channel === 'scan.print' ? Promise.resolve(answers.shift()) : request(channel, ...input);
      }`);
      await scan(page, '48104');
      await page.waitForSelector('.answer[data-answer=good]');
      await scan(page, '48105');
      await page.waitForSelector('.answer[data-answer=bad]');
    }));

  it('leaves training for the connection without a word that nobody asked for', () =>
    at('#/desk', { ...quick, connected: false, training: true }, async ({ page }) => {
      await page.getByRole('button', { name: 'Sair do treinamento' }).click();
      await expect.poll(() => page.evaluate('location.hash')).toBe('#/connect');
      await page.waitForSelector('.doors button');
      expect(await page.getByText('A Doca não está conectada ao ERP').count()).toBe(0);
    }));

  it('shows no light of a grouping that it cannot read any more', () =>
    at('#/check/1040', quick, async ({ page }) => {
      await page.waitForSelector('.light');
      await page.evaluate(`{
        const { request } = doca;
        const fault = { kind: 'not-found', erpMessage: null, erpDetails: [], detail: null };
        doca.request = (channel, ...input) =>
          channel === 'job.open' ? Promise.resolve({ ok: false, fault }) : request(channel, ...input);
        const job = doca.jobs.get(1040);
        job.change({}, [job.label(3, { file: 'ready', timesPrinted: 1 })], true);
        job.change({}, [job.label(4, { file: 'ready', timesPrinted: 1 })], false);
      }`);
      await page.waitForSelector('.light', { state: 'detached' });
    }));

  it('asks again before it repeats a conclusion that the ERP refused, after the last scan too', () =>
    at('#/check/1012', { ...quick, settings: { concludeWhenChecked: true } }, async (window) => {
      const { page } = window;
      await page.waitForSelector('.light');
      await sleep(500);
      await page.evaluate(`{
          const job = doca.jobs.get(1012);
          job.change(
            { state: 'printed', fault: { kind: 'conclusion-refused', erpMessage: null, erpDetails: [], detail: null }, refusal: 'conclusion-refused' },
            job.rows.map((row) => ({
              ...row,
              label: { ...row.label, file: 'ready', timesPrinted: 1, waived: null },
              checkedAtMs: row.position === 4 ? null : 1,
            })),
          );
        }`);
      await scan(page, '48104');
      await expect.poll(() => page.evaluate('location.hash')).toBe('#/conclude/1012');
      await sleep(500);
      expect((await window.calls()).map(({ channel }) => channel)).not.toContain('job.conclude');
    }));

  it('reads the whole job again when a change went missing', () =>
    at('#/grouping/1040', {}, async (window) => {
      await window.page.waitForSelector('[role=row][aria-selected]');
      const change = (position: number, skip: boolean): Promise<unknown> =>
        window.page.evaluate(
          `(() => { const job = doca.jobs.get(1040); job.change({}, [job.label(${position}, { file: 'ready', timesPrinted: 5 })], ${skip}); })()`,
        );
      await change(3, true);
      await change(4, false);
      await window.page.locator('[role=row][aria-rowindex="4"]').getByText('Impressa 5×').waitFor();
      await window.page.locator('[role=row][aria-rowindex="5"]').getByText('Impressa 5×').waitFor();
      expect((await window.calls()).filter(({ channel }) => channel === 'job.open')).toHaveLength(
        2,
      );
    }));

  it('counts a parcel without its label on paper only after two presses after its scan, not by scans', () =>
    inScene('check-unlabelled', async ({ page, calls }) => {
      const counted = () => page.locator('.count').innerText();
      const sent = async () =>
        (await calls()).flatMap(({ channel, input }) => (channel === 'check.scan' ? [input] : []));
      const tone = (name: string) => page.waitForSelector(`[data-tone=${name}]`);
      // Colours that a person has set for the computer leave the answer its own.
      await page.emulateMedia({ forcedColors: 'active' });
      const ground = () =>
        page.evaluate<string>(
          "getComputedStyle(document.querySelector('.answer')).backgroundColor",
        );
      expect(await ground()).toBe('rgb(255, 210, 31)');
      await page.emulateMedia({ forcedColors: 'none' });
      expect(await counted()).toBe('3');
      for (let times = 0; times < 3; times += 1) await scan(page, '48105');
      await page.keyboard.press('F9');
      await page.keyboard.press('Control+F9');
      await page.waitForTimeout(500);
      // Another scan in between: a half-given command does not apply to another parcel.
      await scan(page, '48105');
      await expect.poll(async () => (await sent()).length).toBe(5);
      await page.keyboard.press('Control+F9');
      await page.keyboard.press('Control+F9');
      await page.waitForTimeout(500);
      expect(await counted()).toBe('3');
      expect((await sent()).some((input) => 'despite' in (input as object))).toBe(false);
      await tone('warn');
      await page.keyboard.press('Control+F9');
      await tone('good');
      await page.getByText('Etiqueta não impressa').waitFor();
      expect(await counted()).toBe('4');
      expect((await sent()).at(-1)).toMatchObject({ code: '48105', despite: 'unprinted' });
    }));

  it("opens the back office by key alone; it puts the ERP's objections at their fields and asks before each action", () =>
    at('#/desk', {}, async (window) => {
      const { page } = window;
      const entry = page.locator('nav a[href="#/office"]');
      await page.locator('nav a').first().waitFor();
      expect(await entry.count()).toBe(0);
      await page.keyboard.press('F8');
      await page.locator('#office-id').waitFor();
      expect(await entry.getAttribute('aria-current')).toBe('page');
      await page.fill('#office-id', '400');
      await next(window, 'Mudar a situação');
      expect((await window.calls()).some(({ channel }) => channel.startsWith('office.'))).toBe(
        false,
      );
      await next(window, 'Confirmar: mudar a situação');
      await page.getByText('Situação não permitida').waitFor();
      expect(await page.locator('#office-status').getAttribute('aria-invalid')).toBe('true');
      await page.getByText('O cliente está bloqueado').waitFor();
      await page.fill('#office-id', '812');
      await next(window, 'Mudar a situação');
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: 'Gerar nota fiscal' }).check();
      await next(window, 'Gerar nota fiscal');
      await next(window, 'Confirmar: gerar nota fiscal');
      await page.getByText('Nota fiscal 48101, série 1.').waitFor();
      // Repeating the key that created it creates no more.
      const pressOften = async () => {
        for (let press = 0; press < 3; press += 1) {
          await page.keyboard.press('F9');
          await page.waitForTimeout(500);
        }
      };
      const sent = async () =>
        (await window.calls()).filter(({ channel }) => channel === 'office.generate-invoice')
          .length;
      expect(await page.inputValue('#office-id')).toBe('');
      await next(window, 'Outro número');
      await pressOften();
      expect(await sent()).toBe(1);
      await page.fill('#office-id', '813');
      await page.getByText('Nota fiscal 48099, série 1.').waitFor();
      await page.getByText('Ana').waitFor();
      await pressOften();
      expect(await sent()).toBe(1);
      await page.getByRole('checkbox', { name: 'Gerar outra mesmo assim' }).check();
      await next(window, 'Gerar nota fiscal');
      await next(window, 'Confirmar: gerar nota fiscal');
      await expect.poll(sent).toBe(2);
    }));

  it('finds a shipment in the history and opens it', () =>
    at('#/history', {}, async ({ page, calls }) => {
      await page.waitForSelector('tbody tr');
      await page.keyboard.press('Control+g');
      await scan(page, 'ZZ999999999BR');
      await page.getByRole('button', { name: 'Salvar' }).and(page.locator(':disabled')).waitFor();
      await page.keyboard.press('Control+g');
      const saved = (await calls()).filter(({ channel }) => channel === 'history.export');
      expect(saved, 'the key of a button that cannot be pressed').toHaveLength(1);
      expect(await page.getByRole('button', { name: 'Relatório' }).count()).toBe(0);
      await scan(page, 'ZZ100000259BR');
      await expect.poll(() => page.locator('a.name').count()).toBe(1);
      for (const as of ['pdf', 'csv']) {
        await page.getByRole('button', { name: `Relatório (${as.toUpperCase()})` }).click();
        await expect
          .poll(async () => (await calls()).at(-1))
          .toMatchObject({
            channel: 'record.save',
            input: { groupingId: expect.any(Number) as number, as },
          });
        await page.getByText('Salvo.').waitFor();
      }
      await page.locator('a.name').click();
      await page.waitForSelector('aside');
      expect(await page.locator('aside h2').innerText()).toBe('Papelaria Fictícia ME');
    }));

  it('names in the details the parts of a label that no printer gets', () =>
    at('#/history', {}, async ({ page }) => {
      await page.waitForSelector('tbody tr');
      await page.locator('a.name').first().click();
      await page.waitForSelector('aside');
      expect(await page.getByText('Comandos da etiqueta que não vão à impressora').count()).toBe(0);
      await page.evaluate(`(() => {
        for (const job of doca.jobs.values())
          job.change({}, job.rows.map(({ position }) => job.label(position, { leftOut: ['~JR', '^KP', '?'] })));
      })()`);
      await page.getByText('Comandos da etiqueta que não vão à impressora').waitFor();
      await page.locator('aside').getByText('~JR ^KP texto que não é ZPL').waitFor();
    }));

  it('marks codes that the printer of their route cannot print, and asks no other printer', () => {
    const settings = {
      printer: 'Zebra bancada 1',
      routes: { byPaper: { '100x150': 'Zebra rede' }, zpl: null },
      printerDpi: { 'Zebra rede': 300 },
    };
    return at(`#/grouping/${specialGroupings.labelsRead}`, { settings }, async ({ page }) => {
      await page.waitForSelector('[role=row][aria-selected]');
      const marks = page.getByRole('img', {
        name: 'Os códigos desta etiqueta podem não ser lidos',
      });
      const say = (paper: object) =>
        page.evaluate(`(() => {
          const reading = { codes: [{ symbology: 'Code128', text: 'AB1', page: 1 }], pages: 1, dpi: 300, looked: true };
          for (const job of doca.jobs.values())
            job.change({}, job.rows.map(({ position }) => job.label(position, { file: 'ready', reading, paper: ${JSON.stringify(paper)} })));
        })()`);
      await say({ widthMm: 100, heightMm: 150 });
      await expect.poll(() => marks.count()).toBe(0);
      await say({ widthMm: 60, heightMm: 40 });
      await expect.poll(() => marks.count()).toBeGreaterThan(3);
    });
  });

  it('shows on its row, until it is printed, that the file of a label is damaged', () =>
    at(`#/grouping/${specialGroupings.labelsRead}`, {}, async ({ page }) => {
      const mark = page.getByRole('row').getByText('Danificada', { exact: true });
      await mark.waitFor();
      expect(await mark.count()).toBe(1);
      expect(await mark.getAttribute('title')).toContain('confira a impressão');
      await page.evaluate(`(() => {
        for (const job of doca.jobs.values()) job.change({}, [job.label(6, { file: 'ready', timesPrinted: 1 })]);
      })()`);
      await expect.poll(() => mark.count()).toBe(0);
    }));

  it('names in the details the kind of a label’s file', () =>
    at('#/history', {}, async ({ page }) => {
      await page.waitForSelector('tbody tr');
      await page.locator('a.name').first().click();
      await page.waitForSelector('aside');
      await page.evaluate(`(() => {
        for (const job of doca.jobs.values())
          job.change({}, job.rows.map(({ position }) => job.label(position, { kinds: ['ZIP · ZPL', 'PDF'] })));
      })()`);
      await page.getByText('Arquivo da etiqueta').waitFor();
      await page.locator('aside').getByText('ZIP · ZPL, PDF').waitFor();
    }));

  it('corrects weight and tracking code in the ERP from the details, by keyboard and scanner', () =>
    at('#/grouping/1012', { ...quick, settings: { correctShipments: true } }, async (window) => {
      const { page } = window;
      await says(window, 'Imprimir 12 etiquetas');
      await page.focus('[role=grid]');
      await page.keyboard.press('Enter');
      const details = page.locator('aside');
      const weight = page.getByLabel('Peso bruto, em kg');
      const tracking = page.getByRole('textbox', { name: 'Código de rastreio' });
      const sent = async () =>
        (await window.calls())
          .filter(({ channel }) => channel === 'job.correct')
          .map(({ input }) => input);

      await page.getByRole('button', { name: 'Corrigir o peso' }).press('Enter');
      await page.waitForSelector('#correction-weight:focus');
      expect([await weight.inputValue(), await tracking.inputValue()]).toEqual([
        '12,8',
        'ZZ100000037BR',
      ]);
      // Esc folds, and the details stay.
      await page.keyboard.type('9', { delay: 60 });
      await page.keyboard.press('Escape');
      await page.waitForSelector('#correct-weight:focus');
      expect([await weight.count(), await details.count(), (await sent()).length]).toEqual([
        0, 1, 0,
      ]);

      // 1366 × 768 at 150 %.
      await page.setViewportSize({ width: 910, height: 512 });
      await page.getByRole('button', { name: 'Corrigir o rastreio' }).focus();
      await page.evaluate("document.activeElement.scrollIntoView({ block: 'end' })");
      await page.keyboard.press('Enter');
      await page.waitForSelector('#correction-tracking:focus');
      await expect.poll(() => isInSight(window, '#correction-tracking-hint')).toBe(true);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.type('1,2,5', { delay: 60 });
      await page.keyboard.press('Enter');
      await details.getByText('Digite o peso em kg').waitFor();
      await page.setViewportSize({ width: 1366, height: 768 });
      await page.keyboard.type('31', { delay: 60 });
      await page.keyboard.press('Enter');
      // The ERP's objection is shown there, and the typed text is kept.
      await page.getByText('Peso acima do limite da forma de envio').waitFor();
      await page.waitForSelector('#correction-weight:focus');
      expect(await weight.inputValue()).toBe('31');
      await page.keyboard.type('2.5', { delay: 60 });
      // A scan applies to the tracking code alone, replaces its whole text, and sends nothing yet.
      await page.keyboard.press('Tab');
      await page.waitForSelector('#correction-tracking:focus');
      await scan(page, 'ZZ100000074BR');
      await expect.poll(() => tracking.inputValue()).toBe('ZZ100000074BR');
      expect(await sent()).toHaveLength(1);
      await page.keyboard.press('Enter');
      await details.getByText('Este código é da expedição nº 2 desta lista.').waitFor();
      await scan(page, 'AA123456785BR');
      await expect.poll(() => tracking.inputValue()).toBe('AA123456785BR');
      await page.keyboard.press('Enter');
      await details.getByText('2,500 kg').waitFor();
      await details.getByText('AA 123 456 785 BR').waitFor();
      await page.waitForSelector('#correct-tracking:focus');
      const shipment = { groupingId: 1012, shipmentId: 10_120_001 };
      expect(await sent()).toEqual([
        { ...shipment, grossWeightKg: 31, trackingCode: null },
        { ...shipment, grossWeightKg: 2.5, trackingCode: 'AA123456785BR' },
      ]);
      await says(window, 'Imprimir 12 etiquetas');

      // Another shipment begins folded, and so does this one when it is come back to.
      await page.keyboard.press('Enter');
      await page.waitForSelector('#correction-tracking:focus');
      await page.focus('[role=grid]');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await details.getByText('AA 123 456 785 BR').waitFor();
      expect(await weight.count()).toBe(0);
      // Not if the settings do not allow it, and not once it is concluded.
      const key = page.getByRole('button', { name: 'Corrigir o rastreio' });
      await key.waitFor();
      await page.evaluate('doca.jobs.get(1012).resolveConclusion(true)');
      await key.waitFor({ state: 'detached' });
    }));

  it('remembers a label’s choice for the shipping method, if requested', () =>
    at(`#/grouping/${specialGroupings.labelsRead}`, {}, async (window) => {
      const { page } = window;
      await page.waitForSelector('[role=row][aria-selected]');
      await page.focus('[role=grid]');
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
        await page.keyboard.press(key);
      const remember = page.getByRole('button', { name: 'Lembrar para esta forma de envio' });
      await page.getByRole('button', { name: 'Usar a folha inteira' }).waitFor();
      expect(await remember.count()).toBe(0);
      await page.getByRole('button', { name: 'Usar a folha inteira' }).press('Enter');
      await remember.press('Enter');
      await remember.waitFor({ state: 'detached' });
      const calls = await window.calls();
      const chosen = calls
        .filter(({ channel }) => channel === 'job.choose-pages')
        .map(({ input }) => input);
      const groupingId = specialGroupings.labelsRead;
      const whole = { pages: 'auto', crop: 'whole' };
      expect(chosen[0]).toEqual({
        groupingId,
        shipmentIds: [makeShipment(4, groupingId).id],
        choice: whole,
      });
      // Unprinted labels follow the rule from now on, but not the labels that were stopped.
      expect(chosen[1]).toMatchObject({ groupingId, choice: null });
      expect((chosen[1] as { shipmentIds: readonly number[] }).shipmentIds).toHaveLength(37);
      expect(chosen).toHaveLength(2);
      expect(
        calls.filter(({ channel }) => channel === 'settings.change').map(({ input }) => input),
      ).toEqual([{ change: { pageRules: [{ method: fakeMethod, choice: whole }] } }]);
    }));

  it('shows the pages of a stopped label, to decide whether it is right', () =>
    at(`#/grouping/${specialGroupings.labelsRead}`, {}, async (window) => {
      const { page } = window;
      await page.waitForSelector('[role=row][aria-selected]');
      await page.focus('[role=grid]');
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await page.waitForSelector('aside canvas[width]');
      await page.locator('aside').getByRole('button', { name: 'Está certa' }).press('Enter');
      await page.locator('aside').getByText('Pronta').waitFor();
      const asked = (await window.calls()).map(({ channel }) => channel);
      expect(
        asked.filter((channel) => channel === 'job.pages' || channel === 'job.confirm'),
      ).toEqual(['job.pages', 'job.confirm']);
    }));

  it('prints this bench’s rows, then free ones, and never another bench’s', () =>
    inScene('floor-grouping', async (window) => {
      const { page, calls } = window;
      const asked = async (channel: string): Promise<readonly unknown[]> =>
        (await calls()).filter((call) => call.channel === channel).map(({ input }) => input);
      const printed = async (): Promise<readonly (readonly number[])[]> =>
        ((await asked('print.start')) as { readonly shipmentIds: readonly number[] }[]).map(
          ({ shipmentIds }) => shipmentIds.map((id) => id % 10_000),
        );
      const from = (first: number, last: number): number[] =>
        Array.from({ length: last - first + 1 }, (_, index) => first + index);
      await next(window, 'Imprimir 2 etiquetas');
      await says(window, 'Imprimir 18 etiquetas');
      expect(await printed()).toEqual([[3, 4]]);
      // Twice as many, and half of them back: the size of a piece is chosen once.
      await page.getByRole('combobox', { name: 'Quanto pegar' }).selectOption('20');
      await page.getByRole('button', { name: 'Pegar 18' }).click();
      await page.getByText('Bancada 1: 27 de 40').waitFor();
      await page.getByRole('button', { name: 'Nada livre' }).waitFor();
      // The buttons of the stations' menu are as wide as its lines.
      await page.locator('[aria-controls=stations]').click();
      const widths = await page.evaluate(
        "Array.from(document.querySelectorAll('#stations > *'), (part) => part.offsetWidth)",
      );
      expect(widths).toEqual([254, 254, 254]);
      await page.locator('[aria-controls=stations]').click();
      await page.keyboard.press('Control+Shift+U');
      await page.getByText('Bancada 1: 9 de 40').waitFor();
      expect(await asked('floor.give-back')).toEqual(await asked('floor.take'));
      await next(window, 'Imprimir 18 etiquetas');
      await says(window, 'Conferir 40 expedições');
      expect(await printed()).toEqual([
        [3, 4],
        [12, ...from(24, 40)],
      ]);
      // The station that is gone comes first, and is taken over after a question.
      await page.keyboard.press('Control+o');
      await page.getByText('Assumir o que está com PC-EXPED-07?').waitFor();
      await page.keyboard.press('Escape');
      expect(await asked('floor.take-over')).toEqual([]);
      await page.keyboard.press('Control+o');
      await page.getByRole('button', { name: 'Assumir 2' }).waitFor();
      await expect
        .poll(async () => {
          await page.keyboard.press('Control+o');
          return asked('floor.take-over');
        })
        .toEqual([{ groupingId: specialGroupings.shared, stationId: 'b3' }]);
      await page.getByText('Não se sabe se estas etiquetas já saíram').waitFor();
    }));

  it('works alone after two presses, and lists labels printed twice until that was read', () =>
    inScene('floor-away', async (window) => {
      const { page, calls } = window;
      const alone = async (): Promise<readonly unknown[]> =>
        (await calls())
          .filter(({ channel }) => channel === 'floor.alone')
          .map(({ input }) => input);
      // The earlier claims are this station's own; for the rest it waits.
      await next(window, 'Imprimir 2 etiquetas');
      await says(window, 'Esperando o servidor');
      expect(await page.getByRole('button', { name: 'Pegar 10' }).isDisabled()).toBe(true);
      await page.keyboard.press('Control+Shift+S');
      await page.getByText('Outra bancada pode imprimir as mesmas etiquetas.').waitFor();
      expect(await alone()).toEqual([]);
      await page
        .locator('button:not([aria-disabled=true])')
        .filter({ hasText: 'Apertar de novo' })
        .click();
      await page.getByRole('status').filter({ hasText: 'Sozinho' }).waitFor();
      expect(await alone()).toEqual([{ alone: true }]);
      await says(window, 'Imprimir 18 etiquetas');
      await page.evaluate("doca.floor.change({ state: 'joined', fault: null, unsent: 0 })");
      await page.evaluate(`doca.floor.reconcile(doca.jobs.get(${specialGroupings.shared}), 2)`);
      await page.getByText('2 etiquetas saíram em duas bancadas.').waitFor();
      expect(await page.locator('.alone').count()).toBe(0);
      await page.getByRole('button', { name: 'Já vi' }).click();
      await page.getByText('2 etiquetas saíram em duas bancadas.').waitFor({ state: 'hidden' });
      // Another one is other news.
      await page.evaluate(`doca.floor.reconcile(doca.jobs.get(${specialGroupings.shared}), 3)`);
      await page.getByText('3 etiquetas saíram em duas bancadas.').waitFor();
    }));

  it('takes a badge on any screen, in training too, and the same one again for the way out', () =>
    at('#/grouping/1012', { ...quick, training: true }, async ({ page, calls }) => {
      const set = async (): Promise<readonly unknown[]> =>
        (await calls())
          .filter(({ channel }) => channel === 'operator.set')
          .map(({ input }) => input);
      await page.getByRole('grid').waitFor();
      const [ana, beto] = fakeBadges.map(({ id }) => writeBadge(id));
      await scan(page, ana!);
      // A scanner that reads it twice does not send her home.
      await scan(page, ana!);
      await page.getByText('Na bancada: Ana Paula').waitFor();
      await page.getByRole('link', { name: 'Na bancada: Ana Paula' }).waitFor();
      await page.evaluate("location.hash = '#/check/1012'");
      await page.locator('p.counter').waitFor();
      await scan(page, `]C1${beto!.toLowerCase()}`);
      await page.getByRole('link', { name: 'Na bancada: Beto' }).waitFor();
      expect(await set()).toEqual([{ badge: ana }, { badge: beto!.toLowerCase() }]);
      await page.keyboard.press('Control+Shift+K');
      await page.getByText('Ninguém na bancada.').waitFor();
      expect(await set()).toHaveLength(3);
      await scan(page, writeBadge(makeBadgeId(() => 9)));
      await page.getByText('Este crachá não está na lista desta bancada.').waitFor();
      expect((await calls()).filter(({ channel }) => channel === 'check.scan')).toEqual([]);
      await page.evaluate("location.hash = '#/settings/floor'");
      await page.getByRole('button', { name: 'Imprimir crachás' }).click();
      const names = page.getByLabel('Nomes, um por linha');
      expect(await names.inputValue()).toBe(`Ana Paula ${ana}\nBeto ${beto}`);
      for (const [typed, words] of [
        [' ', 'Escreva ao menos um nome.'],
        [`Ana Paula ${ana}\nána  paula`, '“ána paula” está duas vezes'],
        ['日本', '“日本” não é um nome que o papel mostre'],
        [`Ana Paula ${ana}\n\n João  da Conceição`, ''],
      ] as const) {
        await names.fill(typed);
        await page.getByRole('button', { name: 'Abrir os crachás' }).click();
        if (words !== '') await page.getByText(words).waitFor();
      }
      await expect
        .poll(
          async () => (await calls()).find(({ channel }) => channel === 'operator.badges')?.input,
        )
        .toEqual({
          badges: [
            { id: fakeBadges[0]!.id, name: 'Ana Paula' },
            { id: null, name: 'João da Conceição' },
          ],
        });
      await expect
        .poll(() => names.inputValue())
        .toMatch(/^Ana Paula DOCA-P-\w{7}\nJoão da Conceição DOCA-P-\w{7}$/);
    }));

  it('tests a server for several stations before it is used, and rejects an invalid address', () =>
    at('#/settings/floor', quick, async ({ page, calls }) => {
      const asked = async (...channels: readonly string[]): Promise<readonly unknown[]> =>
        (await calls())
          .filter(({ channel }) => channels.includes(channel))
          .map(({ input }) => input);
      const address = page.getByLabel('Endereço do servidor');
      const password = page.getByLabel('Senha do servidor');
      expect(await password.count()).toBe(0);
      await address.fill('servidor.exemplo.invalid');
      await address.press('Enter');
      await page.getByText('Falta algo: postgres://usuário@servidor/banco').waitFor();
      expect(await asked('settings.change')).toEqual([]);
      const wanted = 'postgres://doca@servidor.exemplo.invalid/expedicao';
      await address.fill(wanted);
      await password.fill('errada');
      await page.getByRole('button', { name: 'Testar o servidor' }).click();
      await page.getByText('não aceita o usuário ou a senha').waitFor();
      await password.fill('certa');
      await page.getByRole('button', { name: 'Testar o servidor' }).click();
      await page.getByText('O servidor responde e pode ser usado.').waitFor();
      expect(await asked('floor.password', 'settings.change')).toEqual([]);
      await password.press('Enter');
      await expect
        .poll(() => asked('floor.password', 'settings.change'))
        .toEqual([{ change: { floorAddress: wanted } }, { password: 'certa' }]);
      await page.getByLabel('Nome desta bancada').fill('Bancada 3');
      await page.getByLabel('Nome desta bancada').press('Enter');
      await expect
        .poll(() => asked('settings.change'))
        .toContainEqual({ change: { stationName: 'Bancada 3' } });
    }));

  it('shows the day by station and person on the Desk, this one first, and saves it', () =>
    inScene('floor-desk', async ({ page, calls }) => {
      expect(
        await page.getByRole('button', { name: 'Hoje, por bancada e pessoa' }).innerText(),
      ).toContain('452');
      const rows = await page.locator('tbody tr').allInnerTexts();
      expect(rows.map((row) => row.split(/\s*\t\s*/))).toEqual([
        ['Bancada 1', 'Ana', '212', '240', '6'],
        ['Bancada 1', 'Sem nome', '14', '0', '0'],
        ['Bancada 2', 'Beto Nogueira', '186', '201', '5'],
        ['PC-EXPED-07', 'Sem nome', '40', '12', '1'],
      ]);
      await page.getByRole('button', { name: 'Salvar planilha' }).click();
      await page.getByText('Salvo.').waitFor();
      expect((await calls()).some(({ channel }) => channel === 'floor.export-day')).toBe(true);
    }));

  it('changes language and look immediately', () =>
    at('#/settings/display', {}, async ({ page }) => {
      await page.getByRole('radio', { name: 'English' }).check();
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('en');
      await page.getByRole('radio', { name: 'Dark' }).check();
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(
        'dark',
      );
    }));

  it('finds a setting by its name or its hint, without accents, and leads to its control', () =>
    at('#/settings', {}, async (window) => {
      const { page } = window;
      await page.getByRole('textbox', { name: 'Procurar um ajuste' }).fill('conferencia');
      await page.getByRole('button', { name: /^Conferência obrigatória/ }).waitFor();
      // A hint's words find its control too; Enter leads to the first one found.
      await page.getByRole('textbox', { name: 'Procurar um ajuste' }).fill('lgpd');
      await page
        .getByRole('button', { name: /^Manter etiquetas e trabalhos por|^Guardar etiquetas/ })
        .waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('location.hash')).toBe('#/settings/data');
      await page.locator('#settings-data input:focus').waitFor();
      expect(await page.locator('main section:visible').count()).toBe(1);
    }));

  it('reports an update, shows its notes as text, and installs it on request', () =>
    at('#/settings/updates', { update: { kind: 'unchecked' } }, async (window) => {
      const { page } = window;
      const tell = (status: UpdateStatus) =>
        page.evaluate(`globalThis.doca.emit('updates.changed', ${JSON.stringify(status)})`);
      const section = page.getByRole('region', { name: 'Atualizações' });
      await section.getByText('Nenhuma busca por versão nova até agora.').waitFor();
      await section.getByRole('button', { name: 'Procurar agora' }).press('Enter');
      await section.getByText('Procurando uma versão nova…').waitFor();
      expect(await section.getByRole('button').isDisabled()).toBe(true);
      const notes = '<img src=x onerror="document.title=1">\nMais rápida';
      const update = { version: '1.2.0', notes: { 'pt-BR': notes, en: 'Faster' } };
      await tell({ kind: 'downloading', update, percent: 42 });
      await section.getByText('Baixando a versão 1.2.0… 42%').waitFor();
      await tell({ kind: 'ready', update, waitsFor: 'grouping-open' });
      await section.getByText('Espera a conclusão do agrupamento aberto.').waitFor();
      expect(await section.getByRole('region').locator('p').innerText()).toBe(notes);
      expect(await section.locator('img').count()).toBe(0);
      const choose = async (language: string): Promise<void> => {
        await page.evaluate("location.hash = '#/settings/display'");
        await page.getByRole('radio', { name: language }).check();
        await page.evaluate("location.hash = '#/settings/updates'");
      };
      await choose('English');
      await expect
        .poll(() =>
          page.getByRole('region', { name: 'What is new in 1.2.0' }).locator('p').innerText(),
        )
        .toBe('Faster');
      await choose('Português');
      await page.getByRole('status').getByRole('link', { name: 'Atualização pronta' }).waitFor();
      await section.getByRole('button', { name: 'Instalar e abrir de novo' }).press('Enter');
      await expect
        .poll(async () =>
          (await window.calls()).filter(({ channel }) => channel === 'updates.install'),
        )
        .toHaveLength(1);
      await tell({ kind: 'failed', failure: 'not-ours', atMs: 0 });
      await section.getByText(/não tem a assinatura da Doca/).waitFor();
      expect(await page.getByRole('link', { name: 'Atualização pronta' }).count()).toBe(0);
    }));

  it('returns the focus to the desk when the station is idle', () =>
    at('#/desk', {}, async ({ page }) => {
      await page.getByRole('link', { name: /Ajustes/ }).focus();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('grouping-id');
    }));

  it('continues the chosen grouping at its next step, and opens a typed one instead', () =>
    at('#/desk', quick, async (window) => {
      const { page } = window;
      await says(window, 'Continuar 1888');
      expect(await page.locator('a.row.on').innerText()).toContain('Não se sabe se o ERP concluiu');
      expect(await page.locator('a.row').nth(1).innerText()).toContain('até 17:00 · 42 min');
      expect(await page.locator('a.row').nth(2).innerText()).toContain('até 16:00 · só 3 min');
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
        await page.keyboard.press(key);
      await says(window, 'Continuar 1044');
      expect(await page.locator('a.row.on').innerText()).toMatch(/21\/24[^]*Conferir 3/);
      await page.locator('#grouping-id').fill('1012');
      await says(window, 'Abrir o agrupamento');
      expect(await page.locator('a.row.on').count()).toBe(0);
      await page.locator('#grouping-id').fill('');
      await page.keyboard.press('F9');
      await expect.poll(() => page.evaluate('location.hash')).toBe('#/check/1044');
    }));

  it("opens one of the ERP's groupings with arrows and Enter or a click, and lists none twice", () =>
    at('#/desk', quick, async (window) => {
      const { page } = window;
      const today = page.getByRole('region', { name: 'Hoje no ERP' });
      await today.getByText('Hoje no ERP, não abertos aqui · 3').waitFor();
      await page.getByRole('button', { name: 'Últimos 7 dias · 1' }).click();
      const ids = await page.evaluate<string[]>(
        "[...document.querySelectorAll('main ul a')].map((link) => link.getAttribute('href').match(/[0-9]+/)[0])",
      );
      expect(ids.length).toBeGreaterThan(9);
      expect(ids).toEqual([...new Set(ids)]);
      await page.locator('#grouping-id').focus();
      for (let row = 1; row <= 5; row += 1) await page.keyboard.press('ArrowDown');
      await says(window, 'Abrir 1049');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('location.hash')).toBe('#/grouping/1049');
      await page.keyboard.press('F2');
      await today.getByRole('link', { name: /1047/ }).click();
      await expect.poll(() => page.evaluate('location.hash')).toBe('#/grouping/1047');
    }));

  it('shows no red for a concluded grouping, and none of its failures', () =>
    at('#/desk', quick, async ({ page }) => {
      const recent = page.getByRole('region', { name: 'Concluídos' });
      await recent.getByText('Concluído').first().waitFor();
      expect(await recent.getByText(/falha/).count()).toBe(0);
    }));
});
