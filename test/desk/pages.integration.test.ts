import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, expect, it } from 'vitest';
import type { LabelSnapshot } from '#shared/domain/job.ts';
import type { PageChoice } from '#shared/domain/records.ts';
import { makeSheets } from '../support/pdf-sheets.ts';
import { connectedWorkstation, isSettled, printRequest, valueOf } from './support/harness.ts';
import { see } from '../support/seen.ts';

type Connected = Awaited<ReturnType<typeof connectedWorkstation>>;

let station: Connected;
afterEach(() => station.close());

/** One for each shipment: the same label for two would be a mistake of the ERP's. */
const files = ['0', '1'].map((blue) =>
  makeSheets([
    { place: 'upper left', box: `1 0 ${blue}` },
    { place: 'lower right', box: `0 1 ${blue}` },
  ]),
);
const both: PageChoice = { pages: 'all', crop: 'auto' };
const label = [100, 150];
const a4 = [210, 297];

const sizesOf = async (pdf: Uint8Array): Promise<readonly (readonly number[])[]> =>
  (await PDFDocument.load(pdf)).getPages().map((page) => {
    const { width, height } = page.getSize();
    return [width, height].map((points) => Math.round((points / 72) * 25.4));
  });

/**
 * Two shipments of two volumes each, and for each a file of two A4 pages with a label on a part of
 * both.
 */
async function openSheets(): Promise<readonly [first: number, second: number]> {
  station = await connectedWorkstation({ shipments: 2 });
  const { sandbox, groupingId } = station;
  for (const [index, bytes] of files.entries())
    sandbox.inject({ on: 'label-file', shipment: index, fault: { type: 'file', bytes } });
  const change = (body: unknown): unknown => {
    const grouping = structuredClone(body) as {
      expedicoes: { volume: { quantidadeVolumes: number } }[];
    };
    for (const { volume } of grouping.expedicoes) volume.quantidadeVolumes = 2;
    return grouping;
  };
  sandbox.inject({ on: 'agrupamento', fault: { type: 'mutate', change } });
  valueOf(await station.ask('job.open', { groupingId }));
  const { shipments } = await station.until(groupingId, isSettled);
  const [first, second] = shipments.map(({ shipment }) => shipment.id);
  return [first!, second!];
}

async function readLabel(shipmentId: number): Promise<LabelSnapshot> {
  const { snapshot } = valueOf(await station.ask('job.open', { groupingId: station.groupingId }));
  return snapshot.shipments.find(({ shipment }) => shipment.id === shipmentId)!.label;
}

it('all pages of a label are looked at, one is printed, and others are chosen', async () => {
  const [first, second] = await openSheets();
  const { ask, groupingId } = station;
  const look = async (channel: 'job.pages' | 'job.preview') =>
    sizesOf(valueOf(await ask(channel, { groupingId, shipmentId: first })));
  expect(await look('job.preview')).toEqual([label]);
  expect(await look('job.pages')).toEqual([a4, a4]);

  valueOf(await ask('job.choose-pages', { groupingId, shipmentIds: [first], choice: both }));
  expect(await readLabel(first)).toMatchObject({
    file: 'ready',
    block: null,
    timesPrinted: 0,
    pages: 2,
    croppedPages: 2,
    choice: both,
  });
  expect(await readLabel(second)).toMatchObject({
    pages: 1,
    choice: { pages: 'auto' },
    ownChoice: null,
  });
  expect(await look('job.preview')).toEqual([label, label]);

  const sheet: PageChoice = { pages: [2], crop: 'whole' };
  valueOf(await ask('job.choose-pages', { groupingId, shipmentIds: [first], choice: sheet }));
  expect(await look('job.preview')).toEqual([a4]);
  expect(await look('job.pages')).toEqual([a4, a4]);
  const stranger = await ask('job.choose-pages', { groupingId, shipmentIds: [1], choice: both });
  expect(stranger).toMatchObject({ ok: false, fault: { kind: 'invalid-input' } });
});

it('a label without a choice of its own follows the rule of its shipping method', async () => {
  const [first, second] = await openSheets();
  const { ask, groupingId } = station;
  const { snapshot } = valueOf(await ask('job.open', { groupingId }));
  const method = snapshot.grouping.shippingMethod!;
  const sheet: PageChoice = { pages: [2], crop: 'whole' };
  valueOf(await ask('job.choose-pages', { groupingId, shipmentIds: [first], choice: sheet }));
  valueOf(await ask('settings.change', { change: { pageRules: [{ method, choice: both }] } }));
  expect(await readLabel(second)).toMatchObject({ pages: 1 });
  valueOf(await ask('job.choose-pages', { groupingId, shipmentIds: [second], choice: null }));
  expect(await readLabel(second)).toMatchObject({ pages: 2, choice: both, ownChoice: null });
  expect(await readLabel(first)).toMatchObject({ pages: 1, choice: sheet, ownChoice: sheet });
});

it('a conclusion over fewer labels than volumes needs a person’s confirmation', async () => {
  const [first, second] = await openSheets();
  const { ask, groupingId, sandbox, outDir } = station;
  valueOf(await ask('job.choose-pages', { groupingId, shipmentIds: [first], choice: both }));
  valueOf(
    await ask('print.start', await printRequest(station, groupingId, 'all', { printer: 'PDF' })),
  );
  const [pdf] = await readdir(outDir);
  expect(await sizesOf(await readFile(join(outDir, pdf!)))).toEqual([label, label, label]);
  const conclude = async () =>
    ask('job.conclude', { groupingId, beforeLabels: false, seen: await see(ask, groupingId) });
  expect(await conclude()).toMatchObject({ ok: false, fault: { kind: 'fewer-labels' } });
  expect(sandbox.conclusions(groupingId)).toBe(0);
  // A mistake for a shipment that has a label for each volume.
  const mistaken = await ask('job.accept-fewer', { groupingId, shipmentIds: [first] });
  expect(mistaken).toMatchObject({ ok: false, fault: { kind: 'invalid-input' } });
  valueOf(await ask('job.accept-fewer', { groupingId, shipmentIds: [second] }));
  expect(await readLabel(second)).toMatchObject({ fewerSeen: { volumes: 2, pages: 1 } });
  valueOf(await conclude());
  expect(sandbox.conclusions(groupingId)).toBe(1);
});
