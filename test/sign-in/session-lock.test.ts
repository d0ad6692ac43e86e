import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, type Clock } from '../../src/main/os/clock.ts';
import { SessionLock } from '../../src/main/sign-in/store/session-lock.ts';
import { ok, type Result } from '#shared/faults/faults.ts';

const erp = 'https://erp.test';
const work = (): Promise<Result<string>> => Promise.resolve(ok('done'));

function openDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'doca-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A clock whose pauses end immediately; adds up their lengths. */
function makeHasty(): { readonly clock: Clock; readonly waitedMs: () => number } {
  let waitedMs = 0;
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    waitedMs += ms;
    return systemClock.sleep(0, signal);
  };
  return { clock: { ...systemClock, sleep }, waitedMs: () => waitedMs };
}

/** Holds the session of an ERP until the returned function releases it. */
function hold(lock: SessionLock, erpOrigin: string): () => Promise<unknown> {
  const letGo = Promise.withResolvers<Result<void>>();
  const held = lock.run(erpOrigin, () => letGo.promise);
  return () => {
    letGo.resolve(ok());
    return held;
  };
}

test('one holder for each ERP; others wait without holding anything else up, and hear when it lasts too long', async () => {
  const dir = openDir();
  const hasty = makeHasty();
  const letGo = hold(new SessionLock(dir, systemClock), erp);
  const other = new SessionLock(dir, hasty.clock);
  expect(await other.run('https://other.test', work)).toEqual(ok('done'));
  expect(await other.run(erp, work)).toMatchObject({ ok: false, fault: { kind: 'timeout' } });
  expect(hasty.waitedMs()).toBe(150_000);
  const patient = new SessionLock(dir, systemClock).run(erp, work);
  await letGo();
  expect(await patient).toEqual(ok('done'));
});

test('is released when the work throws', async () => {
  const lock = new SessionLock(openDir(), systemClock);
  await expect(lock.run(erp, () => Promise.reject(new Error('defect')))).rejects.toThrow('defect');
  expect(await lock.run(erp, work)).toEqual(ok('done'));
});

test('a refusal of the disk is reported', async () => {
  const dir = openDir();
  writeFileSync(join(dir, 'sign-in'), 'a file in the way');
  expect(await new SessionLock(dir, systemClock).run(erp, work)).toMatchObject({
    ok: false,
    fault: { kind: 'disk' },
  });
});

test('the work’s result counts, though the disk refuses at the release', async () => {
  const dir = openDir();
  const result = await new SessionLock(dir, systemClock).run(erp, () => {
    rmSync(join(dir, 'sign-in', 'gate'));
    mkdirSync(join(dir, 'sign-in', 'gate'));
    return work();
  });
  expect(result).toEqual(ok('done'));
});
