import type { ProxyInfo } from '#shared/contract/connection.ts';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { Emitter } from '../os/emitter.ts';
import type { Log } from '../os/log.ts';
import type { ProxyLogin } from '../os/network/proxy.ts';
import type { TokenStore } from './token-store.ts';

/**
 * A login for each proxy's `host:port`, sent to no other. A refused one is removed: more attempts
 * lock the account.
 */
export class ProxyLogins {
  readonly #store: TokenStore;
  readonly #log: Log;
  /** Null: refused, whether the keychain could forget it or not. */
  readonly #logins = new Map<string, ProxyLogin | null>();
  readonly #forgotten = new Emitter<void>();
  /** Called when a login becomes invalid, so that listeners drop their copies. */
  readonly whenForgotten = this.#forgotten.subscribe;
  /** The proxy that asked last. */
  #address: string | null = null;

  constructor(store: TokenStore, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /**
   * Returns the login for a proxy that asks; null if this request has had its answer already
   * (`refused`), or none.
   */
  async answer(address: string, refused: ProxyLogin | null): Promise<ProxyLogin | null> {
    this.#address = address;
    if (refused === null) return this.#find(address);
    // A login that was entered meanwhile has not been refused.
    if (this.#logins.get(address) === refused) {
      const removed = await this.#drop(address);
      if (!removed.ok) this.#log.warn('proxy.not-forgotten', { detail: removed.fault.detail });
    }
    return null;
  }

  async info(): Promise<ProxyInfo> {
    const address = this.#address;
    return { address, given: address !== null && (await this.#find(address)) !== null };
  }

  /**
   * For the proxy that asked last only: it may have changed meanwhile. Faults: `invalid-input`,
   * `keychain`.
   */
  async give(address: string, login: ProxyLogin): Promise<Result<ProxyInfo>> {
    if (address !== this.#address)
      return fail('invalid-input', { detail: 'another proxy asks by now' });
    const kept = await this.#store.set(nameEntry(address), JSON.stringify(login));
    if (!kept.ok) return kept;
    this.#logins.set(address, login);
    return ok(await this.info());
  }

  /** Fault: `keychain`. */
  async forget(): Promise<Result<ProxyInfo>> {
    if (this.#address !== null) {
      const removed = await this.#drop(this.#address);
      if (!removed.ok) return removed;
    }
    return ok(await this.info());
  }

  /** Texts that must not leave the machine in logs, in their encoded forms too. */
  secrets(): readonly string[] {
    const known = [...this.#logins.values()].filter((login) => login !== null);
    return known.flatMap(({ user, password }) => [
      password,
      Buffer.from(`${user}:${password}`).toString('base64'),
    ]);
  }

  #drop(address: string): Promise<Result<void>> {
    this.#logins.set(address, null);
    this.#forgotten.emit();
    return this.#store.remove(nameEntry(address));
  }

  /** A failing keychain counts as empty: the person then sees the proxy's own refusal. */
  async #find(address: string): Promise<ProxyLogin | null> {
    const known = this.#logins.get(address);
    if (known !== undefined) return known;
    const stored = await this.#store.get(nameEntry(address));
    const login = stored.ok && stored.value !== null ? readLogin(stored.value) : null;
    // Simultaneous requests must all get the same object.
    if (login !== null && !this.#logins.has(address)) this.#logins.set(address, login);
    return this.#logins.get(address) ?? null;
  }
}

/** No ERP's origin begins like this. */
function nameEntry(address: string): string {
  return `proxy://${address}`;
}

/** Returns null for a value that Doca did not write. `--help` loads this room, and no parser. */
function readLogin(text: string): ProxyLogin | null {
  try {
    const { user, password } = JSON.parse(text) as Partial<Record<keyof ProxyLogin, unknown>>;
    return typeof user === 'string' && typeof password === 'string' ? { user, password } : null;
  } catch {
    return null;
  }
}
