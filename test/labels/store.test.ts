import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { appendFile, readFile, readdir, truncate, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSlotKey, receiveFile } from '../../src/main/labels/store/store.ts';
import type { LabelSlot, LabelStore, StoredLabel } from '../../src/main/labels/index.ts';
import { listOpenToOthers } from '../support/modes.ts';
import { pdfLabel, slot, storeWorld } from './store-world.ts';
import type { Host, StoreWorld } from './store-world.ts';

let world: StoreWorld;
let host: Host;
/** Answers wait for this if a test needs to be in the middle of a download. */
let gate: Promise<unknown>;

beforeEach(async () => {
  world = await storeWorld();
  gate = Promise.resolve();
  host = await world.host((request, response) => {
    response.write(pdfLabel.subarray(0, 10));
    void gate.then(() =>
      response.end(Buffer.concat([pdfLabel.subarray(10), Buffer.from(request.url ?? '')])),
    );
  });
});
afterEach(() => world.close());

async function stored(store: LabelStore, of: LabelSlot, path = '/a'): Promise<StoredLabel> {
  const result = await store.download(of, host.url + path);
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
  return result.value;
}

describe('the label store', () => {
  it('keeps a file whole, under its slot and hash, and finds it again in another run', async () => {
    const store = world.open();
    expect(await store.find(slot(1))).toBeNull();
    const label = await stored(store, slot(1));
    const content = await readFile(label.path);
    expect(content.equals(Buffer.concat([pdfLabel, Buffer.from('/a')]))).toBe(true);
    expect(label).toMatchObject({ slot: slot(1), bytes: content.length });
    expect(label.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(label.path).toContain(label.sha256);
    expect(await store.find(slot(1))).toEqual(label);
    expect(await world.open().find(slot(1))).toEqual(label);
    expect(await world.files()).toHaveLength(1);
  });

  it('distinguishes slots by each of their fields, and contains no names', async () => {
    const store = world.open();
    const slots = [
      slot(1),
      slot(2),
      slot(1, { ordinal: 1 }),
      slot(1, { groupingId: 8 }),
      slot(1, { company: 'https://other.example' }),
      slot(1, { groupingId: 71, shipmentId: 0 }),
    ];
    const labels = await Promise.all(slots.map((one, i) => stored(store, one, `/${i}`)));
    for (const [i, label] of labels.entries())
      expect((await store.find(slots[i]!))?.path).toBe(label.path);
    expect(new Set(labels.map((label) => label.path)).size).toBe(slots.length);
    for (const file of await world.files())
      expect(file).toMatch(/^[0-9a-f]{2}[/\\][0-9a-f]{32}-[0-9a-f]{64}\.label$/);
  });

  it('has one key for each slot', () => {
    const anySlot = fc.record({
      company: fc.string(),
      groupingId: fc.nat(),
      shipmentId: fc.nat(),
      ordinal: fc.nat(),
    });
    fc.assert(
      fc.property(anySlot, anySlot, (a, b) => {
        const same = JSON.stringify(Object.values(a)) === JSON.stringify(Object.values(b));
        expect(makeSlotKey(a) === makeSlotKey(b)).toBe(same);
      }),
    );
  });

  it('never downloads files that are there', async () => {
    const store = world.open();
    const label = await stored(store, slot(1));
    expect(await stored(store, slot(1))).toEqual(label);
    expect(await stored(world.open(), slot(1), '/another')).toEqual(label);
    expect(host.requests).toHaveLength(1);
  });

  it('lets only the user read', async () => {
    await stored(world.open({ dir: join(world.dir, 'labels') }), slot(1));
    expect(listOpenToOthers(join(world.dir, 'labels'))).toEqual([]);
  });

  it.each([
    ['truncated', (path: string) => truncate(path, 100)],
    ['emptied', (path: string) => truncate(path, 0)],
    ['appended to', (path: string) => appendFile(path, '!')],
    [
      'changed in one byte',
      async (path: string) => {
        const content = await readFile(path);
        content[50] = 0;
        await writeFile(path, content);
      },
    ],
  ])('removes a file that was %s, and downloads it again', async (_, damage) => {
    const label = await stored(world.open(), slot(1));
    await damage(label.path);
    const store = world.open();
    expect(await store.find(slot(1))).toBeNull();
    expect(await world.files()).toEqual([]);
    expect(await stored(store, slot(1))).toEqual(label);
  });

  it('discards a file that turned out to be unusable, so that it is downloaded again', async () => {
    const store = world.open();
    await stored(store, slot(1), '/first');
    await stored(store, slot(2), '/other');
    await store.discard(slot(1));
    await store.discard(slot(3));
    expect(await store.find(slot(1))).toBeNull();
    expect(await store.find(slot(2))).not.toBeNull();
    await stored(store, slot(1), '/second');
    expect(host.requests.map((request) => request.url)).toEqual(['/first', '/other', '/second']);
  });

  // A virus scanner or a backup may hold it for as long as it likes.
  it('takes no discarded file for the next one, though it could not be removed', async () => {
    const store = world.open();
    const { path } = await stored(store, slot(1), '/first');
    const held = await readFile(path);
    await store.discard(slot(1));
    await writeFile(path, held);
    const next = await stored(store, slot(1), '/second');
    expect(await store.find(slot(1))).toEqual(next);
    expect(await world.files()).toHaveLength(1);
    await store.discard(slot(1));
    expect(await stored(store, slot(1), '/second')).toEqual(next);
    expect(await store.find(slot(1))).toEqual(next);
  });

  it('stays with the first of two files for one slot', async () => {
    const [first, second] = [await storeWorld(), await storeWorld()];
    try {
      const a = await stored(first.open({ dir: world.dir }), slot(1), '/1');
      const b = await stored(second.open(), slot(1), '/2');
      await writeFile(join(dirname(a.path), b.path.slice(-103)), await readFile(b.path));
      await utimes(a.path, new Date(), new Date(Date.now() - 5000));
      expect(await world.files()).toHaveLength(2);
      expect((await world.open().find(slot(1)))?.path).toBe(a.path);
      await truncate(a.path, 5);
      expect((await world.open().find(slot(1)))?.sha256).toBe(b.sha256);
    } finally {
      await first.close();
      await second.close();
    }
  });

  it('knows whether any of many slots has a sound file', async () => {
    const store = world.open();
    const label = await stored(store, slot(1));
    const others = Array.from({ length: 300 }, (_, index) => slot(index + 2));
    expect(await store.hasAny([...others, slot(1)])).toBe(true);
    expect(await store.hasAny(others)).toBe(false);
    expect(await world.open({ dir: join(world.dir, 'absent') }).hasAny([slot(1)])).toBe(false);
    await truncate(label.path, 5);
    expect(await world.open().hasAny([slot(1)])).toBe(false);
  });
});

describe('downloads at the same time', () => {
  it('of one slot are one', async () => {
    const store = world.open();
    const labels = await Promise.all(Array.from({ length: 5 }, () => stored(store, slot(1))));
    expect(new Set(labels.map((label) => label.path)).size).toBe(1);
    expect(host.requests).toHaveLength(1);
  });

  it('go on for the others when one is cancelled, and stop with the last', async () => {
    const opened = Promise.withResolvers<undefined>();
    gate = opened.promise;
    const store = world.open();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = store.download(slot(1), host.url, one.signal);
    const second = store.download(slot(1), host.url, two.signal);
    await expect.poll(() => host.requests.length).toBe(1);
    one.abort();
    expect(await first).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
    opened.resolve(undefined);
    expect((await second).ok).toBe(true);

    gate = new Promise(() => undefined);
    const three = new AbortController();
    const third = store.download(slot(2), host.url, three.signal);
    await expect
      .poll(async () => (await world.files()).some((file) => file.endsWith('.part')))
      .toBe(true);
    three.abort();
    expect(await third).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
    expect((await world.files()).filter((file) => file.endsWith('.part'))).toEqual([]);

    gate = Promise.resolve();
    expect((await store.download(slot(2), host.url)).ok).toBe(true);
  });

  it('do not start for a signal that has fired already', async () => {
    const result = await world.open().download(slot(1), host.url, AbortSignal.abort());
    expect(result).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
    expect(host.requests).toHaveLength(0);
  });

  it('stop in the pause between two attempts', async () => {
    const busy = await world.host((_, response) =>
      response.writeHead(503, { 'retry-after': '60' }).end(),
    );
    const stop = new AbortController();
    const result = world.open().download(slot(1), busy.url, stop.signal);
    await expect.poll(() => busy.requests.length).toBe(1);
    stop.abort();
    expect(await result).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
    expect(busy.requests).toHaveLength(1);
  });
});

describe('leftovers of killed processes', () => {
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  const random = '0123456789abcdef';

  async function leftover(owner: string, ageMs: number): Promise<string> {
    const name = `${owner}-${random}.part`;
    await writeFile(join(world.dir, name), '%PDF');
    await utimes(join(world.dir, name), new Date(), new Date(Date.now() - ageMs));
    return name;
  }

  it('are removed at the first download; those of a living process are not', async () => {
    const dead = spawnSync(process.execPath, ['-e', '0']).pid;
    const hour = 3_600_000;
    const gone = [
      await leftover(`${machine}-${dead}`, 0),
      await leftover('ffffffff-1', 2 * hour),
      await leftover(`${machine}-${process.pid}`, 30 * hour),
    ];
    const living = [
      await leftover(`${machine}-${process.ppid}`, 2 * hour),
      await leftover('ffffffff-2', hour / 2),
    ];
    await stored(world.open(), slot(1));
    const left = await readdir(world.dir);
    expect(left).toEqual(expect.arrayContaining(living));
    for (const name of gone) expect(left).not.toContain(name);
  });
});

describe('a disk that refuses', () => {
  it('to make the folder is a disk fault, and finds nothing', async () => {
    await writeFile(join(world.dir, 'file'), '');
    const store = world.open({ dir: join(world.dir, 'file', 'labels') });
    expect(await store.find(slot(1))).toBeNull();
    await store.discard(slot(1));
    const result = await store.download(slot(1), host.url);
    expect(result).toMatchObject({ ok: false, fault: { kind: 'disk', detail: 'mkdir: ENOTDIR' } });
    expect(host.requests).toHaveLength(0);
  });

  it('to take the final name is a disk fault that leaves nothing behind, and passes', async () => {
    const store = world.open();
    const inTheWay = join(world.dir, makeSlotKey(slot(1)).slice(0, 2));
    await writeFile(inTheWay, '');
    expect(await store.download(slot(1), host.url)).toMatchObject({
      ok: false,
      fault: { kind: 'disk' },
    });
    expect(await world.files()).toEqual([inTheWay.slice(-2)]);
  });

  it('to open a file before its connection ends leaves nothing behind', async () => {
    const open = fs.open.bind(fs) as (...given: readonly unknown[]) => void;
    const slow = vi.spyOn(fs, 'open').mockImplementation((...given: readonly unknown[]) => {
      setTimeout(() => open(...given), 20);
    });
    const body = async function* () {
      yield await Promise.resolve(pdfLabel.subarray(0, 10));
      throw new Error('gone');
    };
    const received = receiveFile(world.dir, makeSlotKey(slot(1)), body());
    await expect(received).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve, 50));
    slow.mockRestore();
    expect(await world.files()).toEqual([]);
  });

  it('to show a file that is to be adopted is a fault of that label, and the program goes on', async () => {
    const store = world.open();
    // The folder is ready: from now on the file is opened while the other one is made.
    await stored(store, slot(1));
    const escaped: unknown[] = [];
    const listen = (error: unknown) => escaped.push(error);
    process.on('uncaughtException', listen);
    try {
      for (let at = 2; at < 12; at += 1)
        expect(await store.adopt(slot(at), join(world.dir, 'gone.zpl'))).toMatchObject({
          fault: { kind: 'disk', detail: 'open: ENOENT' },
        });
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('uncaughtException', listen);
    }
    expect(escaped).toEqual([]);
    expect(await world.files()).toHaveLength(1);
  });
});

it('logs neither addresses nor contents of the label', async () => {
  const lines: string[] = [];
  const write = (event: string, fields?: object): void =>
    void lines.push(JSON.stringify([event, fields]));
  const store = world.open({ log: { info: write, warn: write } });
  await stored(store, slot(1), '/Maria?token=s3cr3t');
  const empty = await world.host((_, response) => response.writeHead(503).end());
  await store.download(slot(2), `${empty.url}/Maria?token=s3cr3t`);
  const events = lines.map((line) => (JSON.parse(line) as [string])[0]);
  expect(new Set(events)).toEqual(
    new Set(['label-downloaded', 'label-download-repeated', 'label-download-failed']),
  );
  expect(lines.join()).not.toMatch(/Maria|s3cr3t|token/);
});
