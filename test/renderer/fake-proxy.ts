import type { ProxyInfo } from '#shared/contract/connection.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';

/**
 * Main's side of a proxy that accepts only the password `certa`, and requires a login only if
 * `asks` is set.
 */
export class FakeProxy {
  readonly #asks: boolean;
  #address: string | null = null;
  #password: string | null = null;

  constructor(asks: boolean) {
    this.#asks = asks;
  }

  /** Simulates the proxy for one request; refused logins are forgotten. */
  meet(): Result<void> {
    if (!this.#asks || this.#password === 'certa') return ok();
    const kind = this.#password === null ? 'proxy-password' : 'proxy-refused';
    this.#address = 'proxy.exemplo.invalid:3128';
    this.#password = null;
    return failed(fault(kind, { reached: 'no' }));
  }

  readonly handlers = {
    'proxy.get': (): Result<ProxyInfo> =>
      ok({ address: this.#address, given: this.#password !== null }),
    'proxy.give': ({ password }: { readonly password: string }): Result<ProxyInfo> => {
      this.#password = password;
      return this.handlers['proxy.get']();
    },
    'proxy.forget': (): Result<ProxyInfo> => {
      this.#password = null;
      return this.handlers['proxy.get']();
    },
  };
}
