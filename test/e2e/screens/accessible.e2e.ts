import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { ask } from '../bridge.ts';
import { findViolations, findViolationsOfLook } from '../../support/axe.ts';
import { walkTabOrder } from '../../support/tab-walk.ts';
import { Station } from '../support/station.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

/** The scenes hold every state against axe and Tab, in two looks; this is one walk over the real window and its main. */
const id = groupingIdOf(0);
let station: Station;
let erp: FaultySandbox;
beforeAll(async () => {
  station = await Station.start();
  erp = await station.sandbox({ shipments: 4, groupings: 2 });
});
afterAll(() => station.close());

async function expectAccessible(where: string): Promise<void> {
  const { page } = station;
  const walk = await walkTabOrder(page);
  expect(walk.unreached, `${where}: not reached by Tab`).toEqual([]);
  expect(walk.invisible, `${where}: without visible focus`).toEqual([]);
  expect(walk.stops, where).toBeGreaterThan(2);
  expect(await findViolations(page), where).toEqual([]);
}

it('from the first start to the settings there is no violation, and Tab reaches every control', async () => {
  const { page } = station;
  await page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
  await page.getByRole('button', { name: /^Tenho um token/ }).click();
  await page.getByLabel('Endereço da API').fill(erp.baseUrl);
  await page.getByLabel('Token de acesso').fill('wrong');
  await station.press('Testar a conexão');
  await station.text('O ERP não aceita este token.');
  await expectAccessible('Connect');
  await ask(page, 'connection.save', { baseUrl: erp.baseUrl, token: erp.token });

  erp.inject({ on: 'label-file', shipment: 1, fault: { type: 'bad-file', how: 'html' } });
  await station.open(id);
  await station.next('Buscar de novo 1 etiqueta');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Detalhes da expedição' }).waitFor();
  await expectAccessible('Grouping');

  await station.go(`#/print/${id}`);
  await station.on('print');
  await page.getByText('Papel e cópias').click();
  await page.getByRole('radio', { name: 'A4 com 2' }).press('Space');
  await page.getByRole('img', { name: /Prévia das páginas/ }).waitFor();
  await expectAccessible('Print');
  await station.press('3 etiquetas = 2 folhas');
  await station.track('Imprimir', '3/4');

  await station.go(`#/check/${id}`);
  await station.on('check');
  await station.scan('000');
  await station.text('Não é deste agrupamento');
  // Shown over the answer's colour.
  await station.scan('DOCA-JUMP');
  await station.text('DOCA-JUMP não é um comando da Doca.');
  await expectAccessible('Check');

  await station.go(`#/conclude/${id}`);
  await station.on('conclude');
  await expectAccessible('Conclude');

  await station.open(groupingIdOf(1));
  await station.go('#/desk');
  await station.text('A terminar');
  await station.scan('não é número');
  await station.text(/não é número de agrupamento/);
  await expectAccessible('Desk');

  await station.go('#/history');
  await page.getByRole('table').waitFor();
  await expectAccessible('History');

  await station.go('#/office');
  await page.getByRole('radio', { name: 'Trocar os marcadores' }).press('Space');
  await station.field('Marcador 1').fill('urgente');
  await station.button('Mais um marcador').press('Enter');
  await expectAccessible('Back office');

  await station.go('#/settings/printing');
  await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
  await expectAccessible('Settings');
  await ask(page, 'settings.change', { change: { theme: 'dark', language: 'en' } });
  await expect
    .poll(() => page.evaluate(() => [getComputedStyle(document.body).backgroundColor, document.documentElement.lang]))
    .toEqual(['rgb(17, 18, 19)', 'en']);
  // Grounds of buttons take their moment to change.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await findViolationsOfLook(page), 'dark, en').toEqual([]);
  await station.expectQuiet();
});
