import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeWith } from '../support/tools.ts';
import { slot, storeWorld } from './store-world.ts';
import type { Host, StoreWorld } from './store-world.ts';

const script = join(import.meta.dirname, 'store-child.ts');

interface Outcome {
  readonly shipmentId: number;
  readonly found: boolean;
  readonly outcome: string;
}

let world: StoreWorld;
let host: Host;
/** Between the pieces of a label. */
let pieceMs: number;

beforeEach(async () => {
  world = await storeWorld();
  pieceMs = 0;
  host = await world.host((request, response) => {
    const body = labelFor(request.url ?? '');
    const send = (at: number): void => {
      if (at >= body.length) response.end();
      else
        response.write(body.subarray(at, at + 10_000), () =>
          setTimeout(() => send(at + 10_000), pieceMs),
        );
    };
    send(0);
  });
});
afterEach(() => world.close());

function labelFor(path: string): Buffer {
  return Buffer.from(`%PDF-1.4\n% ${path}\n${'x'.repeat(60_000)}\nstartxref\n9\n%%EOF\n`);
}

function sha256Of(path: string): string {
  return createHash('sha256').update(labelFor(path)).digest('hex');
}

interface Finished {
  readonly outcomes: readonly Outcome[];
  readonly files: readonly string[];
}

async function finished(command: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const { files } = lines.at(-1) as { files: readonly string[] };
  return { outcomes: lines.slice(0, -1) as Outcome[], files };
}

describe('processes on one folder', () => {
  it('killed at any moment leave a whole file or none, and no leftovers after the next start', async () => {
    pieceMs = 2;
    let whole = 0;
    let none = 0;
    for (let round = 0; round < 14; round += 1) {
      const dir = join(world.dir, `round-${round}`);
      const before = host.requests.length;
      const child = spawn(process.execPath, [script, dir, host.url, '4'], { stdio: 'ignore' });
      const exited = new Promise((resolve) => child.once('exit', resolve));
      await expect.poll(() => host.requests.length, { interval: 1 }).toBeGreaterThan(before);
      // The last rounds let it finish, however slow the machine is.
      const moment = new Promise((resolve) => setTimeout(resolve, round < 12 ? round * 4 : 10_000));
      await Promise.race([moment, exited]);
      child.kill('SIGKILL');
      await exited;

      const store = world.open({ dir });
      for (let shipmentId = 0; shipmentId < 4; shipmentId += 1) {
        const found = await store.find(slot(shipmentId));
        if (found === null) none += 1;
        else whole += 1;
        if (found !== null) expect(found.sha256).toBe(sha256Of(`/${shipmentId}`));
        const result = await store.download(slot(shipmentId), `${host.url}/${shipmentId}`);
        expect(result).toMatchObject({ ok: true, value: { sha256: sha256Of(`/${shipmentId}`) } });
      }
      expect((await world.files()).filter((file) => file.endsWith('.part'))).toEqual([]);
    }
    // Both happened, or the test has looked at one side only.
    expect(whole).toBeGreaterThan(0);
    expect(none).toBeGreaterThan(0);
  });

  it('at the same time all get every label, without disturbing each other', async () => {
    pieceMs = 1;
    const runs = Array.from({ length: 4 }, () =>
      finished(process.execPath, [script, world.dir, host.url, '12']),
    );
    for (const { outcomes } of await Promise.all(runs)) {
      expect(outcomes).toHaveLength(12);
      for (const one of outcomes) expect(one).toMatchObject({ outcome: 'ok', found: true });
    }
    const files = await world.files();
    expect(files).toHaveLength(12);
    for (const file of files) expect(file).toMatch(/\.label$/);
  });
});

const smallDisk = 'mount -t tmpfs -o size=256k none "$1" && shift && exec "$@"';
const mounts =
  spawnSync('unshare', ['-rm', 'sh', '-c', smallDisk, 'sh', '/mnt', 'true']).status === 0;

describeWith(mounts ? [] : ['root'], 'a full disk', () => {
  it('is reported, leaves nothing half-written, and spoils no other label', async () => {
    const disk = join(world.dir, 'disk');
    await mkdir(disk);
    const child = [process.execPath, script, disk, host.url, '10'];
    const { outcomes, files } = await finished('unshare', [
      '-rm',
      'sh',
      '-c',
      smallDisk,
      'sh',
      disk,
      ...child,
    ]);
    expect(outcomes).toHaveLength(10);
    const good = outcomes.filter((one) => one.outcome === 'ok');
    const full = outcomes.filter((one) => one.outcome === 'disk-full');
    expect(good.length + full.length).toBe(10);
    expect(full.length).toBeGreaterThanOrEqual(6);
    for (const one of good) expect(one.found).toBe(true);
    for (const one of full) expect(one.found).toBe(false);
    expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(files.filter((name) => name.endsWith('.label'))).toHaveLength(good.length);
  });
});
