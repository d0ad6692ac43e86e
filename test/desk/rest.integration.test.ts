import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from 'pdf-lib';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskOptions } from '../../src/main/desk/index.ts';
import { systemClock, type Clock } from '../../src/main/os/clock.ts';
import { isThere } from '../../src/main/os/worker.ts';
import type { Runner, RunnerEnd } from '../../src/main/os/worker.ts';
import { writeBadge } from '#shared/codes.ts';
import { requests } from '#shared/contract/index.ts';
import { tidyTaxId } from '#shared/domain/erp.ts';
import { type JobSnapshot, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { FoundCode } from '#shared/domain/records.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import type { PrintSystem } from '../../src/main/printing/index.ts';
import { FakePrinter } from '../dispatch/support/fakes.ts';
import { readLabelsHere } from '../support/label-process/here.ts';
import { accessKey } from '../support/access-key.ts';
import { listOpenToOthers } from '../support/modes.ts';
import {
  collectOn,
  type Connected,
  connectedWorkstation,
  everythingBelow,
  isSettled,
  openWorkstation,
  printRequest,
  readHistory,
  valueOf,
} from './support/harness.ts';
import { see } from '../support/seen.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';
import type { KindAgainst } from '#shared/faults/problems.ts';

let station: Connected;
afterEach(() => station.close());

async function collected(
  ...options: Parameters<typeof connectedWorkstation>
): Promise<JobSnapshot> {
  station = await connectedWorkstation(...options);
  return collectOn(station);
}

/** Check's requests need printed labels. */
async function print(): Promise<void> {
  const { ask, groupingId } = station;
  valueOf(
    await ask('print.start', await printRequest(station, groupingId, 'all', { printer: 'PDF' })),
  );
}

async function printed(...options: Parameters<typeof connectedWorkstation>): Promise<JobSnapshot> {
  const before = await collected(...options);
  await print();
  return before;
}

/** The system's clock, which a test can move forward. */
function movedClock(): Clock & { move(ms: number): void } {
  let aheadMs = 0;
  return { ...systemClock, now: () => Date.now() + aheadMs, move: (ms) => (aheadMs += ms) };
}

/** Some parcels have no tracking code, as in life. */
const withTracking = ({ shipments }: JobSnapshot) =>
  shipments.filter(({ shipment }) => (shipment.logistics?.trackingCode ?? '') !== '');

describe('checking parcels', () => {
  it('answers each scan, counts, and takes back the last ones', async () => {
    const shipments = withTracking(await printed());
    const { ask, groupingId } = station;
    const codeAt = (index: number) => shipments[index]!.shipment.logistics!.trackingCode!;
    const scan = async (code: string) => valueOf(await ask('check.scan', { groupingId, code }));
    expect(await scan(codeAt(0))).toMatchObject({ result: 'ok', checked: 1, total: 6 });
    expect(await scan(codeAt(0))).toMatchObject({
      result: 'already',
      checked: 1,
      recipient: shipments[0]!.shipment.recipient!.name,
    });
    expect(await scan(`]C1${codeAt(1)}`)).toMatchObject({ result: 'ok', checked: 2 });
    expect(await scan('NOT-A-PARCEL')).toMatchObject({
      result: 'unknown',
      shipmentId: null,
      checked: 2,
    });

    const undo = async () => valueOf(await ask('check.undo', { groupingId }));
    expect(await undo()).toMatchObject({
      result: 'undone',
      shipmentId: shipments[1]!.shipment.id,
      checked: 1,
    });
    expect(await undo()).toMatchObject({
      result: 'undone',
      shipmentId: shipments[0]!.shipment.id,
      checked: 0,
    });
    expect(await undo()).toBeNull();
    expect(await scan(codeAt(1))).toMatchObject({ result: 'ok', checked: 1 });
    expect(valueOf(await ask('desk.list')).pace).toBe(1);

    const kinds = (await readHistory(station, codeAt(1))).map(({ kind }) => kind);
    const all = (await readHistory(station, ' ')).map(({ kind }) => kind);
    expect([
      all.includes('checked'),
      all.includes('collected'),
      kinds.includes('collected'),
    ]).toEqual([true, false, true]);
    expect(kinds.slice(0, 3)).toEqual(['checked', 'unchecked', 'checked']);
  });

  it('gets the label next whose parcel is scanned while labels are being got', async () => {
    station = await connectedWorkstation({
      shipments: 23,
      rateLimitPerMinute: 12,
      rateLimitWindowMs: 2000,
      contractOnly: true,
    });
    const { ask, groupingId, sandbox } = station;
    valueOf(await ask('job.open', { groupingId }));
    const waiting = await station.until(groupingId, ({ pause }) => pause?.reason === 'rate-limit');
    const last = withTracking(waiting).at(-1)!.shipment;
    const labels = () => sandbox.requests.filter(({ path }) => path.endsWith('/etiquetas'));
    const before = labels().length;
    const code = last.logistics!.trackingCode!;
    expect(valueOf(await ask('check.scan', { groupingId, code }))).toMatchObject({
      result: 'unlabelled',
      problem: 'no-label',
    });
    await station.until(groupingId, isSettled);
    // Those of the window that may open before the scan come first; by the list, it would be the
    // last one.
    const at = labels().findIndex(({ path }) => path.includes(`/${last.id}/`));
    expect([before <= at, at < 22]).toEqual([true, true]);
    expect(labels()).toHaveLength(23);
  });

  it('asks once whose an access key is, and never counts another company’s', async () => {
    const [first, second] = (await collected()).shipments;
    const { ask, groupingId, sandbox } = station;
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const info = await fetch(`${sandbox.baseUrl}/info`, { headers });
    const taxId = tidyTaxId(((await info.json()) as { readonly cpfCnpj: string }).cpfCnpj);
    const scan = async (row: ShipmentSnapshot, company: string, despite?: KindAgainst<'check'>) => {
      const code = accessKey(row.shipment.invoice!.number!, '55', company);
      return valueOf(await ask('check.scan', { groupingId, code, ...(despite && { despite }) }));
    };
    expect(await scan(first!, '11222333000181')).toMatchObject({ result: 'unknown' });
    const question = { result: 'unlabelled', problem: 'unsure', shipmentId: first!.shipment.id };
    expect(await scan(first!, taxId)).toMatchObject(question);
    // The word is on the key: the paper is another question.
    expect(await scan(first!, taxId, 'unsure')).toMatchObject({ problem: 'unprinted', checked: 0 });
    await print();
    expect(await scan(first!, taxId, 'unsure')).toMatchObject({ result: 'ok', checked: 1 });
    expect(await scan(second!, taxId)).toMatchObject({ result: 'ok', checked: 2 });
    // Another series has such a number too: whose parcel this is, no check before says.
    const code = accessKey(first!.shipment.invoice!.number!, '65', taxId);
    const again = async (despite: { despite?: KindAgainst<'check'> }) =>
      valueOf(await ask('check.scan', { groupingId, code, ...despite }));
    expect(await again({})).toMatchObject(question);
    expect(await again({ despite: 'unsure' })).toMatchObject({ result: 'already', checked: 2 });
  });

  it('counts a parcel whose label is not on paper, or that must not leave, by a word on exactly that alone', async () => {
    const [first, second] = withTracking(await collected());
    const { ask, groupingId, sandbox } = station;
    const codeOf = ({ shipment }: ShipmentSnapshot) => shipment.logistics!.trackingCode!;
    const scan = async (entry: ShipmentSnapshot, despite?: KindAgainst<'check'>) =>
      valueOf(
        await ask('check.scan', { groupingId, code: codeOf(entry), ...(despite && { despite }) }),
      );
    const amber = {
      result: 'unlabelled',
      problem: 'unprinted',
      shipmentId: first!.shipment.id,
      checked: 0,
    };
    // Scanned as often as may be, it is the same scan.
    for (let times = 0; times < 3; times += 1) expect(await scan(first!)).toMatchObject(amber);
    expect(await scan(first!, 'no-label')).toMatchObject(amber);
    expect(valueOf(await ask('check.undo', { groupingId }))).toBeNull();
    expect(await scan(first!, 'unprinted')).toMatchObject({
      result: 'ok',
      problem: 'unprinted',
      checked: 1,
    });

    await print();
    sandbox.inject({
      on: 'agrupamento',
      fault: {
        type: 'mutate',
        change: (body) => {
          const grouping = body as { expedicoes: { id: number; venda: { situacao: number } }[] };
          grouping.expedicoes.find(({ id }) => id === second!.shipment.id)!.venda.situacao = 2;
          return grouping;
        },
      },
    });
    valueOf(await ask('job.leave', { groupingId }));
    valueOf(await ask('job.open', { groupingId }));
    const red = { result: 'stopped', problem: 'sale-cancelled', checked: 1 };
    expect(await scan(second!)).toMatchObject(red);
    // An acknowledgement of its earlier state does not count for the new one.
    expect(await scan(second!, 'unprinted')).toMatchObject(red);
    expect(await scan(second!, 'sale-cancelled')).toMatchObject({
      result: 'ok',
      problem: 'sale-cancelled',
      checked: 2,
    });
  });

  it('knows a parcel of another grouping, open here or long closed', async () => {
    await collected({ groupings: 2 });
    const { ask, groupingId } = station;
    const otherId = groupingIdOf(1);
    valueOf(await ask('job.open', { groupingId: otherId }));
    const other = withTracking(await station.until(otherId, isSettled))[0]!.shipment;
    const code = other.logistics!.trackingCode!;
    const answer = {
      result: 'other-grouping',
      otherGrouping: valueOf(await ask('job.open', { groupingId: otherId })).snapshot.grouping
        .identification,
      recipient: other.recipient!.name,
      checked: 0,
    };
    expect(valueOf(await ask('check.scan', { groupingId, code }))).toMatchObject(answer);
    valueOf(await ask('job.leave', { groupingId: otherId }));
    expect(
      valueOf(
        await ask('check.scan', { groupingId, code: `${code.slice(0, 2)} ${code.slice(2)}` }),
      ),
    ).toMatchObject(answer);
    expect(
      valueOf(await ask('check.scan', { groupingId, code: String(other.invoice!.number) })),
    ).toMatchObject(answer);
  });

  it('remembers checked parcels across a restart', async () => {
    const { shipments } = await printed();
    const { ask, groupingId } = station;
    for (const { shipment } of shipments.slice(0, 3)) {
      valueOf(await ask('check.scan', { groupingId, code: String(shipment.invoice!.number) }));
    }
    valueOf(await ask('job.leave', { groupingId }));
    const { snapshot } = valueOf(await ask('job.open', { groupingId }));
    expect(snapshot.shipments.map(({ checkedAtMs }) => checkedAtMs !== null)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(valueOf(await ask('check.undo', { groupingId }))).toMatchObject({
      shipmentId: shipments[2]!.shipment.id,
    });
  });
});

/** Reads these codes on each label file. */
function readCodes(find: (path: string) => readonly FoundCode[]): Runner {
  let heard: (message: unknown) => void = () => undefined;
  let ended: (end: RunnerEnd) => void = () => undefined;
  queueMicrotask(() => heard(isThere));
  return {
    send(message) {
      const codes = find((message as { readonly path: string }).path);
      queueMicrotask(() =>
        heard({ type: 'read', reading: { codes, pages: 3, dpi: 203, looked: true } }),
      );
    },
    listen(onMessage, onEnd) {
      [heard, ended] = [onMessage, onEnd];
    },
    keepAlive: () => undefined,
    release: () => undefined,
    end() {
      ended({ reason: 'ended', fromOutside: true });
      return Promise.resolve();
    },
  };
}

describe('checking parcels by the codes read on their labels', () => {
  it('takes one scan for each volume, also across a restart, and takes the last one back', async () => {
    const volumesOf = new Map<string, string>();
    const startCodeProcess = () =>
      readCodes((path) => {
        const name = basename(path);
        if (!volumesOf.has(name)) volumesOf.set(name, String(volumesOf.size));
        const own = (page: number) => `TBR00${volumesOf.get(name)!.padStart(4, '0')}00${page}`;
        return [1, 2, 3].flatMap((page) => [
          { symbology: 'Code128', text: own(page), page },
          { symbology: 'QRCode', text: 'CONTRATO-9912345678', page },
        ]);
      });
    await collected({ severalVolumes: true, shipments: 24 }, { startCodeProcess });
    const { ask, groupingId } = station;
    const { shipments } = await station.until(groupingId, (snapshot) =>
      snapshot.shipments.every(
        ({ label }) => readState(label) === 'failed' || label.reading !== null,
      ),
    );
    await print();
    const entry = shipments.find(({ shipment }) => shipment.volume?.quantity === 3)!;
    const { id } = entry.shipment;
    const codes = entry.label
      .reading!.codes.map(({ text }) => text)
      .filter((text) => text.startsWith('TBR'));
    const scan = async (code: string) => valueOf(await ask('check.scan', { groupingId, code }));
    const undo = async () => valueOf(await ask('check.undo', { groupingId }));

    expect(await scan('CONTRATO-9912345678')).toMatchObject({ result: 'unknown' });
    expect(await scan(String(entry.shipment.invoice!.number))).toMatchObject({
      result: 'which-volume',
      shipmentId: id,
      volumes: { read: [], of: 3, at: null },
      checked: 0,
    });
    expect(await scan(codes[1]!)).toMatchObject({
      result: 'volume',
      volumes: { read: [2], of: 3, at: 2 },
      checked: 0,
    });
    expect(await scan(codes[1]!)).toMatchObject({
      result: 'volume-again',
      volumes: { read: [2], of: 3, at: 2 },
    });
    const single = shipments.find(
      ({ shipment, label }) => shipment.volume?.quantity === 1 && label.reading !== null,
    )!;
    expect(await scan(single.label.reading!.codes[0]!.text)).toMatchObject({
      result: 'ok',
      checked: 1,
    });

    valueOf(await ask('job.leave', { groupingId }));
    valueOf(await ask('job.open', { groupingId }));
    await station.until(groupingId, (snapshot) =>
      snapshot.shipments.some(({ label }) => label.reading !== null),
    );
    await expect
      .poll(async () => (await scan(codes[0]!)).volumes)
      .toEqual({ read: [1, 2], of: 3, at: 1 });
    expect(await undo()).toMatchObject({
      shipmentId: id,
      volumes: { read: [2], of: 3, at: null },
      checked: 1,
    });
    expect(await undo()).toMatchObject({ shipmentId: single.shipment.id, checked: 0 });
    expect(await undo()).toMatchObject({ shipmentId: id, volumes: { read: [], of: 3 } });
    expect(await undo()).toBeNull();
    for (const [at, code] of codes.entries())
      expect(await scan(code)).toMatchObject({
        result: at < 2 ? 'volume' : 'ok',
        checked: at < 2 ? 0 : 1,
      });
    expect(await scan(codes[0]!)).toMatchObject({ result: 'already', shipmentId: id });
    expect(await undo()).toMatchObject({ volumes: { read: [1, 2], of: 3 }, checked: 0 });
    // A newly opened window still knows a scan that was taken back, but not a wrong scan.
    const recent = valueOf(await ask('check.recent', { groupingId }));
    expect(recent.slice(0, 3).map(({ result }) => result)).toEqual(['undone', 'ok', 'volume']);
    expect(recent[0]).toMatchObject({ shipmentId: id, recipient: entry.shipment.recipient!.name });
  });

  it('does not take a code for a shipment’s that labels of another grouping show too', async () => {
    const startCodeProcess = () =>
      readCodes((path) => {
        const own = createHash('sha256').update(basename(path)).digest('hex').slice(0, 12);
        return [
          { symbology: 'Code128', text: `TBR${own}`, page: 1 },
          { symbology: 'QRCode', text: 'CONTRATO-9912345678', page: 1 },
        ];
      });
    await collected({ shipments: 1, groupings: 2 }, { startCodeProcess });
    const { ask, groupingId } = station;
    const isRead = ({ shipments }: JobSnapshot) =>
      shipments.every(({ label }) => label.reading !== null);
    const { shipments } = await station.until(groupingId, isRead);
    await print();
    const scan = async (code: string) => valueOf(await ask('check.scan', { groupingId, code }));
    valueOf(await ask('job.open', { groupingId: groupingIdOf(1) }));
    await station.until(groupingIdOf(1), isRead);
    expect(await scan('CONTRATO 9912345678')).toMatchObject({ result: 'unknown', checked: 0 });
    const own = shipments[0]!.label.reading!.codes[0]!.text;
    expect(await scan(own)).toMatchObject({ result: 'ok', checked: 1 });
  });
});

describe('the manifest', () => {
  it('is written and opened, with the company’s name, also if the ERP does not send it', async () => {
    await collected();
    const { ask, groupingId, sandbox } = station;
    const putBack = sandbox.inject({ on: 'info', fault: { type: 'status', status: 403 } });
    valueOf(await ask('manifest.open', { groupingId }));
    putBack();
    await sleep(1_100);
    const answers = await Promise.all([1, 2].map(() => ask('manifest.open', { groupingId })));
    for (const answer of answers) valueOf(answer);
    expect(station.opened).toHaveLength(2);
    const [without, withName] = await Promise.all(station.opened.map((path) => readFile(path)));
    expect((await PDFDocument.load(without!)).getPageCount()).toBe(1);
    expect(withName!.length).toBeGreaterThan(without!.length);
    expect(await readdir(station.home)).toEqual(expect.arrayContaining(['data']));
  });

  it('is printed on an office printer, seen in the queue, and a failure is reported', async () => {
    const laser = new FakePrinter('Laser');
    const description = {
      kind: 'system',
      isDefault: false,
      state: 'ready',
      conditions: [],
      reason: null,
    } as const;
    const printSystem: PrintSystem = {
      list: () =>
        Promise.resolve(
          ok([
            { ...description, name: 'Laser', accepts: ['pdf'] },
            { ...description, name: 'Zebra', accepts: ['zpl'] },
          ]),
        ),
      open: () => laser,
    };
    await collected({ shipments: 2 }, { printSystem });
    const { ask, groupingId, opened } = station;
    const print = (printer: string) => ask('manifest.print', { groupingId, printer });
    valueOf(await print('Laser'));
    expect(laser.sent).toMatchObject([{ kind: 'pdf', paper: { widthMm: 210, heightMm: 297 } }]);
    expect((await PDFDocument.load(await readFile(laser.printed[0]!))).getPageCount()).toBe(1);
    expect(opened).toEqual([]);
    expect(valueOf(await ask('print.queue'))).toMatchObject([
      { printer: 'Laser', groupingId, labels: 0, state: 'done' },
    ]);
    // Pressing a key twice prints once.
    valueOf(await print('Laser'));
    expect(laser.printed).toHaveLength(1);
    await sleep(1_100);
    laser.outcomes = [failed(fault('print-failed', { reached: 'no', detail: 'jam' }))];
    expect(await print('Laser')).toMatchObject({ fault: { kind: 'print-failed', detail: 'jam' } });
    expect(await print('Zebra')).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    expect(await print('Gone')).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    expect(laser.printed).toHaveLength(2);
  });

  it('reports if no program opens it', async () => {
    await collected({}, { openPath: () => Promise.resolve('no application') });
    const refused = await station.ask('manifest.open', { groupingId: station.groupingId });
    expect(refused).toMatchObject({ ok: false, fault: { kind: 'internal' } });
  });
});

it('creates all files for this user only, also if older ones were more open', async () => {
  await collected({ formats: ['pdf', 'zpl'] });
  const { ask, groupingId, dataDir, outDir, home, tokens } = station;
  valueOf(
    await ask('print.start', await printRequest(station, groupingId, 'all', { printer: 'PDF' })),
  );
  valueOf(await ask('manifest.open', { groupingId }));
  valueOf(await ask('commands.sheet'));
  expect(listOpenToOthers(dataDir)).toEqual([]);
  expect(listOpenToOthers(outDir)).toEqual([]);
  await station.desk.close();
  await chmod(dataDir, 0o755);
  await chmod(join(dataDir, 'journal.db'), 0o644);
  const again = await openWorkstation(home, tokens);
  expect(listOpenToOthers(dataDir)).toEqual([]);
  await again.close();
});

describe('the back office', () => {
  it('does each action at the ERP and returns its answer', async () => {
    station = await connectedWorkstation();
    const { ask, sandbox } = station;
    const serviceOrderId = sandbox.known.serviceOrders[0];
    const quoteId = sandbox.known.quotes[0];
    const { invoices } = sandbox.known;
    valueOf(await ask('office.set-status', { serviceOrderId, status: 3 }));
    expect(sandbox.serviceOrderStatus(serviceOrderId)).toBe(3);
    valueOf(await ask('office.set-status', { serviceOrderId, status: null }));
    expect(sandbox.serviceOrderStatus(serviceOrderId)).toBeNull();
    valueOf(await ask('office.replace-tags', { serviceOrderId, tags: ['urgente'] }));
    valueOf(await ask('office.add-tags', { serviceOrderId, tags: ['frágil', 'cliente vip'] }));
    expect(sandbox.tags(serviceOrderId)).toEqual(['urgente', 'frágil', 'cliente vip']);
    valueOf(await ask('office.delete-tags', { serviceOrderId }));
    expect(sandbox.tags(serviceOrderId)).toEqual([]);
    expect(
      valueOf(await ask('office.generate-invoice', { serviceOrderId, seenAtMs: null })).number,
    ).not.toBeNull();
    expect(
      valueOf(await ask('office.generate-sale', { quoteId, seenAtMs: null })).orderNumber,
    ).not.toBeNull();
    valueOf(await ask('office.reverse-accounts', { invoiceId: invoices.reversible }));
    for (const invoiceId of [invoices.withoutAccounts, invoices.postedByOrigin, invoices.settled]) {
      const refused = await ask('office.reverse-accounts', { invoiceId });
      expect(refused).toMatchObject({ fault: { kind: 'validation', status: 400 } });
      if (!refused.ok) expect(refused.fault.erpMessage).not.toBeNull();
    }
    expect(
      await ask('office.generate-sale', { quoteId: 123_456_789, seenAtMs: null }),
    ).toMatchObject({ ok: false });
    expect(await ask('office.made', { action: 'generate-sale', id: 123_456_789 })).toEqual(
      ok(null),
    );
  });

  it('does nothing twice for a double click', async () => {
    const standing = Date.now();
    const clock: Clock = { ...systemClock, now: () => standing };
    station = await connectedWorkstation({ latencyMs: 40 }, { clock });
    const { ask, sandbox } = station;
    const serviceOrderId = sandbox.known.serviceOrders[0];
    const click = () => ask('office.generate-invoice', { serviceOrderId, seenAtMs: null });
    const together = await Promise.all([click(), click()]);
    expect(together[0]).toEqual(together[1]);
    expect(await click()).toEqual(together[0]);
    expect(sandbox.requests.filter(({ path }) => path.endsWith('gerar-nota-fiscal'))).toHaveLength(
      1,
    );
  });

  it('makes a second invoice only if the person has seen the first, also after a restart', async () => {
    const clock = movedClock();
    station = await connectedWorkstation({}, { clock });
    const { sandbox, home, tokens } = station;
    const [serviceOrderId, another] = sandbox.known.serviceOrders;
    let { ask } = station as Pick<Connected, 'ask'>;
    const make = (id: number, seenAtMs: number | null = null) =>
      ask('office.generate-invoice', { serviceOrderId: id, seenAtMs });
    const read = async (id: number) =>
      valueOf(await ask('office.made', { action: 'generate-invoice', id }));
    const sent = () =>
      sandbox.requests.filter(({ path }) => path.endsWith('gerar-nota-fiscal')).length;
    const [ana] = valueOf(await ask('operator.badges', { badges: [{ id: null, name: 'Ana' }] }));
    valueOf(await ask('operator.set', { badge: writeBadge(ana!.id) }));
    expect(await read(serviceOrderId)).toBeNull();
    const first = valueOf(await make(serviceOrderId));
    clock.move(60_000);
    await sleep(1_100);
    expect(await make(serviceOrderId)).toMatchObject({ fault: { kind: 'made-already' } });

    // The work was done, and its answer was lost on the way.
    sandbox.inject({ on: 'gerar-nota-fiscal', times: 1, fault: { type: 'cut-after' } });
    expect(await make(another)).toMatchObject({ fault: { reached: 'maybe' } });
    // A certain refusal leaves no record.
    expect(await make(123_456_789)).toMatchObject({ fault: { kind: 'not-found' } });
    await station.desk.close();
    const again = await openWorkstation(home, tokens, { clock });
    ({ ask } = again);
    try {
      expect(await make(another)).toMatchObject({ fault: { kind: 'made-already' } });
      expect(await read(another)).toMatchObject({ document: null });
      expect(await read(123_456_789)).toBeNull();
      const seen = (await read(serviceOrderId))!;
      expect(seen).toMatchObject({ person: 'Ana', document: first });
      expect(await make(serviceOrderId, seen.atMs - 1)).toMatchObject({
        fault: { kind: 'made-already' },
      });
      expect(sent()).toBe(3);
      // The training ERP refuses it, and the first is remembered as before.
      expect(await make(serviceOrderId, seen.atMs)).toMatchObject({
        fault: { kind: 'validation' },
      });
      expect(sent()).toBe(4);
      expect(await read(serviceOrderId)).toEqual(seen);
    } finally {
      await again.close();
    }
  });
});

describe('the small requests', () => {
  it('are all there, one handler for each channel', async () => {
    station = await connectedWorkstation();
    expect(Object.keys(station.desk.handlers).sort()).toEqual(Object.keys(requests).sort());
  });

  it('open tracking links that are https, and no others', async () => {
    const shipments = withTracking(await collected());
    const { ask, groupingId, sandbox } = station;
    const shipmentId = shipments[0]!.shipment.id;
    expect(await ask('job.open-tracking', { groupingId, shipmentId: 1 })).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
    valueOf(await ask('job.open-tracking', { groupingId, shipmentId }));
    expect(station.browsed).toEqual([shipments[0]!.shipment.logistics!.trackingUrl]);

    const evil = 'javascript:alert(1)';
    sandbox.inject({
      on: 'agrupamento',
      fault: {
        type: 'mutate',
        change: (body) =>
          JSON.parse(
            JSON.stringify(body).replaceAll(/"urlRastreio":"[^"]*"/g, `"urlRastreio":"${evil}"`),
          ) as unknown,
      },
    });
    valueOf(await ask('job.leave', { groupingId }));
    valueOf(await ask('job.open', { groupingId }));
    expect(await ask('job.open-tracking', { groupingId, shipmentId })).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
    expect(station.browsed).toHaveLength(1);
  });

  it('copy, and return defects as faults', async () => {
    station = await connectedWorkstation(
      {},
      { openExternal: () => Promise.reject(new TypeError('no browser')) },
    );
    const { ask, groupingId } = station;
    valueOf(await ask('clipboard.write', { text: 'AA123456785BR' }));
    expect(station.copied).toEqual(['AA123456785BR']);
    const { snapshot } = valueOf(await ask('job.open', { groupingId }));
    const answer = await ask('job.open-tracking', {
      groupingId,
      shipmentId: withTracking(snapshot)[0]!.shipment.id,
    });
    expect(answer).toMatchObject({ fault: { kind: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('no browser');
  });

  it('save diagnostics without a secret and without personal data', async () => {
    const logged: string[] = [];
    const { shipments } = await collected(
      { token: 'very-secret-token' },
      {
        log: { info: (event) => logged.push(event), warn: (event) => logged.push(event) },
        logTail: () => Promise.resolve(logged),
      },
    );
    const { ask, home, groupingId } = station;
    expect(valueOf(await ask('diagnostics.export'))).toEqual({ saved: false });
    await sleep(1_100);
    station.saveTo = join(home, 'diagnostics.json');
    valueOf(
      await ask('print.start', await printRequest(station, groupingId, 'all', { printer: 'PDF' })),
    );
    expect(valueOf(await ask('diagnostics.export'))).toEqual({ saved: true });
    const text = await readFile(station.saveTo, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      doca: '1.2.3-test',
      settings: { language: 'pt-BR' },
      connection: { hasToken: true },
      jobs: { shipments: 6, printed: 6 },
    });
    expect(text).toContain('grouping-opened');
    expect(text).not.toContain('very-secret-token');
    for (const { shipment } of shipments) {
      const { recipient, logistics } = shipment;
      for (const secret of [
        recipient!.name,
        recipient!.taxId,
        recipient!.address!.street,
        logistics!.trackingCode,
      ]) {
        if (secret !== null && secret !== '') expect(text).not.toContain(secret);
      }
    }
  });

  it('change settings, and immediately remove expired data', async () => {
    await collected();
    const { ask, groupingId, dataDir } = station;
    valueOf(
      await ask('print.start', await printRequest(station, groupingId, 'all', { printer: 'PDF' })),
    );
    valueOf(
      await ask('job.conclude', {
        groupingId,
        beforeLabels: false,
        seen: await see(ask, groupingId),
      }),
    );
    valueOf(await ask('manifest.open', { groupingId }));
    valueOf(await ask('job.leave', { groupingId }));
    const filesBelow = async (folder: string) => {
      const entries = await readdir(join(dataDir, folder), {
        recursive: true,
        withFileTypes: true,
      });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    };
    const labels = await filesBelow('labels');
    expect(labels.length).toBeGreaterThanOrEqual(6);
    const old = new Date(Date.now() - 10 * 86_400_000);
    for (const path of [
      ...labels,
      ...(await filesBelow('prints')),
      ...(await filesBelow('manifests')),
    ]) {
      await utimes(path, old, old);
    }
    const changed = valueOf(await ask('settings.change', { change: { retentionDays: 20 } }));
    expect(changed.retentionDays).toBe(20);
    expect((await filesBelow('labels')).length).toBe(labels.length);
    valueOf(await ask('settings.change', { change: { retentionDays: 7 } }));
    expect(await filesBelow('labels')).toEqual([]);
    expect(await filesBelow('prints')).toEqual([]);
    expect(await filesBelow('manifests')).toEqual([]);
    expect(station.events.filter(({ channel }) => channel === 'settings.changed')).toHaveLength(2);
  });
});

describe('retention from day to day', () => {
  it('forgets finished groupings when their days are over, and keeps unfinished ones', async () => {
    const clock = movedClock();
    await collected({ groupings: 2 }, { clock });
    const { ask, groupingId, home, tokens } = station;
    valueOf(await ask('job.open', { groupingId: groupingIdOf(1) }));
    await station.until(groupingIdOf(1), isSettled);
    valueOf(
      await ask('print.start', await printRequest(station, groupingId, 'all', { printer: 'PDF' })),
    );
    valueOf(
      await ask('job.conclude', {
        groupingId,
        beforeLabels: false,
        seen: await see(ask, groupingId),
      }),
    );
    await station.desk.close();
    clock.move(31 * 86_400_000);
    const openLater = async (own: Partial<DeskOptions> = {}) => {
      const later = await openWorkstation(home, tokens, { clock, ...own });
      valueOf(await later.ask('job.open', { groupingId: groupingIdOf(1) }));
      valueOf(await later.ask('settings.change', { change: { retentionDays: 30 } }));
      valueOf(await later.ask('settings.change', { change: { retentionDays: 29 } }));
      return later;
    };
    // The ERP's answers say that no day has passed.
    const wrong = await openLater();
    expect(valueOf(await wrong.ask('desk.list')).recent).toMatchObject([{ groupingId }]);
    await wrong.close();
    const next = await openLater({
      fetch: async (url, init) => {
        const { body, status, headers } = await fetch(url, init);
        const date = new Date(clock.now()).toUTCString();
        return new Response(body, { status, headers: { ...Object.fromEntries(headers), date } });
      },
    });
    const list = async () => valueOf(await next.ask('desk.list'));
    await expect
      .poll(list)
      .toMatchObject({ unfinished: [{ groupingId: groupingIdOf(1) }], recent: [] });
    await next.close();
    expect(await everythingBelow(join(home, 'data', 'labels'))).toBe('');
  });
});

describe('closing', () => {
  it('leaves the label process of a grouping to the next, and ends it with the desk', async () => {
    let started = 0;
    let ended = 0;
    const startLabelProcess = (): Runner => {
      const runner = readLabelsHere();
      const end = runner.end.bind(runner);
      runner.end = () => {
        ended += 1;
        return end();
      };
      started += 1;
      return runner;
    };
    await collected({ groupings: 3 }, { startLabelProcess });
    const { ask, desk } = station;
    for (const place of [1, 2]) {
      const next = groupingIdOf(place);
      valueOf(await ask('job.leave', { groupingId: groupingIdOf(place - 1) }));
      valueOf(await ask('job.open', { groupingId: next }));
      await station.until(next, isSettled);
    }
    expect([started, ended]).toEqual([1, 0]);
    valueOf(await ask('job.leave', { groupingId: groupingIdOf(2) }));
    expect(ended).toBe(0);
    await desk.close();
    expect([started, ended]).toEqual([1, 1]);
  });

  it('waits for running work, can be called twice, and leaves nothing running', async () => {
    station = await connectedWorkstation({ shipments: 20, latencyMs: 50 });
    const { ask, groupingId, desk } = station;
    valueOf(await ask('job.open', { groupingId }));
    expect(desk.runningJobs()).toBe(1);
    await Promise.all([desk.close(), desk.close()]);
    expect(desk.runningJobs()).toBe(0);
    await ask('desk.list');
    expect(await ask('job.open', { groupingId })).toMatchObject({ ok: false });
  });

  it('lets a sent conclusion finish, so that its outcome is known', async () => {
    await collected();
    const { ask, groupingId, desk, home, tokens, sandbox } = station;
    valueOf(
      await ask('print.start', await printRequest(station, groupingId, 'all', { printer: 'PDF' })),
    );
    const concluding = ask('job.conclude', {
      groupingId,
      beforeLabels: false,
      seen: await see(ask, groupingId),
    });
    await desk.close();
    valueOf(await concluding);
    const next = await openWorkstation(home, tokens);
    expect(valueOf(await next.ask('desk.list')).recent).toMatchObject([
      { groupingId, state: 'concluded' },
    ]);
    expect(sandbox.conclusions(groupingId)).toBe(1);
    await next.close();
  });
});

describe('the record of a grouping', () => {
  it.each(['csv', 'pdf'] as const)('is saved as %s by the journal alone', async (as) => {
    await printed({ shipments: 3 });
    const { ask, desk, groupingId, home, tokens, sandbox } = station;
    const seen = await see(ask, groupingId);
    valueOf(await ask('job.conclude', { groupingId, beforeLabels: false, seen }));
    await desk.close();
    await sandbox.close();
    const next = await openWorkstation(home, tokens);
    next.saveTo = join(home, `record.${as}`);
    expect(valueOf(await next.ask('record.save', { groupingId, as }))).toEqual({ saved: true });
    const saved = await readFile(next.saveTo);
    if (as === 'pdf')
      expect((await PDFDocument.load(saved)).getTitle()).toBe('Relatório do agrupamento');
    else expect(String(saved).match(/;Salva em PDF;/g)).toHaveLength(3);
    expect(await next.ask('record.save', { groupingId: groupingId + 1, as })).toMatchObject({
      fault: { kind: 'not-found' },
    });
    await next.close();
  });
});
