import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { ask } from '../bridge.ts';
import { findViolations } from '../../support/axe.ts';
import { walkTabOrder } from '../../support/tab-walk.ts';
import { Station } from '../support/station.ts';

/** Every screen in its fullest state: axe in both themes and both languages, four looks in all, and a walk along the tab order. */
const id = 1001;
/** The last one is the one that the next screen begins with. */
const looks = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'en' },
  { theme: 'dark', language: 'pt-BR' },
  { theme: 'light', language: 'pt-BR' },
] as const;
let station: Station;
let erp: FaultySandbox;
beforeAll(async () => {
  station = await Station.start();
  erp = await station.sandbox({ shipments: 9, groupings: 2, labelLess: 1, formats: ['pdf'] });
});
afterAll(() => station.close());
afterEach(() => station.expectQuiet());

async function expectAccessible(): Promise<void> {
  const { page } = station;
  const walk = await walkTabOrder(page);
  expect(walk.unreached, 'not reached by Tab').toEqual([]);
  expect(walk.invisible, 'without visible focus').toEqual([]);
  expect(walk.stops).toBeGreaterThan(2);
  await expectNoViolation();
}

/** In both themes and both languages, in such an order that each step changes one of them. */
async function expectNoViolation(): Promise<void> {
  const { page } = station;
  for (const look of looks) {
    await ask(page, 'settings.change', { change: look });
    const colour = look.theme === 'dark' ? 'rgb(16, 18, 21)' : 'rgb(236, 238, 241)';
    await expect
      .poll(() => page.evaluate(() => [getComputedStyle(document.body).backgroundColor, document.documentElement.lang]))
      .toEqual([colour, look.language]);
    expect(await findViolations(page), `${look.theme} ${look.language}`).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
}

describe('without a violation, and wholly by keyboard:', () => {
  it('(the checks find what is wrong)', async () => {
    const { page } = station;
    await page.getByRole('heading', { name: 'Ligar a Doca ao ERP' }).waitFor();
    await page.evaluate(() => {
      const pale = Object.assign(document.createElement('p'), { textContent: 'pale', id: 'pale' });
      const mute = Object.assign(document.createElement('input'), { id: 'mute' });
      const far = Object.assign(document.createElement('button'), { textContent: 'far', id: 'far' });
      document.querySelector('form')!.append(pale, mute, far);
      pale.style.color = '#dddddd';
      mute.style.outline = 'none';
      // Tab goes round it: it is taken out of the order while it looks as if it were in it.
      far.addEventListener('focus', () => far.previousElementSibling instanceof HTMLElement && far.blur());
    });
    const found = (await findViolations(page)).join('\n');
    expect(found).toContain('color-contrast');
    expect(found).toContain('#mute');
    const walk = await walkTabOrder(page);
    expect(walk.invisible.join()).toContain('mute');
    expect(walk.unreached.join()).toContain('far');
    await page.reload();
  });

  it('Connect, with an objection', async () => {
    const { page } = station;
    await page.getByRole('heading', { name: 'Ligar a Doca ao ERP' }).waitFor();
    await page.getByLabel('Endereço da API').fill(erp.baseUrl);
    await page.getByLabel('Token de acesso').fill('wrong');
    await station.press('Testar a conexão');
    await station.text('O token não vale mais.');
    await expectAccessible();
    await ask(page, 'connection.save', { baseUrl: erp.baseUrl, token: erp.token });
  });

  it('Grouping, collecting, with failures, filter and details', async () => {
    const { page } = station;
    erp.inject({ on: 'label-file', shipment: 1, fault: { type: 'bad-file', how: 'html' } });
    const free = erp.inject({ on: 'etiquetas', shipment: 5, fault: { type: 'stall' } });
    await station.open(id);
    await station.next('Imprimir 6 etiquetas prontas');
    await station.text('O que veio no lugar da etiqueta não é uma etiqueta.');
    await expectAccessible();
    free();
    await page.keyboard.press('Control+.');
    await station.press('Buscar 1 etiqueta');
    await station.next('Buscar de novo 1 etiqueta');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await station.button('Colunas').press('Enter');
    await page.getByRole('complementary', { name: 'Detalhes da expedição' }).waitFor();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  it('Print, with sheets and a preview', async () => {
    const { page } = station;
    await station.go(`#/print/${id}`);
    await station.on('print');
    await page.getByRole('radio', { name: 'A4 com 2' }).press('Space');
    await page.getByRole('radio', { name: 'Intervalo' }).press('Space');
    await page.getByRole('img', { name: /Prévia das páginas/ }).waitFor();
    await expectAccessible();
    await station.press(/^Imprimir 7 etiquetas/);
    await station.text('7 de 9 etiquetas impressas');
  });

  it('Check, right and wrong', async () => {
    const { page } = station;
    await station.go(`#/check/${id}`);
    await station.on('check');
    await expectAccessible();
    const open = await ask(page, 'job.open', { groupingId: id });
    if (!open.ok) throw new Error(open.fault.kind);
    await station.scan(String(open.value.snapshot.shipments[0]!.shipment.invoice!.number));
    await station.text('Confere');
    await expectAccessible();
    // Told over the answer's colour.
    await station.scan('DOCA-JUMP');
    await station.text('DOCA-JUMP não é um comando da Doca.');
    expect(await findViolations(page)).toEqual([]);
    await station.scan('000');
    await station.text('Não é deste agrupamento');
    await expectAccessible();
  });

  it('Conclude, with what is missing, a question and afterwards', async () => {
    const { page } = station;
    await station.go(`#/conclude/${id}`);
    await station.on('conclude');
    await expectAccessible();
    await ask(page, 'job.accept', {
      groupingId: id,
      shipmentIds: await unprinted(),
    });
    erp.inject({ on: 'concluir', times: 1, fault: { type: 'cut-after' } });
    await station.press('Concluir assim mesmo');
    await station.press('Confirmar a conclusão');
    await station.text('A resposta do ERP à conclusão se perdeu.');
    await expectAccessible();
    await station.button('No ERP está concluído').press('Enter');
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    await expectAccessible();
  });

  async function unprinted(): Promise<number[]> {
    const open = await ask(station.page, 'job.open', { groupingId: id });
    if (!open.ok) throw new Error(open.fault.kind);
    return open.value.snapshot.shipments
      .filter(({ label }) => label.state !== 'printed')
      .map(({ shipment }) => shipment.id);
  }

  it('Desk, with work to finish and a refused code', async () => {
    await station.open(id + 1);
    await station.go('#/desk');
    await station.text('A terminar');
    await station.text('Recentes');
    await station.scan('não é número');
    await station.text(/não é o número de um agrupamento/);
    await expectAccessible();
  });

  it('History, Back office and Settings', async () => {
    const { page } = station;
    await station.go('#/history');
    await page.getByRole('table').waitFor();
    await expectAccessible();
    await station.go('#/office');
    await page.getByRole('radio', { name: 'Trocar os marcadores' }).press('Space');
    await station.field('Marcador 1').fill('urgente');
    await station.button('Mais um marcador').press('Enter');
    await station.field(/^Número/).fill('x');
    await expectAccessible();
    await station.go('#/settings');
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
    await expectAccessible();
  });

  it('the list of shortcuts, and the notice that a token is needed', async () => {
    const { page } = station;
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Atalhos' }).waitFor();
    await expectNoViolation();
    await page.keyboard.press('Escape');
    const other = await station.erp({ shipments: 3, groupings: 1 });
    const free = other.inject({ on: 'etiquetas', shipment: 2, fault: { type: 'stall' } });
    await station.open(id);
    await station.next(/prontas$/);
    other.changeToken('another');
    free();
    await page.keyboard.press('Control+.');
    await station.press('Buscar 1 etiqueta');
    await station.text('O token venceu. O trabalho espera.');
    await expectAccessible();
  });
});
