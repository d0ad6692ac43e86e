import { readFileSync } from 'node:fs';
import type { TokenStore } from '../../../src/main/credentials/index.ts';
import { PartedKeychain, type Keychain } from '../../../src/main/credentials/parted-keychain.ts';
import { readErrorCode } from '../../../src/main/os/errors.ts';
import { writeWholeSync } from '../../../src/main/os/files.ts';
import { ok } from '#shared/faults/faults.ts';

/** Short, so that a session takes several parts, as long tokens do in Windows' credential store. */
const limitBytes = 240;

/**
 * A keychain that several processes share: one file, changed whole, its entries in parts. `reach`
 * hears of each step before and after it is taken, and may hold it up.
 */
export function openFileKeychain(path: string, reach: (step: string) => Promise<void>): TokenStore {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT') return {};
      throw error;
    }
  };
  const change = async (
    step: string,
    make: (entries: Record<string, string>) => Record<string, string>,
  ) => {
    await reach(`before ${step}`);
    writeWholeSync(path, JSON.stringify(make(read())));
    await reach(`after ${step}`);
  };
  const keychain: Keychain = {
    getPassword: (_service, account) => Promise.resolve(read()[account] ?? null),
    setPassword: (_service, account, password) =>
      change(account.includes('#') ? 'part' : 'head', (entries) => ({
        ...entries,
        [account]: password,
      })),
    deletePassword: async (_service, account) => {
      await change('removal', ({ [account]: _gone, ...others }) => others);
      return true;
    },
  };
  const parted = new PartedKeychain(keychain, limitBytes);
  return {
    kind: 'keychain',
    get: async (name) => {
      await reach('before reading');
      const value = await parted.getPassword('Doca', name);
      await reach('after reading');
      return ok(value);
    },
    set: async (name, value) => {
      await parted.setPassword('Doca', name, value);
      return ok();
    },
    remove: async (name) => {
      await parted.deletePassword('Doca', name);
      return ok();
    },
  };
}
