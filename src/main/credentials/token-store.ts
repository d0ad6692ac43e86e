import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { readErrorMessage } from '../os/errors.ts';
import type { Log } from '../os/log.ts';
import { limitTime } from '../os/timeout.ts';
import { PartedKeychain, windowsLimitBytes, type Keychain } from './parted-keychain.ts';

/** Tokens by ERP origin. Faults: `keychain`. */
export interface TokenStore {
  /** `memory`: tokens are lost with the process, and the user must be told. */
  readonly kind: 'keychain' | 'memory';
  get(erpOrigin: string): Promise<Result<string | null>>;
  set(erpOrigin: string, token: string): Promise<Result<void>>;
  remove(erpOrigin: string): Promise<Result<void>>;
}

export interface TokenStoreOptions {
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
  /** The time limit for the probe; macOS may ask a person for a password first. */
  readonly probeTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  readonly loadKeychain?: () => Promise<Keychain>;
  /** The largest secret in bytes; longer ones are kept in parts. */
  readonly limitBytes?: number;
}

const service = 'Doca';

/**
 * Opens the system's keychain if it really works: a value is written, read and removed first,
 * because a locked one, or one without a collection, fails only then. Otherwise tokens stay in
 * memory; they are never in a file.
 */
export async function openTokenStore(options: TokenStoreOptions): Promise<TokenStore> {
  const {
    log,
    platform = process.platform,
    loadKeychain = loadKeytar,
    probeTimeoutMs = platform === 'darwin' ? 300_000 : 10_000,
    callTimeoutMs = platform === 'darwin' ? 300_000 : 60_000,
    limitBytes = platform === 'win32' ? windowsLimitBytes : Infinity,
  } = options;
  const inMemory = (reason: string): TokenStore => {
    log.warn('keychain-unusable', { reason });
    return createMemoryStore();
  };
  if (!(await probeSecretService(probeTimeoutMs))) return inMemory('no secret service');
  try {
    const loaded = await loadKeychain();
    const keychain = Number.isFinite(limitBytes) ? new PartedKeychain(loaded, limitBytes) : loaded;
    await waitWithin(probeTimeoutMs, probe(keychain));
    return openKeychainStore(keychain, callTimeoutMs);
  } catch (error) {
    return inMemory(readErrorMessage(error));
  }
}

async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

async function probe(keychain: Keychain): Promise<void> {
  const value = randomUUID();
  // An account of its own: programs that start at the same time remove only theirs.
  const account = `doca-probe ${value}`;
  await keychain.setPassword(service, account, value);
  const read = await keychain.getPassword(service, account);
  await keychain.deletePassword(service, account);
  if (read !== value) throw new Error('gave back something else');
}

function openKeychainStore(keychain: Keychain, timeoutMs: number): TokenStore {
  const attempt = async <T>(work: () => Promise<T>, secret = ''): Promise<Result<T>> => {
    try {
      return ok(await waitWithin(timeoutMs, work()));
    } catch (error) {
      const message = readErrorMessage(error);
      return fail('keychain', {
        detail: secret === '' ? message : message.replaceAll(secret, '…'),
      });
    }
  };
  return {
    kind: 'keychain',
    get: (erpOrigin) => attempt(() => keychain.getPassword(service, erpOrigin)),
    set: (erpOrigin, token) =>
      attempt(() => keychain.setPassword(service, erpOrigin, token), token),
    remove: (erpOrigin) =>
      attempt(async () => {
        await keychain.deletePassword(service, erpOrigin);
      }),
  };
}

export function createMemoryStore(): TokenStore {
  const tokens = new Map<string, string>();
  return {
    kind: 'memory',
    get: (erpOrigin) => Promise.resolve(ok(tokens.get(erpOrigin) ?? null)),
    set: (erpOrigin, token) => {
      tokens.set(erpOrigin, token);
      return Promise.resolve(ok());
    },
    remove: (erpOrigin) => {
      tokens.delete(erpOrigin);
      return Promise.resolve(ok());
    },
  };
}

function waitWithin<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return limitTime(work, timeoutMs, () => {
    throw new Error(`no answer within ${timeoutMs} ms`);
  });
}

const ping = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.DBus.Peer.Ping',
];

/**
 * Returns false only if Linux's Secret Service certainly does not answer. It is asked in a process
 * of its own, which can be killed: a call that hangs would hold a thread and the end of the whole
 * program.
 */
function probeSecretService(timeoutMs: number): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile('dbus-send', ping, { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error) => {
      resolve(error === null || error.code === 'ENOENT');
    });
  });
}
