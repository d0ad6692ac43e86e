import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { Guards } from '../../src/main/dispatch/station/guards.ts';
import { writeOpenSync } from '../../src/main/os/files.ts';
import { printOn } from '../support/print-on.ts';
import { startAccounts, states, tempDir } from './support/bench.ts';
import { FakePrinter } from './support/fakes.ts';

async function print(job: GroupingJob, shipmentIds?: readonly number[]): Promise<number> {
  const printer = new FakePrinter();
  await job.collect();
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
  expect((await his.resolvePrint([1, 3])).ok).toBe(true);
  expect(await print(his)).toBe(1);
  await his.close();
  // She is asked about his spool job alone: she knows the result of hers.
  const again = await maria.open();
  expect(again.snapshot()).toMatchObject({
    fault: { kind: 'paper-unknown' },
    printVerdict: { perhaps: [2] },
  });
  expect((await again.resolvePrint(true)).ok).toBe(true);
  expect(states(again)).toEqual(['printed', 'printed', 'printed']);
});

test('a grouping concluded by one account is concluded for the other, which has it open', async () => {
  const [maria, joao] = startAccounts(2);
  const hers = await maria.open();
  await print(hers);
  const his = await joao.open();
  await his.collect();
  expect((await his.resolvePrint(true)).ok).toBe(true);
  expect((await hers.conclude()).ok).toBe(true);
  expect(await his.conclude()).toMatchObject({ ok: false, fault: { kind: 'already-open' } });
  await his.close();
  expect((await joao.open()).snapshot().state).toBe('concluded');
  expect(maria.erp.concludeRequests).toBe(1);
});

test('if both work together, the second one prints nothing until it has opened the grouping again', async () => {
  const [maria, joao] = startAccounts(2);
  const [hers, his] = [await maria.open(), await joao.open()];
  expect(await print(hers)).toBe(2);
  await his.collect();
  expect(await printOn(his, new FakePrinter())).toMatchObject({
    ok: false,
    fault: { kind: 'already-open' },
  });
  await his.close();
  expect((await joao.open()).snapshot()).toMatchObject({ fault: { kind: 'paper-unknown' } });
});

test.skipIf(process.platform === 'win32')(
  'an account keeps no other from the folder, nor its files from being read',
  () => {
    const folder = join(tempDir(), 'Doca', 'bench', 'company');
    writeOpenSync(folder, '7.maria.json', '{}');
    const modes = [dirname(folder), folder, join(folder, '7.maria.json')].map(
      (path) => statSync(path).mode & 0o7777,
    );
    expect(modes).toEqual([0o1777, 0o1777, 0o644]);
    expect(readdirSync(folder)).toEqual(['7.maria.json']);
  },
);

test('a file that another program left in the common folder keeps no old guard from being removed', async () => {
  const [own, folder] = [tempDir(), join(tempDir(), 'bench')];
  const bench = { folder, account: 'maria' };
  new Guards(own, bench, Date.now).write('company', 7, { state: 'concluded', print: null });
  const later = new Guards(own, bench, () => Date.now() + 401 * 86_400_000);
  const [company = ''] = readdirSync(folder);
  expect(readdirSync(join(folder, company))).toEqual(['7.maria.json']);
  writeFileSync(join(folder, '.DS_Store'), '');
  await later.removeOld();
  expect(readdirSync(join(own, 'guards', company))).toEqual([]);
  expect(readdirSync(join(folder, company))).toEqual([]);
});
