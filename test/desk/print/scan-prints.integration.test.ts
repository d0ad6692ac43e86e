import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { groupingIdOf } from '../../../src/training-erp/index.ts';
import type { SandboxOptions } from '../../../src/training-erp/index.ts';
import type { PrintScanAnswer } from '#shared/contract/scan.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Shipment } from '#shared/domain/records.ts';
import type { SimulatedPrinter } from '../../support/network-printer.ts';
import { connectedWorkstation, readHistory, valueOf } from '../support/harness.ts';
import {
  at,
  change,
  collected,
  labelsOf,
  nameOn,
  networkTiming,
  print,
  printerShelf,
  queueOf,
  restarted,
  verdictOf,
} from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';

const shelf = printerShelf();
let station: Connected;
afterEach(async () => {
  await station.close();
  await shelf.close();
});

/** A bench that prints on scans, with its labels fetched. */
async function bench(
  options: SandboxOptions = {},
  printer?: SimulatedPrinter,
  more: Partial<Settings> = {},
) {
  const paper = printer ?? (await shelf.add());
  station = await connectedWorkstation({ formats: ['zpl'], ...options }, { networkTiming });
  await change(station, {
    networkPrinters: [at('Zebra', paper)],
    printer: 'Zebra',
    printsOnScan: true,
    ...more,
  });
  await collected(station);
  return { paper, list: await shipmentsOf(station.groupingId) };
}

async function shipmentsOf(groupingId: number): Promise<readonly Shipment[]> {
  return valueOf(await station.ask('job.open', { groupingId })).snapshot.shipments.map(
    ({ shipment }) => shipment,
  );
}

type Word = Partial<{
  here: number | null;
  isCheck: boolean;
  again: number;
  parcel: { groupingId: number; shipmentId: number };
}>;

async function scan(code: string | number | null, word: Word = {}): Promise<PrintScanAnswer> {
  const asked = { code: String(code), here: station.groupingId, isCheck: false, ...word };
  return valueOf(await station.ask('scan.print', asked));
}

const order = (shipment: Shipment | undefined) => shipment!.sale!.number;
const invoice = (shipment: Shipment | undefined) => shipment!.invoice!.number;
const tracking = (shipment: Shipment | undefined) => shipment!.logistics!.trackingCode;
const codes = (...some: (Shipment | undefined)[]) => some.map((one) => tracking(one) ?? '');
const onPaper = ({ paper }: SimulatedPrinter) =>
  paper.map((label) => nameOn(label)?.split('|')[0] ?? '');
const isOpen = async (groupingId: number) => (await station.ask('check.recent', { groupingId })).ok;
const timesPrinted = async (groupingId?: number) =>
  (await labelsOf(station, groupingId)).map((label) => label.timesPrinted);

/** Gives the second and the fifth shipment of the ERP's list one order. */
function joinOrders(body: unknown): unknown {
  const { expedicoes } = body as { readonly expedicoes: readonly { venda: unknown }[] };
  expedicoes[4]!.venda = expedicoes[1]!.venda;
  return body;
}

describe('a scan that prints', () => {
  it('prints exactly its label, by order, invoice or tracking code, in the order of the scans', async () => {
    const { paper, list } = await bench({}, await shelf.add({ labelMs: 300 }));
    expect(await scan(order(list[4]))).toMatchObject({
      result: 'printing',
      shipmentId: list[4]!.id,
    });
    // While the first one is being printed.
    expect(await scan(invoice(list[1]))).toMatchObject({
      result: 'printing',
      shipmentId: list[1]!.id,
    });
    expect(await scan(tracking(list[3]))).toMatchObject({
      result: 'printing',
      recipient: list[3]!.recipient!.name,
    });
    // Its label is on its way: not a second one.
    expect(await scan(invoice(list[1]))).toMatchObject({ result: 'printing' });
    await expect.poll(() => onPaper(paper)).toEqual(codes(list[4], list[1], list[3]));
    await expect.poll(() => timesPrinted()).toEqual([0, 1, 0, 1, 1, 0]);
    expect(await verdictOf(station)).toBeNull();
    const printed = (await readHistory(station)).filter(({ kind }) => kind === 'printed');
    expect(printed.map(({ shipmentId }) => shipmentId).reverse()).toEqual(
      [list[4], list[1], list[3]].map((s) => s!.id),
    );
  });

  it('asks before a printed label, and prints it once for one word', async () => {
    const { paper, list } = await bench();
    await scan(order(list[0]));
    await expect.poll(() => timesPrinted()).toEqual([1, 0, 0, 0, 0, 0]);
    expect(await scan(order(list[0]))).toMatchObject({ result: 'again', timesPrinted: 1 });
    expect(await scan(order(list[0]), { again: 1 })).toMatchObject({ result: 'printing' });
    await expect.poll(() => timesPrinted()).toEqual([2, 0, 0, 0, 0, 0]);
    // The same word again, such as by a bouncing key: it was about the print before.
    expect(await scan(order(list[0]), { again: 1 })).toMatchObject({
      result: 'again',
      timesPrinted: 2,
    });
    expect(paper.paper).toHaveLength(2);
  });

  it("checks the parcel with the label's own code once it is printed, and then asks", async () => {
    const { list } = await bench();
    await scan(order(list[2]));
    await expect.poll(() => timesPrinted()).toEqual([0, 0, 1, 0, 0, 0]);
    expect(await scan(tracking(list[2]))).toMatchObject({ result: 'ok', checked: 1, total: 6 });
    expect(await scan(tracking(list[2]))).toMatchObject({ result: 'again', timesPrinted: 1 });
  });

  it('finds it in all open groupings, the one on the screen first, and counts no foreign parcel in a check', async () => {
    const { paper, list } = await bench({ groupings: 2 });
    const second = groupingIdOf(1);
    await collected(station, second);
    const other = await shipmentsOf(second);
    const { snapshot } = valueOf(await station.ask('job.open', { groupingId: second }));
    expect(await scan(order(other[0]))).toMatchObject({ result: 'printing', groupingId: second });
    await expect.poll(() => onPaper(paper)).toEqual(codes(other[0]));
    await expect.poll(async () => (await timesPrinted(second))[0]).toBe(1);
    expect(await scan(tracking(other[0]), { isCheck: true })).toMatchObject({
      result: 'other-grouping',
      otherGrouping: snapshot.grouping.identification,
    });
    expect(await scan(tracking(other[0]))).toMatchObject({ result: 'ok', groupingId: second });
    expect(await scan(order(list[0]), { here: null })).toMatchObject({ result: 'printing' });
    // On the Desk a grouping's number opens it.
    expect(await scan(station.groupingId, { here: null })).toMatchObject({ result: 'unknown' });
    expect(await scan('no-such-code')).toMatchObject({ result: 'unknown' });
  });

  it('asks which one, if an order has several shipments, and prints the chosen one', async () => {
    const paper = await shelf.add();
    station = await connectedWorkstation({ formats: ['zpl'] }, { networkTiming });
    await change(station, {
      networkPrinters: [at('Zebra', paper)],
      printer: 'Zebra',
      printsOnScan: true,
    });
    const { groupingId, sandbox } = station;
    sandbox.inject({ on: 'agrupamento', fault: { type: 'mutate', change: joinOrders } });
    await collected(station);
    const list = await shipmentsOf(groupingId);
    const [one, other] = [list[1]!, list[4]!];
    expect(order(one)).toBe(order(other));
    const choices = [one, other].map(({ id, recipient }) => ({
      shipmentId: id,
      recipient: recipient?.name,
    }));
    expect(await scan(order(one))).toMatchObject({ result: 'several', choices });
    const parcel = { groupingId, shipmentId: other.id };
    expect(await scan(order(one), { parcel })).toMatchObject({
      result: 'printing',
      shipmentId: other.id,
    });
    await expect.poll(() => timesPrinted()).toEqual([0, 0, 0, 0, 1, 0]);
    expect(await scan(order(one), { parcel })).toMatchObject({
      result: 'again',
      shipmentId: other.id,
    });
    expect(onPaper(paper)).toEqual(codes(other));
  });

  it('opens a begun grouping that is closed', async () => {
    const { paper, list } = await bench();
    await change(station, { printsOnScan: false });
    valueOf(await station.ask('job.leave', { groupingId: station.groupingId }));
    await change(station, { printsOnScan: true });
    expect(await scan(invoice(list[5]), { here: null })).toMatchObject({ shipmentId: list[5]!.id });
    await expect.poll(() => onPaper(paper)).toEqual(codes(list[5]));
  });

  it('keeps begun groupings open, the newest first, and opens them after a restart', async () => {
    const { paper, list } = await bench({ groupings: 2 });
    const { groupingId } = station;
    const second = groupingIdOf(1);
    await collected(station, second);
    for (const id of [groupingId, second])
      valueOf(await station.ask('job.leave', { groupingId: id }));
    // By the order's number, which the journal does not know: the grouping is open.
    expect(await scan(order(list[4]), { here: null })).toMatchObject({ result: 'printing' });
    await expect.poll(async () => (await timesPrinted())[4]).toBe(1);
    station = await restarted(station);
    const found = async () => (await scan(order(list[5]), { here: null })).shipmentId;
    await expect.poll(found).toBe(list[5]!.id);
    await expect.poll(() => onPaper(paper)).toEqual(codes(list[4], list[5]));
    await change(station, { printsOnScan: false });
    await expect
      .poll(async () => [await isOpen(groupingId), await isOpen(second)])
      .toEqual([false, false]);
    expect(onPaper(paper)).toEqual(codes(list[4], list[5]));
  });

  it('leaves a grouping open that the window opened while a scan did', async () => {
    const { list } = await bench({ groupings: 6, shipments: 2 });
    const { groupingId } = station;
    const leave = async (id: number) => valueOf(await station.ask('job.leave', { groupingId: id }));
    await leave(groupingId);
    const others = [1, 2, 3, 4, 5].map(groupingIdOf);
    const codes = new Map<number, number | null>();
    for (const other of others) {
      const { shipments } = await collected(station, other);
      codes.set(other, invoice(shipments[0]?.shipment));
      await leave(other);
    }
    await expect.poll(() => isOpen(groupingId)).toBe(false);
    const scanned = scan(invoice(list[1]), { here: null });
    valueOf(await station.ask('job.open', { groupingId }));
    expect(await scanned).toMatchObject({ result: 'printing', groupingId });
    // Each scan opens the one that was left longest ago, in place of another.
    for (const [other, code] of codes) {
      await expect.poll(() => isOpen(other)).toBe(false);
      expect(await scan(code)).toMatchObject({ groupingId: other });
    }
    await sleep(100);
    expect(await isOpen(groupingId)).toBe(true);
  });

  it('closes a grouping that no window shows after its print, if scans stop printing meanwhile', async () => {
    const printer = await shelf.add({
      onLabel: (count, one) => one.set({ paperOut: count === 2 }),
    });
    await bench({}, printer);
    const { groupingId } = station;
    const printing = print(station, {}, [1, 4]);
    await expect.poll(async () => (await queueOf(station))[0]?.state).toBe('held');
    valueOf(await station.ask('job.leave', { groupingId }));
    await change(station, { printsOnScan: false });
    expect(await isOpen(groupingId)).toBe(true);
    printer.set({ paperOut: false });
    valueOf(await printing);
    await expect.poll(() => isOpen(groupingId)).toBe(false);
    expect(printer.paper).toHaveLength(4);
  });

  it('holds no label of another printer while one stands, in the order of the scans on each', async () => {
    const printer = await shelf.add({ labelMs: 300 });
    const routes = { byPaper: {}, zpl: 'Zebra' };
    const formats = ['zpl', 'pdf'] as const;
    const { list } = await bench({ groupings: 2, formats }, printer, { routes, printer: 'PDF' });
    const second = groupingIdOf(1);
    const others = (await collected(station, second)).shipments;
    const ofKind = (zpl: boolean) => others.filter(({ label }) => label.hasZpl === zpl);
    const [drawn] = ofKind(false);
    const [plain] = ofKind(true);
    const zplHere = (await labelsOf(station)).findIndex(({ hasZpl }) => hasZpl);
    const first = await scan(order(list[zplHere]));
    await expect.poll(() => printer.received().length).toBeGreaterThan(0);
    printer.set({ paperOut: true });
    const sent = [
      first,
      await scan(order(plain!.shipment), { here: second }),
      await scan(order(drawn!.shipment), { here: second }),
    ];
    expect(sent.map(({ result }) => result)).toEqual(['printing', 'printing', 'printing']);
    await expect
      .poll(async () => (await timesPrinted(second))[drawn!.position - 1], { timeout: 20_000 })
      .toBe(1);
    expect(printer.paper).toEqual([]);
    printer.set({ paperOut: false });
    await expect.poll(() => onPaper(printer).slice(1)).toEqual(codes(plain!.shipment));
  });

  it('waits for a label that is on its way, and fetches a failed one again', async () => {
    const paper = await shelf.add();
    station = await connectedWorkstation({ formats: ['zpl'] }, { networkTiming });
    await change(station, {
      networkPrinters: [at('Zebra', paper)],
      printer: 'Zebra',
      printsOnScan: true,
    });
    const fault = { type: 'malformed-json' } as const;
    const mend = station.sandbox.inject({ on: 'etiquetas', shipment: 1, fault });
    await collected(station);
    const list = await shipmentsOf(station.groupingId);
    const failed = list[1]!;
    expect(await scan(order(failed))).toMatchObject({ result: 'waiting', shipmentId: failed.id });
    const notices = () =>
      station.events
        .filter(({ channel }) => channel === 'app.notice')
        .map(({ payload }) => payload);
    // It failed again, and is said to have.
    await expect.poll(notices).toMatchObject([{ kind: 'bad-response' }]);
    mend();
    expect(await scan(order(failed))).toMatchObject({ result: 'waiting' });
    expect(await scan(order(list[4]))).toMatchObject({ result: 'printing' });
    await expect.poll(() => onPaper(paper).toSorted()).toEqual(codes(failed, list[4]).toSorted());
    await expect.poll(() => timesPrinted()).toEqual([0, 1, 0, 0, 1, 0]);
  });

  it('is refused while the paper of another label is in doubt, and goes on after the answer', async () => {
    let pulled = false;
    const printer = await shelf.add({
      onLabel: (_count, one) => {
        if (!pulled) one.unplug();
        pulled = true;
      },
    });
    const { list } = await bench({}, printer);
    await scan(order(list[0]));
    await expect.poll(async () => (await verdictOf(station))?.perhaps).toEqual([list[0]!.id]);
    expect(await scan(order(list[1]))).toMatchObject({
      result: 'refused',
      fault: { kind: 'print-unknown' },
    });
    valueOf(await station.ask('print.resolve', { groupingId: station.groupingId, printed: true }));
    expect(await scan(order(list[0]))).toMatchObject({ result: 'again', timesPrinted: 1 });
    expect(await scan(order(list[1]))).toMatchObject({ result: 'printing' });
    await expect.poll(() => timesPrinted()).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('waits for a print of the grouping that the key has begun', async () => {
    const printer = await shelf.add({
      onLabel: (count, one) => one.set({ paperOut: count === 2 }),
    });
    const { list } = await bench({}, printer);
    const printing = print(station, {}, [1, 4]);
    await expect.poll(async () => (await queueOf(station))[0]?.state).toBe('held');
    // One of those that come out anyway.
    expect(await scan(order(list[3]))).toMatchObject({ result: 'printing' });
    expect(await scan(order(list[5]))).toMatchObject({ result: 'printing' });
    printer.set({ paperOut: false });
    valueOf(await printing);
    await expect.poll(() => timesPrinted()).toEqual([1, 1, 1, 1, 0, 1]);
    expect(printer.paper).toHaveLength(5);
  });

  it('does nothing unless the settings say so', async () => {
    const { list } = await bench({ shipments: 1 });
    await change(station, { printsOnScan: false });
    const asked = { code: String(order(list[0])), here: null, isCheck: false };
    expect(await station.ask('scan.print', asked)).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
  });
});
