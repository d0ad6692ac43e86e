import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { againMs } from '../../../src/renderer/scanner/repeats.ts';
import { commands } from '#shared/codes.ts';
import { isSettled, readState } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

let station: Station;
let erp: FaultySandbox;
let token: string;
/** Using keys or pointers that a scanner does not have would weaken these specs. */
const others: string[] = [];

beforeAll(async () => {
  station = await Station.start();
  erp = await station.sandbox({ shipments: 4, groupings: 4, labelLess: 1 });
  ({ token } = erp);
  await station.page.exposeFunction('other', (what: string) => others.push(what));
  await station.page.evaluate(() => {
    const tell = (what: string) =>
      void (Reflect.get(window, 'other') as (what: string) => unknown)(what);
    for (const type of ['pointerdown', 'mousedown']) {
      window.addEventListener(type, () => tell(type), { capture: true });
    }
    const ofScanner = (key: string): boolean => key === 'Enter' || /^[\x21-\x7e]$/.test(key);
    window.addEventListener('keydown', ({ key }) => !ofScanner(key) && tell(key), {
      capture: true,
    });
  });
});
beforeEach(async () => {
  expect(await ask(station.page, 'connection.save', { baseUrl: erp.baseUrl, token })).toMatchObject(
    { ok: true },
  );
  await station.go('#/desk');
  await station.field('Leia ou digite o número do agrupamento').waitFor();
});
afterAll(() => station.close());
afterEach(async () => {
  await station.expectQuiet();
  expect(others).toEqual([]);
});

async function shipmentsOf(groupingId: number): Promise<readonly Shipment[]> {
  const open = await ask(station.page, 'job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.shipments.map(({ shipment }) => shipment);
}

/** Labels that are still being fetched. */
async function unsettled(groupingId: number): Promise<number> {
  const open = await ask(station.page, 'job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  return open.value.snapshot.shipments.filter(({ label }) => !isSettled(label)).length;
}

/**
 * Leaves only the conclusion to be done: accepts the missing label, prints and checks the others.
 */
async function prepare(groupingId: number): Promise<void> {
  const { page } = station;
  const shipments = await shipmentsOf(groupingId);
  await expect.poll(() => unsettled(groupingId)).toBe(0);
  const open = await ask(page, 'job.open', { groupingId });
  if (!open.ok) throw new Error(open.fault.kind);
  const idsThat = (have: boolean): number[] =>
    open.value.snapshot.shipments.flatMap(({ shipment, label }) =>
      (readState(label) === 'ready') === have ? [shipment.id] : [],
    );
  expect(await ask(page, 'job.accept', { groupingId, shipmentIds: idsThat(false) })).toMatchObject({
    ok: true,
  });
  const print = { groupingId, shipmentIds: idsThat(true), printer: 'PDF', copies: 1, sheet: null };
  expect(await ask(page, 'print.start', print)).toMatchObject({ ok: true });
  for (const shipment of shipments) {
    expect(await ask(page, 'check.scan', { groupingId, code: codeOf(shipment) })).toMatchObject({
      ok: true,
    });
  }
}

/** Returns the code on the parcel: its tracking code, or the number of its invoice. */
function codeOf({ logistics, invoice }: Shipment): string {
  const tracking = logistics?.trackingCode ?? '';
  return tracking === '' ? String(invoice!.number!) : tracking;
}

/** The same code once more counts only after a while. */
const countDespite = () =>
  station.countDespite(async () => {
    await sleep(againMs + 100);
    await station.scan(commands['conclude-anyway'].code);
  });

/** `held`: a parcel among them that must not simply go. */
async function checkAll(groupingId: number, held?: number): Promise<void> {
  const shipments = await shipmentsOf(groupingId);
  for (const [index, shipment] of shipments.entries()) {
    await station.scan(codeOf(shipment));
    if (index === held) await countDespite();
    await station.checked(groupingId, index + 1);
  }
  // After the last parcel the next screen opens by itself.
  await expect.poll(() => station.hash).toBe(`#/conclude/${groupingId}`);
}

describe('with only a barcode scanner', () => {
  it('a blank machine is connected', async () => {
    const { page } = station;
    expect(await ask(page, 'connection.forget')).toMatchObject({ ok: true });
    await station.go('#/connect');
    await page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
    await station.scan(erp.baseUrl);
    // The address's Enter leads to the token.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
      .toBe('password');
    await station.scan(token);
    await station.text('O ERP respondeu como');
    await station.scanNext('Salvar e começar');
    await expect.poll(() => station.hash).toBe('#/desk');
    expect(await page.content()).not.toContain(token);
  });

  it('a grouping goes from the desk to its conclusion, and the manifest is opened', async () => {
    const { page } = station;
    const id = erp.firstGroupingId;
    await station.scan(String(id));
    await station.scanNext(/^Tenho 1 etiqueta do painel/);
    await station.scanNext(/^Imprimir 3 etiquetas$/);
    await station.next('Conferir 4 expedições');
    // The first parcel leads to the Check screen by itself.
    await checkAll(id);
    await station.text('segue sem etiqueta da Doca');
    await station.scanNext('Concluir agrupamento', 'conclude');
    // One code only arms; the conclusion takes a second one.
    await station.next('Confirmar a conclusão');
    expect(erp.conclusions(id)).toBe(0);
    await station.scanNext('Confirmar a conclusão');
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
    await station.scanNext('Abrir romaneio');
    await expect
      .poll(() => station.takeWayOut())
      .toEqual([expect.stringMatching(/romaneio-\d+-\d{8}-\d{6}\.pdf$/)]);
    await station.scanNext('Próximo agrupamento');
    await expect.poll(() => station.hash).toBe('#/desk');
  });

  it('failures are retried or gone without, a check is undone, a confirmation is taken back', async () => {
    const { page } = station;
    const id = groupingIdOf(1);
    const [one, two] = [1, 2].map((shipment) =>
      erp.inject({ on: 'label-file', shipment, fault: { type: 'bad-file', how: 'html' } }),
    );
    await station.scan(String(id));
    const failures = page.getByRole('region', { name: 'Etiquetas com problema' });
    await failures.getByText('2 etiquetas:').waitFor();
    await station.next('Buscar de novo 2 etiquetas');
    one!();
    await station.scan(commands.retry.code);
    // Both were requested again; the messages are the old ones until both have answered.
    await station.next('Buscar de novo 1 etiqueta');
    await failures.getByText('1 etiqueta:').waitFor();
    await station.scan(commands.accept.code);
    await expect.poll(() => failures.count()).toBe(0);
    two!();
    const count = (await shipmentsOf(id)).length;
    await station.next(`Imprimir ${count - 1} etiquetas`);
    // Screens by their codes, and back.
    await station.scan(commands['go-history'].code);
    await expect.poll(() => station.hash).toBe('#/history');
    await station.scan(commands['go-check'].code);
    await station.on('check');
    const [first] = await shipmentsOf(id);
    await station.scan(codeOf(first!));
    // A correct label that is not printed: repeating its scan counts nothing, but repeating a
    // command code does.
    await station.scan(codeOf(first!));
    await station.checked(id, 0);
    await countDespite();
    await station.checked(id, 1);
    await station.scan(commands.undo.code);
    await station.text('Conferência desfeita');
    await station.scan(commands.back.code);
    await expect.poll(() => station.hash).toBe(`#/grouping/${id}`);
    await station.scan(commands['go-print'].code);
    await station.scanNext(`Imprimir ${count - 1} etiquetas`, 'print');
    await station.next(`Conferir ${count} expedições`);
    await station.scan(commands['go-check'].code);
    await station.on('check');
    await checkAll(id, 2);
    await station.scanNext('Concluir agrupamento', 'conclude');
    await station.next('Confirmar a conclusão');
    await station.scan(commands.back.code);
    await station.next('Concluir agrupamento');
    expect(erp.conclusions(id)).toBe(0);
    await station.scan(commands['go-desk'].code);
    await expect.poll(() => station.hash).toBe('#/desk');
  });

  it('a question is answered', async () => {
    const { page } = station;
    const id = groupingIdOf(3);
    await prepare(id);
    erp.inject({ on: 'concluir', times: 1, fault: { type: 'cut-after' } });
    await station.scan(String(id));
    await station.scanNext('Concluir agrupamento');
    await station.scanNext('Concluir agrupamento', 'conclude');
    await station.text('Não se sabe se o ERP concluiu o agrupamento.');
    await station.scan(commands.yes.code);
    await page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
    expect(erp.conclusions(id)).toBe(1);
  });

  it('a token that has run out is replaced, and shows up nowhere', async () => {
    const { page } = station;
    const id = groupingIdOf(2);
    const free = erp.inject({ on: 'etiquetas', shipment: 2, fault: { type: 'stall' } });
    await station.scan(String(id));
    await station.next(/prontas?$/);
    await expect.poll(() => unsettled(id)).toBe(1);
    token = 'the-second-token';
    erp.changeToken(token);
    free();
    await station.scan(commands.cancel.code);
    await station.scanNext('Buscar 1 etiqueta');
    await station.text('O token expirou ou foi revogado.');
    await station.scanNext('Colar um token novo');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
      .toBe('password');
    await station.scan(token);
    await expect.poll(() => page.getByText('O token expirou ou foi revogado.').count()).toBe(0);
    await station.next(/^Imprimir \d+ etiquetas$/);
    expect(await page.content()).not.toContain(token);
  });

  it('a code without a meaning here is reported as such, and the next one removes the message', async () => {
    const { page } = station;
    await station.scan('DOCA-JUMP');
    await station.text('DOCA-JUMP não é um comando da Doca.');
    await station.scan(commands.undo.code);
    await station.text('Agora não há nada a fazer com “Desfazer”.');
    expect(await page.getByText('DOCA-JUMP').count()).toBe(0);
    await station.scan(commands['go-history'].code);
    await expect.poll(() => page.getByText('Agora não há nada').count()).toBe(0);
    await expect.poll(() => station.hash).toBe('#/history');
    expect(await station.field('Procurar').inputValue()).toBe('');
  });
});
