import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../support/free-port.ts';
import { shareBrowser } from '../../support/browser/shared.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';
import { Station } from '../support/station.ts';

let station: Station;
let erp: FaultySandbox;
/** Kinds of pointer events in Doca's window. */
const pointers = new Set<string>();

beforeAll(async () => {
  station = await Station.start({ printer: null });
  await station.page.exposeFunction('pointed', (what: string) => pointers.add(what));
  await station.page.evaluate(() => {
    const tell = (event: Event) =>
      void (Reflect.get(window, 'pointed') as (what: string) => unknown)(event.type);
    window.addEventListener('pointerdown', tell, { capture: true });
  });
});
afterAll(() => station.close());
afterEach(() => station.expectQuiet());

/** Signs in, as a user known to the service, in the system's browser, which Doca has opened. */
async function signInAtBrowser(to = '#/desk'): Promise<void> {
  await station.text('Termine o login no navegador');
  let opened: readonly string[] = [];
  await expect
    .poll(async () => (opened = [...opened, ...(await station.takeWayOut())]).length)
    .toBe(1);
  const { browser } = await shareBrowser();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(opened[0]!);
    await expect.poll(() => station.page.getByText('Termine o login no navegador').count()).toBe(0);
    await expect.poll(() => station.hash).toBe(to);
  } finally {
    await context.close();
  }
}

const today = () => station.page.getByRole('region', { name: 'Hoje no ERP' });
const listPrinted = (): readonly string[] =>
  readdirSync(join(station.app.home, 'Documents'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.pdf'));

describe('the first hour of a workstation', () => {
  it('leads by keyboard from the sign-in over the list to the first label', async () => {
    const { page } = station;
    const redirectUrl = `http://127.0.0.1:${await findFreePort()}/doca`;
    erp = await station.sandbox({ shipments: 3, groupings: 3, signIn: true, contractOnly: false });
    await page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await station.text('Falta a parte da TI');
    // IT's part is folded, and leads to what is missing; the addresses are there, and another ERP's
    // replace them.
    await page.keyboard.press('Enter');
    await page.locator('#sign-in-client-id:focus').waitFor();
    await page.keyboard.type(erp.signIn!.clientId);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    // Tab selects the text of a field, so typing replaces it.
    await page.keyboard.type(redirectUrl);
    for (const [field, text] of [
      ['Endereço do login (emissor)', erp.signIn!.issuer],
      ['Endereço da API', erp.baseUrl],
    ] as const) {
      await page.getByLabel(field).press('Control+A');
      await page.keyboard.type(text);
    }
    await station.press('Entrar');
    await signInAtBrowser();
    await page.getByRole('link', { name: /Treino/ }).waitFor();
    const first = today().getByRole('link').first();
    const newest = /\d+/.exec(await first.innerText())?.[0] ?? '';
    const listed = await today().getByRole('link').count();
    await station.press(`Abrir ${newest}`);
    await station.press(/^Imprimir \d+ etiquetas$/);
    await page.getByRole('img', { name: /Prévia das páginas/ }).waitFor();
    await station.press(/^Imprimir \d+ etiquetas$/, 'print');
    await station.next(/^Conferir \d+ expedições$/);
    expect(listPrinted()).toHaveLength(1);
    expect([...pointers]).toEqual([]);
    await page.keyboard.press('F7');
    await page
      .getByRole('row', { name: /Salva em PDF.*Treino/ })
      .first()
      .waitFor();
    // An opened grouping leaves the list of those not opened here.
    await page.keyboard.press('F2');
    await page
      .getByRole('region', { name: 'A terminar' })
      .getByRole('link', { name: newest })
      .waitFor();
    await expect.poll(() => today().getByRole('link').count()).toBe(listed - 1);
  });

  it('ends with a sign-out, and the next user begins', async () => {
    const { page } = station;
    await page.keyboard.press('Control+,');
    const out = page.getByRole('button', { name: /^(Sair|Apertar de novo)$/ });
    await out.focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter');
        return station.hash;
      })
      .toBe('#/connect');
    await station.takeWayOut();
    await station.press('Entrar');
    await signInAtBrowser();
    await page.getByRole('link', { name: /Treino/ }).waitFor();
  });

  it('reports a missing permission, and continues after a new sign-in', async () => {
    // A grouping that was not opened here.
    const [{ page }, id] = [station, groupingIdOf(2)];
    const allow = erp.inject({ on: 'agrupamento', fault: { type: 'status', status: 403 } });
    await station.go(`#/grouping/${id}`);
    await station.text(/falta permissão ao usuário ou aplicativo, ou ela mudou depois do login\./);
    allow();
    await page.getByRole('alert').getByRole('button', { name: 'Entrar' }).click();
    await signInAtBrowser(`#/grouping/${id}`);
    await page.getByRole('row').nth(1).waitFor();
  });
});
