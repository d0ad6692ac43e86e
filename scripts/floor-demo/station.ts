/**
 * A station of `npm run floor:demo -- --no-windows`. It claims a few free rows of the grouping,
 * prints them into its folder, and repeats this until none is left; then it concludes, unless
 * another station has. The environment holds its place.
 */
import { join } from 'node:path';
import { createMemoryStore } from '../../src/main/credentials/index.ts';
import { openGrouping, type GroupingJob } from '../../src/main/dispatch/index.ts';
import { joinFloor, prepareFloor } from '../../src/main/command-line/workstation/floor.ts';
import { openServices } from '../../src/main/command-line/services.ts';
import { writePositions } from '../../src/main/command-line/output/terminal.ts';
import type { Terminal } from '../../src/main/command-line/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';
import { need } from '../../src/main/os/errors.ts';
import {
  createFilePrinter,
  createPrintQueue,
  LabelPrinting,
} from '../../src/main/printing/index.ts';
import { defaultSettings } from '../../src/shared/contract/settings.ts';
import { type JobSnapshot, readState, type ShipmentSnapshot } from '../../src/shared/domain/job.ts';
import { ok } from '../../src/shared/faults/faults.ts';
import { findDayStart } from '../../src/shared/formats.ts';
import type { StationPlace } from './place.ts';

/** So few that the others get their turn. */
const rowsAtOnce = 3;

const place = JSON.parse(process.env['FLOOR_DEMO_STATION'] ?? '{}') as StationPlace;
const say = (text: string): void => {
  process.stdout.write(`${place.name}: ${text}\n`);
};
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());

await work();

async function work(): Promise<void> {
  const terminal = describeTerminal();
  const settings = { floorAddress: place.floorAddress, stationName: place.name };
  const openFloor = await prepareFloor(terminal, settings, null);
  const printer = createFilePrinter({ dir: place.outDir });
  const printing = new LabelPrinting(
    () => Promise.resolve(ok({ printer, language: 'pdf', whole: true })),
    createPrintQueue(),
    () => defaultSettings,
    printer.name,
  );
  const services = openServices(terminal, {
    baseUrl: place.baseUrl,
    tokens: {
      current: () => Promise.resolve(place.token),
      renew: () => Promise.resolve(ok()),
      session: null,
    },
    dataDir: join(place.dir, 'data'),
    stationDir: join(place.dir, 'station'),
    outDir: join(place.dir, 'merged'),
    patienceMs: 0,
    printing,
    readsLabels: false,
    openFloor,
  });
  try {
    const { floor } = services;
    if (floor !== null) await joinFloor(terminal, floor, { alone: false, stationGone: null });
    const job = need(await openGrouping(services.job, place.groupingId, stopping.signal));
    try {
      need(await job.labels.collect(stopping.signal));
      say(`has the ${job.snapshot().shipments.length} labels`);
      await waitForOthers();
      while (await printSome(job));
      await waitFor(job, ({ shipments }) => shipments.every(({ label }) => label.timesPrinted > 0));
      await conclude(job);
    } finally {
      await job.close();
    }
    const now = Date.now();
    const day = need((await floor?.tally(findDayStart(now), now + 1)) ?? ok([]));
    for (const { station, labels } of day.filter(({ isHere }) => isHere))
      say(`${labels} labels as ${station}`);
  } finally {
    await services.close();
  }
}

/** Returns false if no row is free. */
async function printSome(job: GroupingJob): Promise<boolean> {
  const known = job.snapshot();
  const rows = known.shipments.filter(isFree).slice(0, rowsAtOnce);
  if (rows.length === 0) return false;
  const ids = rows.map(({ shipment }) => shipment.id);
  const taken = await job.sharing.take(ids);
  if (!taken.ok && taken.fault.kind === 'floor-taken') {
    // The other station was quicker.
    await waitFor(job, ({ shipments }) =>
      shipments.some(({ shipment, share }) => ids.includes(shipment.id) && share !== null),
    );
    return true;
  }
  need(taken);
  const order = { printer: null, shipmentIds: ids, copies: 1, sheet: null };
  need(await job.runs.print(order, stopping.signal));
  say(`printed ${writePositions(rows)}`);
  // The time in which a packer sticks them on, so that the other station gets its turn.
  await new Promise((resolve) => setTimeout(resolve, place.paceMs));
  return true;
}

function isFree({ label, share }: ShipmentSnapshot): boolean {
  return readState(label) === 'ready' && share === null;
}

async function conclude(job: GroupingJob): Promise<void> {
  const concluded = await job.conclusion.request({}, stopping.signal);
  if (concluded.ok) {
    say('concluded the grouping');
    return;
  }
  await waitFor(job, ({ state }) => state === 'concluded');
  say('sees it concluded');
}

/** The first station would otherwise finish before the other one has started. */
function waitForOthers(): Promise<void> {
  return new Promise((resolve, reject) => {
    stopping.signal.addEventListener('abort', () => reject(new Error('stopped')));
    process.once('message', () => {
      process.disconnect();
      resolve();
    });
    process.send?.('ready');
  });
}

function waitFor(job: GroupingJob, isSo: (snapshot: JobSnapshot) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = job.subscribe(look);
    stopping.signal.addEventListener('abort', () => reject(new Error('stopped')));
    look();
    function look(): void {
      if (!isSo(job.snapshot())) return;
      queueMicrotask(() => stop());
      resolve();
    }
  });
}

function describeTerminal(): Terminal {
  return {
    out: () => undefined,
    err: (text) => process.stderr.write(text),
    version: 'demo',
    errIsTty: false,
    columns: 80,
    home: place.dir,
    env: {},
    stdin: noLines,
    openTokenStore: () => Promise.resolve(createMemoryStore()),
    openBrowser: () => Promise.resolve(),
    useNetwork: () => undefined,
    startLabelProcess: () =>
      forkProgram(new URL('../../src/main/labels/book/process.ts', import.meta.url)),
    startPrintProcess: () => {
      throw new Error('it prints into files');
    },
    signal: stopping.signal,
  };
}

async function* noLines(): AsyncGenerator<string> {}
