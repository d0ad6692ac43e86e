import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { groupingIdOf } from '../../../src/training-erp/index.ts';
import { readLabelsHere } from '../../support/label-process/here.ts';
import type { FaultySandboxOptions } from '../../support/faulty-erp/index.ts';
import type { DeskOptions } from '../../../src/main/desk/index.ts';
import type { SimulatedPrinter } from '../../support/network-printer.ts';
import type { JobChange } from '#shared/contract/job.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { connectedWorkstation, printRequest, valueOf } from '../support/harness.ts';
import { at, change, collected, networkTiming, print, printerShelf } from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';
import { listExceptions } from '#shared/domain/job.ts';

/**
 * A real desk over HTTP and a printer over TCP; the requests are those of the window, which opens a
 * grouping, leaves it, and opens the next.
 */
const shelf = printerShelf();
let station: Connected;
afterEach(async () => {
  await station.close();
  await shelf.close();
});

async function bench(
  erp: FaultySandboxOptions,
  settings: Partial<Settings> = {},
  more: Partial<DeskOptions> = {},
): Promise<SimulatedPrinter> {
  const printer = await shelf.add({ labelMs: 100 });
  station = await connectedWorkstation({ formats: ['zpl'], ...erp }, { networkTiming, ...more });
  const networkPrinters = [at('Zebra', printer)];
  await change(station, { networkPrinters, printer: 'Zebra', ...settings });
  return printer;
}

const heads = (groupingId = station.groupingId): readonly JobChange['head'][] =>
  station.events
    .filter(({ channel }) => channel === 'job.changed')
    .map(({ payload }) => payload as JobChange)
    .filter((one) => one.groupingId === groupingId)
    .map(({ head }) => head);
const isClosed = (groupingId = station.groupingId): boolean =>
  station.events.some(
    ({ channel, payload }) =>
      channel === 'job.closed' &&
      (payload as { readonly groupingId: number }).groupingId === groupingId,
  );
const hasBegun = ({ printProgress }: Pick<JobSnapshot, 'printProgress'>): boolean =>
  printProgress !== null;
const leave = async (groupingId = station.groupingId): Promise<void> => {
  valueOf(await station.ask('job.leave', { groupingId }));
};
const closed = (groupingId = station.groupingId) =>
  expect.poll(() => isClosed(groupingId), { timeout: 60_000 }).toBe(true);
const isOpen = async (groupingId = station.groupingId): Promise<boolean> =>
  (await station.ask('check.recent', { groupingId })).ok;

/** Six labels are being printed. */
async function benchInPrint() {
  const printer = await bench({ shipments: 6 });
  await collected(station);
  const printing = print(station);
  await station.until(station.groupingId, hasBegun);
  return { printer, printing };
}

it('answers no request before the window has the change that the answer is about', async () => {
  await bench({ shipments: 2 });
  const { groupingId } = station;
  const { shipments } = await collected(station);
  for (const { shipment } of shipments) {
    const code = String(shipment.invoice!.number);
    valueOf(await station.ask('check.scan', { groupingId, code, despite: 'unprinted' }));
  }
  expect(heads().at(-1)!.tallies.checked).toBe(2);
});

describe('a grouping that the window has left', () => {
  it('prints to the end if it was concluded, is shown as printing, and is closed then', async () => {
    const printer = await bench({ shipments: 8, labelsAfterConclusion: true }, { autoPrint: true });
    const { groupingId } = station;
    const seen = listExceptions(await collected(station));
    valueOf(await station.ask('job.conclude', { groupingId, beforeLabels: true, seen }));
    const now = await station.until(groupingId, hasBegun);
    expect(now).toMatchObject({ state: 'concluded', printing: true, step: { kind: 'wait-print' } });
    const [row] = valueOf(await station.ask('desk.list')).recent;
    expect(row).toMatchObject({ step: { kind: 'wait-print' } });
    await leave();
    expect(await isOpen()).toBe(true);
    await closed();
    expect(printer.paper).toHaveLength(8);
    expect(await isOpen()).toBe(false);
    expect(heads().at(-1)).toMatchObject({ printing: false, printVerdict: null, fault: null });
    const again = valueOf(await station.ask('job.open', { groupingId })).snapshot;
    expect(again.tallies).toMatchObject({ printed: 8, total: 8 });
  });

  it('prints to the end over a reprint in the history, which is refused meanwhile', async () => {
    const { printer, printing } = await benchInPrint();
    const { groupingId } = station;
    await leave();
    // As the history does it, for one label, while another grouping is on the screen.
    const again = await station.ask('print.start', await printRequest(station, groupingId, [1, 1]));
    expect(again).toMatchObject({ fault: { kind: 'not-ready' } });
    await leave();
    valueOf(await printing);
    await closed();
    expect(printer.paper).toHaveLength(6);
  });

  it('goes on if the window comes back to it', async () => {
    const { printer, printing } = await benchInPrint();
    const { groupingId } = station;
    await leave();
    valueOf(await station.ask('job.open', { groupingId }));
    valueOf(await printing);
    await sleep(50);
    expect(await isOpen()).toBe(true);
    await leave();
    expect(isClosed()).toBe(true);
    expect(printer.paper).toHaveLength(6);
  });

  it('prints by itself what has come, in one piece, before it is closed', async () => {
    await bench({ shipments: 3 }, { autoPrint: true, printer: 'PDF' });
    // Whose account it is has to be read from the disk first.
    station.sandbox.inject({ on: 'info', fault: { type: 'status', status: 403 } });
    const { groupingId } = station;
    const opening = station.ask('job.open', { groupingId });
    await leave();
    valueOf(await opening);
    await closed();
    const { snapshot } = valueOf(await station.ask('job.open', { groupingId }));
    expect(snapshot.shipments.map(({ label }) => label.timesPrinted)).toEqual([1, 1, 1]);
    const told = station.events.filter(({ channel }) => channel === 'app.notice');
    expect(told).toEqual([]);
  });

  it('is closed as well if the window begins anew without it', async () => {
    await bench({ shipments: 3, groupings: 2 });
    const ids = [0, 1].map(groupingIdOf);
    for (const groupingId of ids) valueOf(await station.ask('job.open', { groupingId }));
    valueOf(await station.ask('job.leave', { groupingId: null }));
    await Promise.all(ids.map((id) => closed(id)));
  });

  it('gives its process and its lock back when its labels are there, however it was left', async () => {
    let running = 0;
    const startLabelProcess: DeskOptions['startLabelProcess'] = () => {
      const runner = readLabelsHere();
      running += 1;
      return {
        send: (message) => runner.send(message),
        listen: (heard, ended) => runner.listen(heard, ended),
        keepAlive: () => runner.keepAlive(),
        release: () => runner.release(),
        end: () => {
          running -= 1;
          return runner.end();
        },
      };
    };
    await bench({ shipments: 3, groupings: 4, formats: ['pdf'] }, {}, { startLabelProcess });
    const ids = [0, 1, 2, 3].map(groupingIdOf);
    for (const groupingId of ids) {
      // Before the ERP has answered, and while labels are on their way.
      const opening = station.ask('job.open', { groupingId });
      if (groupingId === ids[1]) await opening;
      await leave(groupingId);
      valueOf(await opening);
    }
    await Promise.all(ids.map((id) => closed(id)));
    // One waits for the next grouping.
    expect(running).toBeLessThanOrEqual(1);
    const { unfinished } = valueOf(await station.ask('desk.list'));
    expect(unfinished.map(({ ready, shipments }) => shipments - ready)).toEqual([0, 0, 0, 0]);
    for (const groupingId of ids) expect(await isOpen(groupingId)).toBe(false);
  });
});

describe('a print under way', () => {
  const acts = {
    'connection.forget': undefined,
    'training.start': undefined,
    'connection.save': { baseUrl: 'https://erp.example/api', token: 'another-token-of-somebody' },
  } as const;

  it('comes to its end over each act that closes its grouping, which is refused in words', async () => {
    const { printer, printing } = await benchInPrint();
    const { ask } = station;
    for (const [channel, input] of Object.entries(acts)) {
      const answer = await ask(channel as 'connection.save', input as never);
      expect(answer, channel).toMatchObject({ fault: { kind: 'printing-now' } });
    }
    expect(valueOf(await ask('connection.get')).baseUrl).toBe(station.sandbox.baseUrl);
    valueOf(await printing);
    expect(printer.paper).toHaveLength(6);
    valueOf(await ask('connection.forget'));
  });

  it('comes to its end before another floor counts', async () => {
    const printer = await bench({ shipments: 6 });
    const { groupingId, ask } = station;
    await collected(station);
    const { workspaceId } = valueOf(await ask('connection.get'));
    const printing = print(station);
    await station.until(groupingId, hasBegun);
    const floorAddress = 'postgres://doca@127.0.0.1:9/doca';
    valueOf(await ask('settings.change', { change: { floorAddress } }));
    valueOf(await printing);
    expect(printer.paper).toHaveLength(6);
    await expect
      .poll(async () => valueOf(await ask('connection.get')).workspaceId, { timeout: 20_000 })
      .not.toBe(workspaceId);
  });
});
