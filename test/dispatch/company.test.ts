import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CompanyOfToken, openGrouping } from '../../src/main/dispatch/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { TokenMemory } from '../../src/main/journal/station/token-memory.ts';
import { nameCompany } from '../../src/main/journal/station/company-key.ts';
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
  const erp = startErp(dir, { a: company('11.222.333/0001-81'), b: company('99.888.777/0001-00') });
  const owner = erp.owner();
  expect(await Promise.all([owner.confirm(), owner.confirm()])).toEqual([
    ok('tax-11222333000181'),
    ok('tax-11222333000181'),
  ]);
  expect(erp.asked).toBe(1);
  erp.token = 'b';
  expect(await owner.confirm()).toEqual(ok('tax-99888777000100'));
  expect(erp.asked).toBe(2);
  // Without the network a token that was confirmed is known, another one is not.
  erp.isReachable = false;
  for (const [token, key] of [
    ['a', '11222333000181'],
    ['b', '99888777000100'],
  ] as const) {
    erp.token = token;
    expect(await erp.owner().confirm()).toEqual(ok(`tax-${key}`));
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
  expect(await confirm('letters')).toEqual(ok('tax-12ABC34501DE35'));
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
  expect(bench.journal.past.jobs({})).toEqual([]);
});

test('a grouping is not concluded with another company’s token', async () => {
  const bench = startBench(1);
  let key = 'https://erp.test 1';
  bench.services = { ...bench.services, company: () => Promise.resolve(ok(`tax-${key}`)) };
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter());
  key = 'https://erp.test 2';
  expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'other-company' } });
  expect(bench.erp.concludeRequests).toBe(0);
  key = 'https://erp.test 1';
  expect((await job.conclusion.request()).ok).toBe(true);
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

test('an account without a name goes on with the token that replaces its own in one run', async () => {
  const erp = startMute(tempDir(), {});
  const owner = erp.owner();
  const before = await owner.confirm();
  erp.token = 'b';
  expect(await owner.confirm()).toEqual(before);
  expect(ok(await erp.key('b'))).toEqual(before);
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
  expect(await erp.say('a', '99.888.777/0001-00')).toBe(told);
  expect(await erp.owner().describe()).toEqual(ok({ isUnnamed: false, said: null }));
  erp.info = failed(fault('forbidden', { status: 403 }));
  expect(await erp.say('b', '11.222.333/0001-81')).toBe(told);
  expect(await erp.key('b')).toBe(told);
});

/** As a power cut, another program or a person leaves the file for a moment. */
const harms: Readonly<Record<string, (path: string) => void>> = {
  missing: (path) => rmSync(path),
  cut: (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40)),
  empty: (path) => writeFileSync(path, ''),
};

test.each(Object.entries(harms))(
  'an account is the same though the file is %s',
  async (_, harm) => {
    const dir = tempDir();
    const erp = startMute(dir, { a: 'ana', b: null });
    const before = [await erp.key('a'), await erp.key('b')];
    harm(join(dir, 'station', 'companies.json'));
    expect([await erp.key('a'), await erp.key('b')]).toEqual(before);
  },
);

test('a file that cannot be opened for a moment is a fault, and is as it was afterwards', async () => {
  const dir = tempDir();
  const erp = startMute(dir, { a: null, b: null });
  const before = await erp.key('a');
  await erp.say('a', '11.222.333/0001-81');
  const path = join(dir, 'station', 'companies.json');
  const text = readFileSync(path);
  // A folder of its name is no more readable to Windows than to others.
  rmSync(path);
  mkdirSync(path);
  expect(await erp.owner().confirm()).toMatchObject({ fault: { kind: 'disk' } });
  erp.token = 'b';
  expect(await erp.owner().confirm()).toMatchObject({ fault: { kind: 'disk' } });
  expect(existsSync(path)).toBe(true);
  rmSync(path, { recursive: true });
  writeFileSync(path, text);
  expect(await erp.key('a')).toBe(before);
  expect(await erp.say('b', '11.222.333/0001-81')).toBe(before);
});

test('words and tokens that are stored at once are all kept, by two programs too', async () => {
  const dir = tempDir();
  const programs = [1, 2].map(() => new TokenMemory(join(dir, 'station'), systemClock));
  const rounds = Array.from({ length: 20 }, (_, round) => round);
  await Promise.all(
    rounds.flatMap((round) => [
      programs[0]!.say({ name: 'Loja', taxId: '1', company: `company ${round}` }),
      programs[1]!.remember(origin, `token ${round}`, `company ${round}`),
    ]),
  );
  const said = (await programs[0]!.said()).map((one) => one.company);
  expect(said.toSorted()).toEqual(rounds.map((round) => `company ${round}`).toSorted());
  for (const round of rounds)
    expect(await programs[0]!.recall(origin, `token ${round}`)).toBe(`company ${round}`);
});

test('a company whose legal name has a word of the keys is named all the same', async () => {
  const erp = startErp(tempDir(), { a: company(null, 'Key Account Ltda') });
  expect(await erp.owner().describe()).toMatchObject(ok({ isUnnamed: false }));
});

test('a company with a tax id has one key at all addresses of its ERP', async () => {
  const dir = tempDir();
  const erp = startErp(dir, { a: company('11.222.333/0001-81') });
  const keys = [];
  for (const erpOrigin of [origin, 'https://erp-2.test:8443'])
    keys.push(
      await new CompanyOfToken({
        erp,
        erpOrigin,
        holder: () => Promise.resolve('a'),
        account: () => null,
        memory: new TokenMemory(join(dir, 'station'), systemClock),
      }).confirm(),
    );
  expect(keys).toEqual([ok('tax-11222333000181'), ok('tax-11222333000181')]);
});

test('an account beside another key is not sure until the ERP names it at a later start, or a person does', async () => {
  const erp = startMute(tempDir(), { a: null, b: null, c: null });
  const isSure = async (): Promise<boolean> => {
    const owner = erp.owner();
    const confirmed = await owner.confirm();
    return confirmed.ok && owner.isSure(confirmed.value);
  };
  const refused = erp.info;
  const named = ok(company('11.222.333/0001-81'));
  await erp.key('a');
  expect(await isSure()).toBe(true);
  erp.info = named;
  expect(await erp.key('b')).toBe('tax-11222333000181');
  expect(await isSure()).toBe(true);
  // The next token of the same company, while the ERP refuses for a moment.
  erp.info = refused;
  expect(await erp.key('c')).toContain('account');
  expect(await isSure()).toBe(false);
  erp.info = failed(fault('network'));
  expect(await erp.key('c')).toContain('account');
  erp.info = named;
  expect(await erp.key('c')).toBe('tax-11222333000181');
  expect(await isSure()).toBe(true);
  erp.info = refused;
  erp.token = 'a';
  expect(await isSure()).toBe(false);
  await erp.say('a', '99.888.777/0001-00');
  expect(await isSure()).toBe(true);
});

test('an account is not sure beside what another key began, though no token is known any more', async () => {
  const dir = tempDir();
  const erp = startMute(dir, { a: null });
  mkdirSync(join(dir, 'station', 'guards', nameCompany('tax-11222333000181')), { recursive: true });
  const owner = erp.owner();
  expect(await owner.isSure(await erp.key('a'))).toBe(false);
});
