import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateStatus } from '#shared/contract/app.ts';
import { startFeed } from '../updates/feed.ts';
import type { Feed } from '../updates/feed.ts';
import { windowsDesktop } from '../updates/windows-desktop.ts';
import { connectedWorkstation, isSettled, printRequest, valueOf } from './support/harness.ts';

/**
 * The desk with the updater that Windows has, on a feed of this computer; only the last step, the
 * installation, is written down instead.
 */
let feed: Feed;
let folder = '';
let station: Awaited<ReturnType<typeof connectedWorkstation>>;
const installs: { readonly restart: boolean }[] = [];
beforeEach(async () => {
  installs.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'doca-update-desk-'));
  feed = await startFeed();
  const { port } = windowsDesktop(folder, feed.url);
  station = await connectedWorkstation(
    { shipments: 2 },
    { updates: { port: { ...port, install: (how) => void installs.push(how) }, off: 'unsigned' } },
  );
});
afterEach(async () => {
  await station.close();
  await feed.close();
  rmSync(folder, { recursive: true, force: true });
});

const status = async (): Promise<UpdateStatus> => valueOf(await station.ask('updates.status'));
const publish = (more: object = {}): void =>
  feed.publish({
    version: '1.1.0',
    installer: Buffer.alloc(400_000, 'new '),
    notes: JSON.stringify({ 'pt-BR': 'Faster', en: 'Faster' }),
    ...more,
  });
async function look(): Promise<UpdateStatus> {
  valueOf(await station.ask('updates.check'));
  await expect.poll(async () => (await status()).kind).toMatch(/^(current|ready|failed)$/);
  return status();
}
const waits = async (): Promise<string | null> => {
  const now = await status();
  return now.kind === 'ready' ? now.waitsFor : now.kind;
};

async function printOne(): Promise<void> {
  const { groupingId } = station;
  valueOf(await station.ask('job.open', { groupingId }));
  await station.until(groupingId, isSettled);
  const print = await printRequest(station, groupingId, 'all', { printer: 'PDF' });
  valueOf(await station.ask('print.start', print));
}

describe('updates at the desk', () => {
  it('are searched for on request, reported step by step, and wait for the work', async () => {
    expect(await status()).toEqual({ kind: 'unchecked' });
    publish();
    const update = { version: '1.1.0', notes: { 'pt-BR': 'Faster', en: 'Faster' } };
    expect(await look()).toEqual({ kind: 'ready', update, waitsFor: 'before-first-print' });
    const told = station.events
      .filter(({ channel }) => channel === 'updates.changed')
      .map(({ payload }) => payload);
    expect(told.map((one) => (one as UpdateStatus).kind)).toEqual(
      expect.arrayContaining(['checking', 'downloading', 'ready']),
    );
    // A shift that has not printed yet is not surprised by a restart, not even by its own wish.
    expect(valueOf(await station.ask('updates.install'))).toMatchObject({
      waitsFor: 'before-first-print',
    });
    await printOne();
    expect(await waits()).toBe('grouping-open');
    expect(station.desk.installOnQuit()).toBe(false);
    valueOf(await station.ask('job.leave', { groupingId: station.groupingId }));
    expect(await waits()).toBeNull();
    expect(installs).toEqual([]);
    valueOf(await station.ask('updates.install'));
    expect(installs).toEqual([{ restart: true }]);
  });

  it('go in when the program ends after work', async () => {
    publish();
    await printOne();
    valueOf(await station.ask('job.leave', { groupingId: station.groupingId }));
    await look();
    expect(station.desk.installOnQuit()).toBe(true);
    expect(installs).toEqual([{ restart: false }]);
  });

  it('count an automatic print as one of the shift', async () => {
    publish();
    await look();
    valueOf(await station.ask('settings.change', { change: { autoPrint: true, printer: 'PDF' } }));
    const { groupingId } = station;
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, ({ state }) => state === 'printed');
    valueOf(await station.ask('job.leave', { groupingId }));
    expect(await waits()).toBeNull();
  });

  it('are not installed if the paper never came out', async () => {
    publish();
    await look();
    const { groupingId } = station;
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, isSettled);
    const print = await printRequest(station, groupingId, 'all', { printer: 'none' });
    expect(await station.ask('print.start', print)).toMatchObject({ ok: false });
    valueOf(await station.ask('job.leave', { groupingId }));
    expect(await waits()).toBe('before-first-print');
  });

  it('report the failure: nothing new, a tampered release, no feed', async () => {
    publish({ version: '1.0.0' });
    expect(await look()).toMatchObject({ kind: 'current' });
    publish({ sha512: Buffer.alloc(64, 1).toString('base64') });
    expect(await look()).toMatchObject({ kind: 'failed', failure: 'damaged' });
    await feed.close();
    expect(await look()).toMatchObject({ kind: 'failed', failure: 'unreachable' });
    expect(installs).toEqual([]);
  });
});
