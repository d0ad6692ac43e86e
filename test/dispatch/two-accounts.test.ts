import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { failed, fault } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { GroupingGuard, removeOldGuards } from '../../src/main/journal/station/guards.ts';
import { writeOpenSync } from '../../src/main/os/files.ts';
import { printOn } from '../support/print-on.ts';
import { SetClock, startAccounts, states, tempDir } from './support/bench.ts';
import { FakePrinter, groupingId } from './support/fakes.ts';

const hourMs = 3_600_000;

async function print(job: GroupingJob, shipmentIds?: readonly number[]): Promise<number> {
  const printer = new FakePrinter();
  await job.labels.collect();
  await printOn(job, printer, shipmentIds);
  return printer.sent.flatMap(({ text }) => text.split('\n')).length;
}

test('labels printed by one account of the computer are a question to the other, and only the rest is printed', async () => {
  const [maria, joao] = startAccounts(3);
  const hers = await maria.open();
  expect(await print(hers, [1, 3])).toBe(2);
  await hers.close();
  const his = await joao.open();
  expect(his.snapshot()).toMatchObject({ fault: { kind: 'paper-unknown' } });
  expect(await print(his)).toBe(0);
  expect((await his.prints.resolve([1, 3])).ok).toBe(true);
  expect(await print(his)).toBe(1);
  await his.close();
  // She is asked about his spool job alone: she knows the result of hers.
  const again = await maria.open();
  expect(again.snapshot()).toMatchObject({
    fault: { kind: 'paper-unknown' },
    printVerdict: { perhaps: [2] },
  });
  expect((await again.prints.resolve(true)).ok).toBe(true);
  expect(states(again)).toEqual(['printed', 'printed', 'printed']);
});

test('a grouping concluded by one account is concluded for the other, which has it open', async () => {
  const [maria, joao] = startAccounts(2);
  const hers = await maria.open();
  await print(hers);
  const his = await joao.open();
  await his.labels.collect();
  expect((await his.prints.resolve(true)).ok).toBe(true);
  expect((await hers.conclusion.request()).ok).toBe(true);
  expect(await his.conclusion.request()).toMatchObject({
    ok: false,
    fault: { kind: 'already-open' },
  });
  await his.close();
  expect((await joao.open()).snapshot().state).toBe('concluded');
  expect(maria.erp.concludeRequests).toBe(1);
});

test('a refused conclusion is none for its account any more once the other has concluded', async () => {
  const [maria, joao] = startAccounts(2);
  const hers = await maria.open();
  await print(hers);
  const refusal = fault('validation', { status: 400, reached: 'yes' });
  maria.erp.conclusions = [{ answer: failed(refusal), effect: false }];
  expect(await hers.conclusion.request()).toMatchObject({ fault: { kind: 'conclusion-refused' } });
  await hers.close();
  const his = await joao.open();
  await his.labels.collect();
  expect((await his.prints.resolve(true)).ok).toBe(true);
  expect((await his.conclusion.request()).ok).toBe(true);
  await his.close();
  expect((await maria.open()).snapshot()).toMatchObject({ state: 'concluded', fault: null });
});

test('if both work together, the second one prints nothing until it has opened the grouping again', async () => {
  const [maria, joao] = startAccounts(2);
  const [hers, his] = [await maria.open(), await joao.open()];
  expect(await print(hers)).toBe(2);
  await his.labels.collect();
  expect(await printOn(his, new FakePrinter())).toMatchObject({
    ok: false,
    fault: { kind: 'already-open' },
  });
  await his.close();
  expect((await joao.open()).snapshot()).toMatchObject({ fault: { kind: 'paper-unknown' } });
});

test('one that begins between the other’s last look and its guard is seen by it before the request', async () => {
  const [maria, , shared] = startAccounts(2);
  const hers = await maria.open();
  await print(hers);
  const place = { folder: tempDir(), shared: { folder: shared, account: 'joao' } };
  const his = new GroupingGuard(place, 'https://erp.test', groupingId);
  vi.spyOn(GroupingGuard.prototype, 'write').mockImplementationOnce(function (
    this: GroupingGuard,
    ...change
  ) {
    his.write({ state: 'concluding' }, null);
    this.write(...change);
  });
  expect(await hers.conclusion.request()).toMatchObject({
    ok: false,
    fault: { kind: 'already-open' },
  });
  expect(maria.erp.concludeRequests).toBe(0);
  await hers.close();
  expect((await maria.open()).snapshot().state).toBe('conclusion-unknown');
});

test.skipIf(process.platform === 'win32')(
  'an account keeps no other from the folder, nor its files from being read',
  () => {
    const folder = join(tempDir(), 'Doca', 'bench', 'company');
    // As on a hardened computer.
    const umask = process.umask(0o077);
    writeOpenSync(join(folder, '7.maria.json'), '{}');
    process.umask(umask);
    const modes = [dirname(folder), folder, join(folder, '7.maria.json')].map(
      (path) => statSync(path).mode & 0o7777,
    );
    expect(modes).toEqual([0o1777, 0o1777, 0o644]);
    expect(readdirSync(folder)).toEqual(['7.maria.json']);
  },
);

test('an account whose own guards were lost with its profile knows them by its copy', () => {
  const shared = { folder: join(tempDir(), 'bench'), account: 'maria' };
  const begin = (): GroupingGuard => new GroupingGuard({ folder, shared }, 'company', 7);
  let folder = tempDir();
  begin().write({ state: 'concluded' }, Date.now());
  expect(begin().facts.state).toBe('concluded');
  folder = tempDir();
  const again = begin();
  expect(again.facts.state).toBe('concluded');
  again.write({ state: 'open again' }, Date.now());
  expect(again.isOvertaken()).toBe(false);
  expect(begin().facts.state).toBe('open again');
});

test('a file that another program left in the common folder keeps no old guard from being removed', async () => {
  const [own, folder] = [tempDir(), join(tempDir(), 'bench')];
  const place = { folder: own, shared: { folder, account: 'maria' } };
  new GroupingGuard(place, 'company', 7).write({ state: 'concluded' }, Date.now());
  const [company = ''] = readdirSync(folder);
  expect(readdirSync(join(folder, company))).toEqual(['7.maria.json']);
  for (const one of [folder, own]) writeFileSync(join(one, '.DS_Store'), '');
  await removeOldGuards(place, Date.now() + 401 * 24 * hourMs);
  expect(readdirSync(join(own, company))).toEqual([]);
  expect(readdirSync(join(folder, company))).toEqual([]);
});

// As a technician sets it, or Windows after a start with an empty battery.
describe.each([-hourMs, 400 * 24 * hourMs, 0])('the clock set by %d ms', (offMs) => {
  test('lets no second account conclude what the first one did', async () => {
    const clock = new SetClock();
    const [maria, joao] = startAccounts(2, clock);
    const hers = await maria.open();
    await print(hers);
    const his = await joao.open();
    await his.labels.collect();
    expect((await his.prints.resolve(true)).ok).toBe(true);
    clock.set(offMs);
    expect((await hers.conclusion.request()).ok).toBe(true);
    expect(await his.conclusion.request()).toMatchObject({
      ok: false,
      fault: { kind: 'already-open' },
    });
    await his.close();
    expect((await joao.open()).snapshot().state).toBe('concluded');
    expect(maria.erp.concludeRequests).toBe(1);
  });

  test('lets no second account print what the first one prints', async () => {
    const clock = new SetClock();
    const [maria, joao] = startAccounts(3, clock);
    const hers = await maria.open();
    expect(await print(hers, [1])).toBe(1);
    const his = await joao.open();
    await his.labels.collect();
    expect((await his.prints.resolve([1])).ok).toBe(true);
    clock.set(offMs);
    expect(await print(hers, [2, 3])).toBe(2);
    expect(await print(his)).toBe(0);
    await his.close();
    const again = await joao.open();
    expect(again.snapshot()).toMatchObject({
      fault: { kind: 'paper-unknown' },
      printVerdict: { perhaps: [2, 3] },
    });
  });

  test('puts no older word of an account above a newer one of another', async () => {
    const clock = new SetClock();
    const [maria, joao] = startAccounts(2, clock);
    maria.erp.onConclude = () => {
      throw new Error('the answer is lost');
    };
    const hers = await maria.open();
    await print(hers);
    expect((await hers.conclusion.request()).ok).toBe(false);
    clock.set(offMs);
    const his = await joao.open();
    expect(his.snapshot().state).toBe('conclusion-unknown');
    expect(his.conclusion.resolve(false).ok).toBe(true);
    maria.erp.onConclude = () => undefined;
    await his.close();
    expect((await joao.open()).snapshot().state).not.toBe('conclusion-unknown');
  });
});

/** Left under the name of an account's guard, by anybody who may write into the common folder. */
const left: Readonly<Record<string, (path: string) => unknown>> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a link to a file': (path) => symlinkSync('/etc/hostname', path),
  'a link to nowhere': (path) => symlinkSync('/nowhere', path),
  'a folder': (path) => mkdirSync(path),
  'a file of 300 MB': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 300 * 1024 * 1024);
  },
  'no guard': (path) => writeFileSync(path, 'x'),
};
const ways = Object.keys(left).filter(
  (way) => process.platform !== 'win32' || !/pipe|link/.test(way),
);

describe.each(ways)('%s in the common folder', (way) => {
  const leave = (shared: string, account = 'eve'): string => {
    const folder = join(shared, readdirSync(shared)[0]!);
    const path = join(folder, `${groupingId}.${account}.json`);
    left[way]!(path);
    return path;
  };

  test('hides no conclusion of another account, and freezes nobody', async () => {
    const [maria, joao, shared] = startAccounts(2);
    const hers = await maria.open();
    await print(hers);
    leave(shared);
    const startedMs = performance.now();
    const his = await joao.open();
    expect(performance.now() - startedMs).toBeLessThan(500);
    await hers.close();
    const again = await maria.open();
    // It may be a conclusion: that is asked.
    expect(again.snapshot().state).toBe('conclusion-unknown');
    expect(again.conclusion.resolve(false).ok).toBe(true);
    expect((await again.conclusion.request()).ok).toBe(true);
    await his.close();
    expect((await joao.open()).snapshot().state).toBe('concluded');
    expect(maria.erp.concludeRequests).toBe(1);
  });

  test('is a question about conclusion and paper, once', async () => {
    const [maria, , shared] = startAccounts(3);
    const hers = await maria.open();
    expect(await print(hers, [1])).toBe(1);
    await hers.close();
    const path = leave(shared);
    const again = await maria.open();
    expect(again.snapshot()).toMatchObject({
      state: 'conclusion-unknown',
      printVerdict: { perhaps: [2, 3] },
    });
    expect(await print(again)).toBe(0);
    expect((await again.conclusion.request()).ok).toBe(false);
    expect(maria.erp.concludeRequests).toBe(0);
    expect(again.conclusion.resolve(false).ok).toBe(true);
    expect((await again.prints.resolve(false)).ok).toBe(true);
    await again.close();
    const third = await maria.open();
    expect(third.snapshot()).toMatchObject({ state: 'ready', fault: null });
    expect(await print(third)).toBe(2);
    await third.close();
    // Another unreadable file there is a new question.
    rmSync(path, { recursive: true });
    leave(shared, 'mallory');
    expect((await maria.open()).snapshot().state).toBe('conclusion-unknown');
  });

  test('that comes while the grouping is open is refused before the effect', async () => {
    const [maria, , shared] = startAccounts(2);
    const hers = await maria.open();
    await print(hers, [1]);
    leave(shared);
    expect(await print(hers, [2])).toBe(0);
    await hers.labels.collect();
    expect(await hers.conclusion.request()).toMatchObject({ ok: false });
    expect(maria.erp.concludeRequests).toBe(0);
  });
});

test('more files than accounts hide no conclusion of another account', async () => {
  const [maria, joao, shared] = startAccounts(2);
  const hers = await maria.open();
  await print(hers);
  await hers.close();
  const folder = join(shared, readdirSync(shared)[0]!);
  for (let index = 0; index < 20; index += 1)
    writeFileSync(join(folder, `${groupingId}.${index}.json`), '');
  const jobs: GroupingJob[] = [];
  for (const bench of [maria, joao]) {
    const job = await bench.open();
    await job.labels.collect();
    expect(job.conclusion.resolve(false).ok).toBe(true);
    await job.prints.resolve(true);
    jobs.push(job);
  }
  const [again, his] = jobs;
  // His answer is newer than her question.
  expect(await again!.conclusion.request()).toMatchObject({
    ok: false,
    fault: { kind: 'already-open' },
  });
  expect((await his!.conclusion.request()).ok).toBe(true);
  expect(await again!.conclusion.request()).toMatchObject({
    ok: false,
    fault: { kind: 'already-open' },
  });
  expect(maria.erp.concludeRequests).toBe(1);
});

test('a common folder that is none is a question, and none at all is not', async () => {
  const [maria, , shared] = startAccounts(2);
  mkdirSync(join(shared, '..'), { recursive: true });
  writeFileSync(shared, '');
  expect((await maria.open()).snapshot().state).toBe('conclusion-unknown');
  rmSync(shared);
  const [anna] = startAccounts(2);
  expect((await anna.open()).snapshot().state).toBe('loaded');
});

test('a word about as many shipments as a request may name is read', () => {
  const place = { folder: join(tempDir(), 'guards'), shared: null };
  // Ids of the contract are int64; 16 digits are what JavaScript keeps of them.
  const printed = Array.from({ length: 10_000 }, (_, index) => 1_000_000_000_000_000 + index);
  const print = { title: 'one', after: null, verdict: { printed, perhaps: [], not: [] } };
  new GroupingGuard(place, 'company', 1).write({ print }, 0);
  expect(new GroupingGuard(place, 'company', 1).facts.print).toEqual(print);
});
