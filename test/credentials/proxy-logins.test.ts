import { beforeEach, describe, expect, it } from 'vitest';
import { ProxyLogins } from '../../src/main/credentials/index.ts';
import type { TokenStore } from '../../src/main/credentials/index.ts';
import { failed, fault } from '#shared/faults/faults.ts';
import { memoryTokens } from '../desk/support/harness.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { memoryLog } from '../electron/support.ts';

const address = 'proxy.test:3128';
const maria = { user: 'maria', password: 'um-segredo' };

let kept: Map<string, string>;
let store: TokenStore;
let proxies: ProxyLogins;
const { log, lines } = memoryLog();
beforeEach(() => {
  kept = new Map();
  store = memoryTokens(kept);
  proxies = new ProxyLogins(store, log);
});

describe('the user and password for a proxy', () => {
  it('are kept under its own name, for the proxy that asked last and no other', async () => {
    expect(await proxies.info()).toEqual({ address: null, given: false });
    expect(await proxies.give(address, maria)).toMatchObject({ fault: { kind: 'invalid-input' } });
    expect(await proxies.answer(address, null)).toBeNull();
    expect(await proxies.give('proxy.test:3129', maria)).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
    expect(kept.size).toBe(0);
    expect(await proxies.give(address, maria)).toEqual({
      ok: true,
      value: { address, given: true },
    });
    expect([...kept.keys()]).toEqual([`proxy://${address}`]);
    expect(await proxies.answer('proxy.test:3129', null)).toBeNull();
    expect(await proxies.answer('other.test:3128', null)).toBeNull();
  });

  it('are there again with the next start, until they are forgotten', async () => {
    await proxies.answer(address, null);
    await proxies.give(address, maria);
    const next = new ProxyLogins(store, log);
    expect(await next.answer(address, null)).toEqual(maria);
    let told = 0;
    next.whenForgotten(() => (told += 1));
    expect(await next.forget()).toEqual({ ok: true, value: { address, given: false } });
    expect([kept.size, told, await next.answer(address, null)]).toEqual([0, 1, null]);
  });

  // A locked keychain refuses, or takes its time: more attempts would lock the account.
  it.each([
    ['refuses to forget them', () => Promise.resolve(failed(fault('keychain')))],
    ['is slow to forget them', () => new Promise<never>(() => undefined)],
  ])('are sent once, though the keychain %s', async (_, remove) => {
    kept.set(`proxy://${address}`, JSON.stringify(maria));
    const locked = new ProxyLogins({ ...store, remove }, silentLog);
    const early = locked.answer(address, null);
    const one = await early;
    expect(one).toEqual(maria);
    void locked.answer(address, one);
    for (let request = 0; request < 10; request += 1)
      expect(await locked.answer(address, null)).toBeNull();
    expect(await locked.info()).toEqual({ address, given: false });
    // Until a person enters them anew.
    await locked.give(address, maria);
    expect(await locked.answer(address, null)).toEqual(maria);
  });

  it('are forgotten once refused, except those that were entered meanwhile', async () => {
    await proxies.answer(address, null);
    await proxies.give(address, { ...maria, password: 'errado' });
    const [one, other] = [await proxies.answer(address, null), await proxies.answer(address, null)];
    expect(await proxies.answer(address, one)).toBeNull();
    expect(kept.size).toBe(0);
    await proxies.give(address, maria);
    expect(await proxies.answer(address, other)).toBeNull();
    expect(await proxies.answer(address, null)).toEqual(maria);
  });

  it('come from the keychain as one and the same for all simultaneous callers', async () => {
    kept.set(`proxy://${address}`, JSON.stringify(maria));
    const [one, other] = await Promise.all([
      proxies.answer(address, null),
      proxies.answer(address, null),
    ]);
    expect(one).toBe(other);
    await proxies.answer(address, one);
    expect(kept.size).toBe(0);
  });

  it.each(['', 'null', '[]', '{"user":"maria"}', '{"user":1,"password":2}'])(
    'are not %j',
    async (text) => {
      kept.set(`proxy://${address}`, text);
      expect(await proxies.answer(address, null)).toBeNull();
    },
  );

  it('are in no log, and are struck out as they are and as they go over the wire', async () => {
    const broken: TokenStore = {
      ...store,
      remove: () => Promise.resolve(failed(fault('keychain', { detail: 'locked' }))),
    };
    const known = new ProxyLogins(broken, log);
    await known.answer(address, null);
    await known.give(address, maria);
    expect(known.secrets()).toEqual([maria.password, btoa('maria:um-segredo')]);
    await known.answer(address, maria);
    expect(lines).toEqual(['proxy.not-forgotten {"detail":"locked"}']);
  });
});
