import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CompanyOfToken, openGrouping, TokenMemory } from '../../src/main/dispatch/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { startBench, tempDir } from './support/bench.ts';
import { FakePrinter, groupingId } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';

const origin = 'https://erp.test';

function company(taxId: string | null, legalName: string | null = 'Exemplo Ltda'): CompanyInfo {
  const nothing = {
    tradeName: null,
    address: null,
    phone: null,
    email: null,
    stateRegistration: null,
    taxRegime: null,
  };
  return { ...nothing, taxId, legalName };
}

/** An ERP that knows these tokens, and counts the requests for their company. */
function startErp(dir: string, accounts: Record<string, CompanyInfo | undefined>) {
  const erp = {
    token: 'a',
    asked: 0,
    isReachable: true,
    meanwhile: () => undefined as unknown,
    companyInfo(): Promise<Result<CompanyInfo>> {
      const info = accounts[erp.token];
      erp.asked += 1;
      erp.meanwhile();
      if (!erp.isReachable) return Promise.resolve(failed(fault('network')));
      return Promise.resolve(
        info === undefined ? failed(fault('unauthorized', { status: 401 })) : ok(info),
      );
    },
    grouping: () => Promise.resolve(failed(fault('not-found', { status: 404 }))),
    owner: () =>
      new CompanyOfToken({
        erp,
        erpOrigin: origin,
        holder: () => Promise.resolve(erp.token),
        account: () => null,
        memory: new TokenMemory(join(dir, 'station'), systemClock),
      }),
  };
  return erp;
}

test('the ERP names the company of a token, once for each token, in this run and in later ones', async () => {
  const dir = tempDir();
  const erp = startErp(dir, { a: company('11.222.333/0001-81'), b: company('99.888.777/0001-66') });
  const owner = erp.owner();
  expect(await Promise.all([owner.confirm(), owner.confirm()])).toEqual([
    ok('https://erp.test 11222333000181'),
    ok('https://erp.test 11222333000181'),
  ]);
  expect(erp.asked).toBe(1);
  erp.token = 'b';
  expect(await owner.confirm()).toEqual(ok('https://erp.test 99888777000166'));
  expect(erp.asked).toBe(2);
  // Without the network a token that was confirmed is known, another one is not.
  erp.isReachable = false;
  for (const [token, key] of [
    ['a', '11222333000181'],
    ['b', '99888777000166'],
  ] as const) {
    erp.token = token;
    expect(await erp.owner().confirm()).toEqual(ok(`https://erp.test ${key}`));
  }
  erp.token = 'bogus';
  expect(await erp.owner().confirm()).toMatchObject({ fault: { kind: 'network' } });
  erp.isReachable = true;
  expect(await erp.owner().confirm()).toMatchObject({ fault: { kind: 'unauthorized' } });
});

test('the record contains no token, and an unreadable record is requested again', async () => {
  const dir = tempDir();
  const erp = startErp(dir, { 'a-very-secret-token': company('1') });
  erp.token = 'a-very-secret-token';
  await erp.owner().confirm();
  const path = join(dir, 'station', 'companies.json');
  expect(readFileSync(path, 'utf8')).not.toContain('secret');
  for (const text of ['', '{"salt": "x", "known": []}', 'null']) {
    writeFileSync(path, text);
    const asked = erp.asked;
    expect(await erp.owner().confirm()).toEqual(ok('https://erp.test 1'));
    expect(erp.asked).toBe(asked + 1);
  }
});

test('a company has letters in its tax id, or only a name; an answer with neither names none', async () => {
  const letters = company('12.abc.345/01DE-35');
  const named = company(' ', ' Exemplo Ltda ');
  const erp = startErp(tempDir(), { letters, named, none: company(null, null) });
  const confirm = (token: string) => {
    erp.token = token;
    return erp.owner().confirm();
  };
  expect(await confirm('letters')).toEqual(ok('https://erp.test 12ABC34501DE35'));
  expect(await confirm('named')).toEqual(ok('https://erp.test name exemplo ltda'));
  expect(await confirm('none')).toMatchObject({ fault: { kind: 'bad-response' } });
});

test('an answer that may be another token’s is not taken for this one', async () => {
  const dir = tempDir();
  const erp = startErp(dir, { a: company('1'), b: company('2') });
  erp.meanwhile = () => {
    erp.token = 'b';
  };
  expect(await erp.owner().confirm()).toEqual(ok('https://erp.test 2'));
  erp.token = 'a';
  erp.isReachable = false;
  erp.meanwhile = () => undefined;
  expect(await erp.owner().confirm()).toMatchObject({ fault: { kind: 'network' } });
});

test('no part of a grouping is read, locked or shown before its company is known', async () => {
  const bench = startBench(2);
  await (await bench.open()).close();
  const before = readdirSync(bench.dir);
  bench.services = { ...bench.services, company: () => Promise.resolve(failed(fault('network'))) };
  const requests = bench.erp.groupingRequests;
  expect(await openGrouping(bench.services, groupingId)).toMatchObject({
    fault: { kind: 'network' },
  });
  expect(bench.erp.groupingRequests).toBe(requests);
  expect(readdirSync(bench.dir)).toEqual(before);
});

test('a list that was read with another company’s token is not kept', async () => {
  const bench = startBench(2);
  const keys = ['https://erp.test 1', 'https://erp.test 2'];
  bench.services = { ...bench.services, company: () => Promise.resolve(ok(keys.shift() ?? '')) };
  expect(await openGrouping(bench.services, groupingId)).toMatchObject({
    fault: { kind: 'other-company' },
  });
  expect(bench.journal.jobs({})).toEqual([]);
});

test('a grouping is not concluded with another company’s token', async () => {
  const bench = startBench(1);
  let key = 'https://erp.test 1';
  bench.services = { ...bench.services, company: () => Promise.resolve(ok(key)) };
  const job = await bench.open();
  await job.collect();
  await printOn(job, new FakePrinter());
  key = 'https://erp.test 2';
  expect(await job.conclude()).toMatchObject({ fault: { kind: 'other-company' } });
  expect(bench.erp.concludeRequests).toBe(0);
  key = 'https://erp.test 1';
  expect((await job.conclude()).ok).toBe(true);
});

/**
 * An account that the ERP accepts and does not name, as its users met it; `null` for a pasted
 * token, without a signed-in user.
 */
function startMute(dir: string, people: Record<string, string | null>) {
  const erp = {
    token: 'a',
    info: failed(fault('forbidden', { status: 403 })) as Result<CompanyInfo>,
    companyInfo: () => Promise.resolve(erp.info),
    grouping: () =>
      Promise.resolve(failed(fault('not-found', { status: 404, erpMessage: 'Não encontrado' }))),
    /** Of a run of the program. */
    owner: () =>
      new CompanyOfToken({
        erp,
        erpOrigin: origin,
        holder: () => Promise.resolve(erp.token),
        account: () => people[erp.token] ?? null,
        memory: new TokenMemory(join(dir, 'station'), systemClock),
      }),
    key: async (token: string) => {
      erp.token = token;
      const confirmed = await erp.owner().confirm();
      if (!confirmed.ok) throw new Error(confirmed.fault.kind);
      return confirmed.value;
    },
    say: async (token: string, taxId: string) => {
      erp.token = token;
      const said = await erp.owner().say({ name: 'Loja', taxId });
      if (!said.ok) throw new Error(said.fault.kind);
      return said.value;
    },
  };
  return erp;
}

test('an account without a name is the same after each sign-in of its person, and another for each pasted token', async () => {
  const erp = startMute(tempDir(), { a: 'ana', b: 'ana', c: 'bia', d: null, e: null });
  const keys = [];
  for (const token of ['a', 'b', 'c', 'd', 'e', 'd']) keys.push(await erp.key(token));
  const [a, b, c, d, e, again] = keys;
  expect(b).toBe(a);
  expect(again).toBe(d);
  expect(new Set([a, c, d, e]).size).toBe(4);
});

test('a person names the company: its records stay, and the accounts of others join it by its tax id', async () => {
  const erp = startMute(tempDir(), { a: 'ana', b: 'bia', c: 'ana', d: null });
  const ana = await erp.key('a');
  expect(await erp.say('a', '11.222.333/0001-81')).toBe(ana);
  expect(await erp.owner().describe()).toMatchObject(
    ok({ isUnnamed: true, said: { name: 'Loja', taxId: '11222333000181' } }),
  );
  expect(await erp.key('b')).not.toBe(ana);
  expect(await erp.say('b', '11222333000181')).toBe(ana);
  expect(await erp.key('c')).toBe(ana);
  expect(await erp.say('d', '11222333000181')).toBe(ana);
  // The ERP names the company after all.
  erp.info = ok(company('11.222.333/0001-81'));
  expect(await erp.key('e')).toBe(ana);
});

test('a company that the ERP named keeps its own records if a person names it for others, and cannot be renamed', async () => {
  const erp = startMute(tempDir(), { a: null, b: 'bia' });
  erp.info = ok(company('11.222.333/0001-81'));
  const told = await erp.key('a');
  expect(await erp.say('a', '99.888.777/0001-66')).toBe(told);
  expect(await erp.owner().describe()).toEqual(ok({ isUnnamed: false, said: null }));
  erp.info = failed(fault('forbidden', { status: 403 }));
  expect(await erp.say('b', '11.222.333/0001-81')).toBe(told);
  expect(await erp.key('b')).toBe(told);
});
