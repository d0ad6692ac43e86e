import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeBadge } from '#shared/codes.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { describeWithPostgres, sharedPostgres } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';
import {
  connectedWorkstation,
  everythingBelow,
  isSettled,
  openWorkstation,
  printRequest,
  readHistory,
  valueOf,
} from './support/harness.ts';
import type { Workstation } from './support/harness.ts';
import { see } from '../support/seen.ts';

let database: TestDatabase;
let first: Awaited<ReturnType<typeof connectedWorkstation>>;
let second: Workstation;
let home: string;

/**
 * Sets a station up as Settings does: the password goes to the keychain, the address to the
 * settings.
 */
async function share({ ask }: Workstation, stationName: string): Promise<void> {
  const change: Partial<Settings> = { floorAddress: database.address, stationName, printer: 'PDF' };
  valueOf(await ask('settings.change', { change }));
  valueOf(await ask('floor.password', { password: database.password }));
  await vi.waitFor(async () => expect(valueOf(await ask('floor.get')).state).toBe('joined'), {
    timeout: 20_000,
  });
}

async function open(station: Workstation): Promise<JobSnapshot> {
  valueOf(await station.ask('job.open', { groupingId: first.groupingId }));
  return station.until(first.groupingId, isSettled);
}

describeWithPostgres('two desks that share a grouping', () => {
  beforeEach(async () => {
    database = await (await sharedPostgres()).createDatabase();
    first = await connectedWorkstation();
    home = await mkdtemp(join(tmpdir(), 'doca-desk-'));
    second = await openWorkstation(home, new Map());
    valueOf(
      await second.ask('connection.save', {
        baseUrl: first.sandbox.baseUrl,
        token: first.sandbox.token,
      }),
    );
  });
  afterEach(async () => {
    await second.close();
    await first.close();
    await rm(home, { recursive: true });
  });

  it('print each label once, show the author of each deed, and conclude once', async () => {
    await share(first, 'Bancada 1');
    await share(second, 'Bancada 2');
    const [bia] = valueOf(
      await first.ask('operator.badges', { badges: [{ id: null, name: 'Bia Ramos' }] }),
    );
    valueOf(await first.ask('operator.set', { badge: writeBadge(bia!.id) }));
    await open(first);
    await open(second);
    const { groupingId } = first;

    const seen = await printRequest(second, groupingId, 'unprinted');
    const shipmentIds = [seen.shipmentIds[0] ?? 0];
    valueOf(await first.ask('floor.take', { groupingId, shipmentIds }));
    await second.until(groupingId, ({ shipments }) => shipments[0]?.share?.state === 'taken');
    expect(await second.ask('floor.take', { groupingId, shipmentIds })).toMatchObject({
      fault: { kind: 'floor-taken' },
    });
    valueOf(await first.ask('floor.give-back', { groupingId, shipmentIds }));
    await second.until(groupingId, ({ shipments }) => shipments[0]?.share === null);
    valueOf(await first.ask('print.start', await printRequest(first, groupingId, [1, 2])));
    const shared = await second.until(
      groupingId,
      ({ shipments }) => shipments[1]?.label.timesPrinted === 1,
    );
    expect(shared.shipments[0]?.share).toMatchObject({
      station: 'Bancada 1',
      person: 'Bia Ramos',
      state: 'printed',
    });
    // The request of a window that has not heard of it yet.
    const stale = await second.ask('print.start', { ...seen, printsSeen: 0 });
    expect(stale).toMatchObject({ fault: { kind: 'floor-taken' } });
    valueOf(
      await second.ask('print.start', {
        ...(await printRequest(second, groupingId, 'unprinted')),
        printsSeen: 0,
      }),
    );
    await first.until(groupingId, ({ shipments }) =>
      shipments.every(({ label }) => label.timesPrinted === 1),
    );

    const conclude = {
      groupingId,
      beforeLabels: false,
      seen: await see(second.ask, groupingId),
    };
    valueOf(await second.ask('job.conclude', conclude));
    const concluded = await first.until(groupingId, ({ state }) => state === 'concluded');
    expect(concluded.share?.conclusion).toMatchObject({ state: 'concluded', station: 'Bancada 2' });
    expect(await first.ask('job.conclude', conclude)).toMatchObject({ ok: false });

    const rows = await readHistory(second);
    const byFirst = rows.filter(({ station }) => station === 'Bancada 1');
    expect(byFirst.map(({ kind, person }) => [kind, person])).toEqual([
      ['printed', 'Bia Ramos'],
      ['printed', 'Bia Ramos'],
    ]);
    // The day of this workstation is its own; that of all is by station and person.
    expect(valueOf(await second.ask('desk.list')).today).toMatchObject({ labels: 4, groupings: 1 });
    const day = valueOf(await second.ask('floor.day'));
    expect(day).toMatchObject([
      { station: 'Bancada 1', person: 'Bia Ramos', isHere: false, labels: 2, groupings: 0 },
      { station: 'Bancada 2', person: null, isHere: true, labels: 4, groupings: 1 },
    ]);
    second.saveTo = join(home, 'day.csv');
    expect(valueOf(await second.ask('floor.export-day'))).toEqual({ saved: true });
    expect(await readFile(second.saveTo, 'utf8')).toContain('Bancada 1;Bia Ramos;2;0;0\r\n');
  });

  it('print a label once where scans print, whoever scans first, and ask about one of the other', async () => {
    for (const [station, name] of [
      [first, 'Bancada 1'],
      [second, 'Bancada 2'],
    ] as const) {
      await share(station, name);
      valueOf(await station.ask('settings.change', { change: { printsOnScan: true } }));
      await open(station);
    }
    const { groupingId } = first;
    const { shipments } = await open(first);
    const scan = (station: Workstation, at: number) =>
      station.ask('scan.print', {
        code: String(shipments[at]?.shipment.sale?.number),
        here: groupingId,
        isCheck: false,
      });
    await Promise.all([scan(first, 0), scan(second, 0)]);
    const isOut = (at: number) => (job: JobSnapshot) =>
      (job.shipments[at]?.label.timesPrinted ?? 0) > 0;
    for (const station of [first, second]) await station.until(groupingId, isOut(0));
    const printed = async () => (await readHistory(first)).filter(({ kind }) => kind === 'printed');
    await vi.waitFor(async () => expect(await printed()).toHaveLength(1));
    // The refusal of the one that came too late may still be on its way.
    for (const station of [first, second]) {
      const again = { value: { result: 'again', timesPrinted: 1 } };
      await vi.waitFor(async () => expect(await scan(station, 0)).toMatchObject(again));
    }
    const shipmentIds = [shipments[1]?.shipment.id ?? 0];
    valueOf(await first.ask('floor.take', { groupingId, shipmentIds }));
    await second.until(groupingId, ({ shipments: rows }) => rows[1]?.share?.state === 'taken');
    expect(await scan(second, 1)).toMatchObject({
      value: { result: 'refused', fault: { kind: 'floor-taken' } },
    });
    expect(await scan(first, 1)).toMatchObject({ value: { result: 'printing' } });
    await second.until(groupingId, isOut(1));
    expect(await printed()).toHaveLength(2);
  });

  it('open another floor, or none, which closes open groupings', async () => {
    await share(first, 'Bancada 1');
    await open(first);
    valueOf(await first.ask('settings.change', { change: { floorAddress: null } }));
    // Immediately: an early caller does not see yet that there is no token.
    expect((await open(first)).share).toBeNull();
    expect(valueOf(await first.ask('floor.get')).state).toBe('off');
    expect(
      await first.ask('floor.take', { groupingId: first.groupingId, shipmentIds: [1] }),
    ).toMatchObject({
      ok: false,
    });
    expect(valueOf(await first.ask('floor.day'))).toBeNull();
  });

  it('store the password beside the tokens, and nowhere else', async () => {
    await share(first, 'Bancada 1');
    await open(first);
    const { ask, tokens, events } = first;
    expect(tokens.get(`floor:${database.address}`)).toBe(database.password);
    expect(await everythingBelow(first.home)).not.toContain(database.password);
    expect(JSON.stringify(events)).not.toContain(database.password);
    expect(valueOf(await ask('floor.password', { password: null }))).toMatchObject({
      hasPassword: false,
    });
    expect(tokens.has(`floor:${database.address}`)).toBe(false);
  });

  it('report whether a server can be used, without storing anything', async () => {
    const { ask, tokens } = first;
    const before = tokens.size;
    const { address, password } = database;
    expect(await ask('floor.test', { address, password })).toMatchObject({ ok: true });
    expect(await ask('floor.test', { address, password: 'wrong' })).toMatchObject({
      fault: { kind: 'floor-refused' },
    });
    expect(await ask('floor.test', { address: 'postgres://a:b@c/d', password })).toMatchObject({
      fault: { kind: 'address-malformed' },
    });
    expect(tokens.size).toBe(before);
    expect(await ask('floor.password', { password: 'x' })).toMatchObject({ ok: false });
    expect(valueOf(await ask('floor.get'))).toMatchObject({ state: 'off', hasPassword: false });
  });
});
