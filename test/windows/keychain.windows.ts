import keytar from 'keytar';
import { afterEach, expect, test } from 'vitest';
import { openTokenStore } from '../../src/main/credentials/index.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { ok } from '#shared/faults/faults.ts';

const origin = 'https://windows-lane.erp.test';
const listEntries = async () =>
  (await keytar.findCredentials('Doca')).filter(({ account }) => account.includes(origin));
const open = async () => {
  const store = await openTokenStore({ log: silentLog });
  expect(store.kind).toBe('keychain');
  return store;
};
afterEach(async () => {
  for (const { account } of await listEntries()) await keytar.deletePassword('Doca', account);
});

test.each([
  ['of usual length', 'tok-'.repeat(40)],
  ['with accents', 'chave-ção-é-日本-𝄞'],
  ['at the limit', 't'.repeat(2560)],
  ['beyond the limit', 't'.repeat(2561)],
  ['of 4 kB', 'abcdefgh'.repeat(512)],
  ['of 20 kB', 'abcdefgh'.repeat(2560)],
])('a token %s makes the round trip, is replaced and removed whole', async (_, token) => {
  expect(await (await open()).set(origin, token)).toEqual(ok());
  expect(await (await open()).get(origin)).toEqual(ok(token));
  expect(await (await open()).set(origin, 'another'.repeat(600))).toEqual(ok());
  expect(await (await open()).get(origin)).toEqual(ok('another'.repeat(600)));
  expect(await (await open()).set(origin, token)).toEqual(ok());
  expect(await (await open()).get(origin)).toEqual(ok(token));
  expect(await (await open()).remove(origin)).toEqual(ok());
  expect(await (await open()).get(origin)).toEqual(ok(null));
  expect(await listEntries()).toEqual([]);
});

test('no entry is longer than Windows allows', async () => {
  await (await open()).set(origin, 'é'.repeat(4096));
  const bytes = (await listEntries()).map(({ password }) => Buffer.byteLength(password));
  expect(bytes.length).toBeGreaterThan(3);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(2560);
});

test('the limit of one entry', async () => {
  const tryBytes = async (bytes: number): Promise<string> => {
    try {
      await keytar.setPassword('Doca', `${origin}/limit`, 't'.repeat(bytes));
      return 'kept';
    } catch (error) {
      return String(error);
    }
  };
  const answers = {
    2560: await tryBytes(2560),
    2561: await tryBytes(2561),
    20000: await tryBytes(20_000),
  };
  console.log(JSON.stringify(answers));
  expect(answers[2560]).toBe('kept');
});
