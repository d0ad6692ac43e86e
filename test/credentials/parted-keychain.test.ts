import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PartedKeychain, windowsLimitBytes } from '../../src/main/credentials/parted-keychain.ts';
import type { Keychain } from '../../src/main/credentials/index.ts';

/** Like Windows' own: it refuses long values. It can die before any of its changes. */
class WindowsLikeKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  changesUntilDeath = Number.POSITIVE_INFINITY;

  getPassword(service: string, account: string): Promise<string | null> {
    return Promise.resolve(this.entries.get(`${service}/${account}`) ?? null);
  }

  setPassword(service: string, account: string, password: string): Promise<void> {
    if (Buffer.byteLength(password) > windowsLimitBytes) {
      return Promise.reject(new Error(`The stub received bad data. ${password}`));
    }
    return this.#change(() => void this.entries.set(`${service}/${account}`, password), password);
  }

  deletePassword(service: string, account: string): Promise<boolean> {
    return this.#change(() => this.entries.delete(`${service}/${account}`));
  }

  #change<T>(work: () => T, secret = ''): Promise<T> {
    if (this.changesUntilDeath <= 0) return Promise.reject(new Error(`died ${secret}`));
    this.changesUntilDeath -= 1;
    return Promise.resolve(work());
  }
}

const account = 'https://erp.test';
const open = (keychain: Keychain) => new PartedKeychain(keychain, windowsLimitBytes);
const read = (keychain: Keychain) => open(keychain).getPassword('Doca', account);
const make = (bytes: number, letter: string) => letter.repeat(bytes);

describe('a secret longer than the keychain takes', () => {
  test('comes back unchanged, and a short one is stored unchanged', async () => {
    const keychain = new WindowsLikeKeychain();
    for (const bytes of [1, 2559, 2560]) {
      await open(keychain).setPassword('Doca', account, make(bytes, 't'));
      expect([...keychain.entries]).toEqual([[`Doca/${account}`, make(bytes, 't')]]);
    }
    for (const secret of [
      make(2561, 't'),
      make(4096, 't'),
      make(100_000, 't'),
      'é𝄞'.repeat(1000),
      'doca-parts/a/1/x',
    ]) {
      await open(keychain).setPassword('Doca', account, secret);
      expect(await read(keychain)).toBe(secret);
    }
  });

  test('in every order of changes the last value counts, and a removal leaves no entry', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(lengths, async (each) => {
        const keychain = new WindowsLikeKeychain();
        for (const [turn, bytes] of each.entries()) {
          const secret = make(bytes, String.fromCodePoint(97 + turn));
          await open(keychain).setPassword('Doca', account, secret);
          expect(await read(keychain)).toBe(secret);
        }
        expect(await open(keychain).deletePassword('Doca', account)).toBe(true);
        expect(await open(keychain).deletePassword('Doca', account)).toBe(false);
        expect([...keychain.entries.keys()]).toEqual([]);
      }),
    );
  });

  test.each([
    ['long after short', 100, 9000],
    ['long after long', 9000, 9000],
    ['shorter after longer', 20_000, 3000],
    ['short after long', 9000, 100],
  ])('%s: a crash at any moment leaves the old one or the new one', async (_, before, after) => {
    const seen = new Set<string>();
    for (let changes = 0; ; changes += 1) {
      const keychain = new WindowsLikeKeychain();
      await open(keychain).setPassword('Doca', account, make(before, 'o'));
      keychain.changesUntilDeath = changes;
      const died = await open(keychain)
        .setPassword('Doca', account, make(after, 'n'))
        .then(
          () => false,
          () => true,
        );
      keychain.changesUntilDeath = Number.POSITIVE_INFINITY;
      const found = await read(keychain);
      expect([make(before, 'o'), make(after, 'n')]).toContain(found);
      seen.add(found ?? '');
      await open(keychain).setPassword('Doca', account, make(5000, 'x'));
      expect(await read(keychain)).toBe(make(5000, 'x'));
      await open(keychain).deletePassword('Doca', account);
      expect([...keychain.entries.keys()]).toEqual([]);
      if (!died) break;
    }
    expect(seen.size).toBe(2);
  });

  test('a removal that a crash cut off is never read again, and the next one finishes it', async () => {
    for (let changes = 1; changes < 5; changes += 1) {
      const keychain = new WindowsLikeKeychain();
      await open(keychain).setPassword('Doca', account, make(9000, 'o'));
      keychain.changesUntilDeath = changes;
      await open(keychain)
        .deletePassword('Doca', account)
        .catch(() => undefined);
      keychain.changesUntilDeath = Number.POSITIVE_INFINITY;
      expect(await read(keychain)).toBeNull();
      await open(keychain).deletePassword('Doca', account);
      expect([...keychain.entries.keys()]).toEqual([]);
    }
  });

  test('is null if its parts do not belong together', async () => {
    const keychain = new WindowsLikeKeychain();
    await open(keychain).setPassword('Doca', account, make(9000, 'o'));
    keychain.entries.set(`Doca/${account}#a1`, make(2560, 'x'));
    expect(await read(keychain)).toBeNull();
    keychain.entries.delete(`Doca/${account}#a1`);
    expect(await read(keychain)).toBeNull();
  });

  test('is read whole while another program puts a new one in its place', async () => {
    const keychain = new WindowsLikeKeychain();
    await open(keychain).setPassword('Doca', account, make(9000, 'o'));
    let reads = 0;
    const slow: Keychain = {
      getPassword: async (service, name) => {
        reads += 1;
        if (reads === 3) await open(keychain).setPassword('Doca', account, make(7000, 'n'));
        return keychain.getPassword(service, name);
      },
      setPassword: () => Promise.reject(new Error('only reads')),
      deletePassword: () => Promise.reject(new Error('only reads')),
    };
    expect(await read(slow)).toBe(make(7000, 'n'));
  });

  test('no piece of it is in a failure’s text', async () => {
    const keychain = new WindowsLikeKeychain();
    keychain.changesUntilDeath = 1;
    const failure = await open(keychain)
      .setPassword('Doca', account, make(9000, 'o'))
      .catch((error: unknown) => String(error));
    expect(failure).toContain('died');
    expect(failure).not.toContain(Buffer.from('ooo').toString('base64url').repeat(3));
  });
});
