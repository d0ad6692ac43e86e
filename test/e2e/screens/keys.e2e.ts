import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#shared/codes.ts';
import { readCode } from '#shared/identities/code.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { againMs } from '../../../src/renderer/scanner/repeats.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { ask } from '../bridge.ts';
import { Station } from '../support/station.ts';

/**
 * The number of keys for a grouping, from the Desk to the manifest; the first version's number for
 * as many shipments is in brackets.
 */
const usual = 8;
/** Enough if the count follows from the number of shipments. */
const few = 3;
let shipments: number;
const table: string[] = [];
let station: Station;
let erp: FaultySandbox;
/** Each count takes the ERP's next grouping. */
let id: number;
let scans = 0;
let keys = 0;

beforeAll(async () => {
  station = await Station.start();
  erp = await station.erp({ groupings: 5 });
});
afterAll(async () => {
  console.log(['                shipments  scans   keys', ...table].join('\n'));
  await station.close();
});
afterEach(() => station.expectQuiet());

async function begin(change: Partial<Settings>, count: number): Promise<void> {
  shipments = count;
  id = station.take(erp, count);
  await station.go('#/desk');
  await station.field('Leia ou digite o número do agrupamento').waitFor();
  const plain = {
    printer: 'PDF',
    autoPrint: false,
    concludeWhenChecked: false,
    printsOnScan: false,
    readLabels: false,
  } as const;
  expect(
    await ask(station.page, 'settings.change', { change: { ...plain, ...change } }),
  ).toMatchObject({ ok: true });
  [scans, keys] = [0, 0];
}

async function scan(code: string): Promise<void> {
  scans += 1;
  await station.scan(code);
}

/** The same code once more counts only after a while. */
async function scanNext(words: string | RegExp): Promise<void> {
  await station.next(words);
  await sleep(againMs + 100);
  await scan(commands.primary.code);
}

async function press(words: string | RegExp): Promise<void> {
  keys += 1;
  await station.press(words);
}

async function checkAll(): Promise<void> {
  const open = await ask(station.page, 'job.open', { groupingId: id });
  if (!open.ok) throw new Error(open.fault.kind);
  for (const [index, { shipment }] of open.value.snapshot.shipments.entries()) {
    await scan(String(shipment.invoice!.number));
    await station.checked(id, index + 1);
  }
}

/** The code on its label, which is the tracking code unless it has none. */
async function readOwnCode({ id: shipmentId, logistics }: Shipment): Promise<string> {
  const tracking = logistics?.trackingCode ?? '';
  if (tracking !== '') return tracking;
  const readLabel = async (): Promise<string | undefined> => {
    const open = await ask(station.page, 'job.open', { groupingId: id });
    const row = open.ok
      ? open.value.snapshot.shipments.find(({ shipment }) => shipment.id === shipmentId)
      : undefined;
    return row?.label.reading?.codes.find(({ text }) => readCode(text).key === null)?.text;
  };
  await expect.poll(readLabel).toBeTypeOf('string');
  return (await readLabel())!;
}

async function expectConcluded(): Promise<void> {
  await station.page.getByRole('heading', { name: 'Agrupamento concluído' }).waitFor();
  expect(erp.conclusions(id)).toBe(1);
}

async function concludeByKeys(): Promise<void> {
  await station.on('conclude');
  await press('Concluir agrupamento');
  await expectConcluded();
}

describe('a grouping costs no more than', () => {
  it('nine scans and three keys on a usual day', async () => {
    await begin({}, usual);
    await scan(String(id));
    await press(`Imprimir ${shipments} etiquetas`);
    await station.next(/^Conferir/);
    await checkAll();
    await concludeByKeys();
    await press('Abrir romaneio');
    await expect.poll(() => station.takeWayOut()).toHaveLength(1);
    table.push(`usual day               ${shipments}  ${scans} (9)  ${keys} (8)`);
    expect([scans, keys]).toEqual([shipments + 1, 3]);
  });

  it('one scan for each parcel and four more, with the scanner alone', async () => {
    await begin({}, usual);
    await scan(String(id));
    await scanNext(`Imprimir ${shipments} etiquetas`);
    await station.next(/^Conferir/);
    await checkAll();
    await station.on('conclude');
    await scanNext('Concluir agrupamento');
    await expectConcluded();
    await scanNext('Abrir romaneio');
    await expect.poll(() => station.takeWayOut()).toHaveLength(1);
    table.push(`scanner alone           ${shipments}  ${scans} (17) ${keys} (0)`);
    expect([scans, keys]).toEqual([shipments + 4, 0]);
  });

  it('one scan for each parcel, one for the grouping and one key if it prints automatically', async () => {
    await begin({ autoPrint: true }, few);
    await scan(String(id));
    await station.next(/^Conferir/);
    await checkAll();
    await concludeByKeys();
    table.push(`prints by itself        ${shipments}  ${scans}      ${keys}`);
    expect([scans, keys]).toEqual([shipments + 1, 1]);
  });

  it('the scans alone, if it also concludes after the last check', async () => {
    await begin({ autoPrint: true, concludeWhenChecked: true }, few);
    await scan(String(id));
    await station.next(/^Conferir/);
    await checkAll();
    await expectConcluded();
    table.push(`and concludes so        ${shipments}  ${scans}      ${keys}`);
    expect([scans, keys]).toEqual([shipments + 1, 0]);
  });

  it('two scans for each parcel, one for the grouping and one key if each scan prints its label', async () => {
    await begin({ printsOnScan: true, readLabels: true }, few);
    // One has no tracking code yet, and another code on its label.
    const [first] = erp.world.groupings.get(id)!.shipments;
    first!.dispatch.logistica.codigoRastreio = '';
    await scan(String(id));
    await station.next(`Imprimir ${shipments} etiquetas`);
    const open = await ask(station.page, 'job.open', { groupingId: id });
    if (!open.ok) throw new Error(open.fault.kind);
    for (const { shipment, position } of open.value.snapshot.shipments) {
      await scan(String(shipment.sale!.number));
      await station.page.getByText('Salva em PDF: leia a etiqueta para conferir').waitFor();
      await scan(await readOwnCode(shipment));
      await station.checked(id, position);
    }
    await concludeByKeys();
    table.push(`scan → paper            ${shipments}  ${scans}      ${keys}`);
    expect([scans, keys]).toEqual([2 * shipments + 1, 1]);
  });

  it('one scan for each parcel, one for the grouping, two keys and one file if a marketplace has the labels in its panel', async () => {
    erp = await station.erp({ groupings: 0, kinds: ['mercado-envios'] });
    await begin({}, few);
    await scan(String(id));
    await station.text('O ERP não fornece esta etiqueta');
    const zip = await (await fetch(`${erp.panel}${id}/etiquetas.zip`)).bytes();
    // Dropped on the window, as from the browser's list of downloads.
    await station.page.evaluate((bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'etiquetas.zip'));
      for (const type of ['dragover', 'drop'])
        window.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        );
    }, Array.from(zip));
    await station.text(`${shipments} etiquetas foram para a sua linha.`);
    await press(`Imprimir ${shipments} etiquetas`);
    await station.next(/^Conferir/);
    await checkAll();
    await concludeByKeys();
    table.push(`labels from a file      ${shipments}  ${scans}      ${keys} + 1 file`);
    expect([scans, keys]).toEqual([shipments + 1, 2]);
  });
});
