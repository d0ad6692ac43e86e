import { afterAll, beforeAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTokenStore, type Keychain } from '../../src/main/credentials/index.ts';
import type { TokenStoreOptions } from '../../src/main/credentials/token-store.ts';
import { windowsLimitBytes } from '../../src/main/credentials/parted-keychain.ts';
import type { Log } from '../../src/main/os/log.ts';
import { ok } from '#shared/faults/faults.ts';

const lines: string[] = [];
const log: Log = {
  info: (event, fields) => lines.push(`${event} ${JSON.stringify(fields)}`),
  warn: (event, fields) => lines.push(`${event} ${JSON.stringify(fields)}`),
};
afterEach(() => void lines.splice(0));

/** A keychain in memory that can be made to fail like the real ones do. */
class FakeKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  failing: Error | 'hangs' | null = null;
  /** A person is asked by the system first, and takes so long. */
  askedMs = 0;

  getPassword(service: string, account: string): Promise<string | null> {
    return this.#call(() => this.entries.get(`${service}/${account}`) ?? null);
  }

  setPassword(service: string, account: string, password: string): Promise<void> {
    return this.#call(() => void this.entries.set(`${service}/${account}`, password), password);
  }

  deletePassword(service: string, account: string): Promise<boolean> {
    return this.#call(() => this.entries.delete(`${service}/${account}`));
  }

  #call<T>(work: () => T, secret = ''): Promise<T> {
    if (this.failing === 'hangs') return new Promise(() => undefined);
    if (this.failing !== null)
      return Promise.reject(new Error(`${this.failing.message} ${secret}`));
    if (this.askedMs === 0) return Promise.resolve(work());
    return new Promise((resolve) => setTimeout(() => resolve(work()), this.askedMs));
  }
}

// If this machine has no Secret Service, a `PATH` without dbus-send skips its check before the fake
// is called.
const { PATH } = process.env;
beforeAll(() => {
  process.env['PATH'] = '/nonexistent';
});
afterAll(() => {
  process.env['PATH'] = PATH;
});

function open(keychain: Keychain, limits: Omit<TokenStoreOptions, 'log' | 'loadKeychain'> = {}) {
  return openTokenStore({ log, loadKeychain: () => Promise.resolve(keychain), ...limits });
}

test('a person whom macOS asks has time to find the password, and stays signed in', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const keychain = new FakeKeychain();
  keychain.askedMs = 90_000;
  const opening = open(keychain, { platform: 'darwin' });
  await vi.advanceTimersByTimeAsync(280_000);
  const store = await opening;
  expect(store.kind).toBe('keychain');
  const set = store.set('https://erp.example', 'token');
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await set).toEqual(ok());
});

describe('a keychain that works', () => {
  test('keeps one token for each ERP, under the service Doca, and removes its probe', async () => {
    const keychain = new FakeKeychain();
    const store = await open(keychain);
    expect(store.kind).toBe('keychain');
    expect(keychain.entries.size).toBe(0);
    // Programs that start together do not take each other's probe for a broken keychain.
    const together = await Promise.all([open(keychain), open(keychain), open(keychain)]);
    expect(together.map(({ kind }) => kind)).toEqual(['keychain', 'keychain', 'keychain']);
    expect(keychain.entries.size).toBe(0);
    expect(await store.set('https://a.test', 'one')).toEqual(ok());
    expect(await store.set('https://b.test', 'two')).toEqual(ok());
    expect(await store.get('https://a.test')).toEqual(ok('one'));
    expect([...keychain.entries.keys()]).toEqual(['Doca/https://a.test', 'Doca/https://b.test']);
    expect(await store.remove('https://a.test')).toEqual(ok());
    expect(await store.remove('https://a.test')).toEqual(ok());
    expect(await store.get('https://a.test')).toEqual(ok(null));
  });

  test.each(['linux', 'win32'])(
    'keeps a token of 4 kB as it is, or on Windows in parts (%s)',
    async (platform) => {
      const keychain = new FakeKeychain();
      const store = await open(
        keychain,
        platform === 'win32' ? { limitBytes: windowsLimitBytes } : {},
      );
      const token = 't'.repeat(4096);
      expect(await store.set('https://a.test', token)).toEqual(ok());
      expect(await store.get('https://a.test')).toEqual(ok(token));
      if (platform === 'win32' || process.platform === 'win32') {
        expect(
          [...keychain.entries.values()].every(
            (value) => Buffer.byteLength(value) <= windowsLimitBytes,
          ),
        ).toBe(true);
      } else {
        expect([...keychain.entries.values()]).toEqual([token]);
      }
      keychain.failing = new Error('locked');
      const refused = await store.set('https://a.test', 'x'.repeat(4096));
      expect(JSON.stringify(refused)).not.toMatch(/x{9}/);
      keychain.failing = null;
      expect(await store.remove('https://a.test')).toEqual(ok());
      expect(keychain.entries.size).toBe(0);
    },
  );

  test('and then fails: a fault without the token', async () => {
    const keychain = new FakeKeychain();
    const store = await open(keychain, { callTimeoutMs: 20 });
    keychain.failing = new Error('locked');
    const refused = await store.set('https://a.test', 'tok-3n');
    expect(refused).toMatchObject({ ok: false, fault: { kind: 'keychain' } });
    expect(JSON.stringify(refused)).toContain('locked');
    expect(JSON.stringify(refused)).not.toContain('tok-3n');
    expect(await store.get('https://a.test')).toMatchObject({
      ok: false,
      fault: { kind: 'keychain' },
    });
    keychain.failing = 'hangs';
    expect(await store.remove('https://a.test')).toMatchObject({
      ok: false,
      fault: { kind: 'keychain' },
    });
  });
});

describe('memory instead, and a report', () => {
  const broken: Record<string, () => Promise<Keychain>> = {
    'the library does not load': () =>
      Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
    'the keychain refuses': () => {
      const keychain = new FakeKeychain();
      keychain.failing = new Error('no collection');
      return Promise.resolve(keychain);
    },
    'the keychain hangs': () => {
      const keychain = new FakeKeychain();
      keychain.failing = 'hangs';
      return Promise.resolve(keychain);
    },
    'the keychain forgets': () => {
      const keychain = new FakeKeychain();
      keychain.setPassword = () => Promise.resolve();
      return Promise.resolve(keychain);
    },
  };

  test.each(Object.keys(broken))('%s', async (how) => {
    const store = await openTokenStore({ log, probeTimeoutMs: 50, loadKeychain: broken[how]! });
    expect(store.kind).toBe('memory');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('keychain-unusable');
    expect(await store.get('https://a.test')).toEqual(ok(null));
    await store.set('https://a.test', 'one');
    expect(await store.get('https://a.test')).toEqual(ok('one'));
    await store.remove('https://a.test');
    expect(await store.get('https://a.test')).toEqual(ok(null));
    expect(lines.join()).not.toContain('one"');
  });
});
