import { randomUUID } from 'node:crypto';
import { failed, fault, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';
import type { Log } from '../os/log.ts';
import { secretServiceAnswers } from './secret-service.ts';
import type { TokenStore } from './types.ts';

/** The three calls of keytar that are used. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface TokenStoreOptions {
  readonly log: Log;
  /** How long the keychain may take to show that it works. A person may have to unlock it meanwhile. */
  readonly probeTimeoutMs?: number;
  /** How long one call may take. */
  readonly callTimeoutMs?: number;
  readonly loadKeychain?: () => Promise<Keychain>;
}

const service = 'Doca';
const probeAccount = 'doca-probe';

/**
 * Tokens in the operating system's keychain, where it really works: a value is written, read and removed first, because
 * a keychain that is there but locked, or without a collection, shows only then. Otherwise tokens live in this
 * process's memory, and `kind` says so. They are never written to a file.
 */
export async function openTokenStore(options: TokenStoreOptions): Promise<TokenStore> {
  const { log, probeTimeoutMs = 10_000, callTimeoutMs = 60_000, loadKeychain = loadKeytar } = options;
  const inMemory = (why: string): TokenStore => {
    log.warn('keychain-unusable', { why });
    return memoryStore();
  };
  if (!(await secretServiceAnswers(probeTimeoutMs))) return inMemory('no secret service');
  try {
    const keychain = await loadKeychain();
    await withinMs(probeTimeoutMs, probe(keychain));
    return keychainStore(keychain, callTimeoutMs);
  } catch (error) {
    return inMemory(messageOf(error));
  }
}

async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

async function probe(keychain: Keychain): Promise<void> {
  const value = randomUUID();
  await keychain.setPassword(service, probeAccount, value);
  const read = await keychain.getPassword(service, probeAccount);
  await keychain.deletePassword(service, probeAccount);
  if (read !== value) throw new Error('gave back something else');
}

function keychainStore(keychain: Keychain, timeoutMs: number): TokenStore {
  const attempt = async <T>(work: () => Promise<T>, secret = ''): Promise<Result<T>> => {
    try {
      return ok(await withinMs(timeoutMs, work()));
    } catch (error) {
      const message = messageOf(error);
      return failed(fault('keychain', { detail: secret === '' ? message : message.replaceAll(secret, '…') }));
    }
  };
  return {
    kind: 'keychain',
    get: (erpOrigin) => attempt(() => keychain.getPassword(service, erpOrigin)),
    set: (erpOrigin, token) => attempt(() => keychain.setPassword(service, erpOrigin, token), token),
    remove: (erpOrigin) =>
      attempt(async () => {
        await keychain.deletePassword(service, erpOrigin);
      }),
  };
}

function memoryStore(): TokenStore {
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

async function withinMs<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
