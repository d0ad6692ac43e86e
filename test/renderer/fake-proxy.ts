import { failed, fault, ok } from '../../src/shared/index.ts';
import type { ProxyInfo, Result } from '../../src/shared/index.ts';

/** Main's side of a proxy that takes the password `certa` only, and asks where it `asks` at all. */
export class FakeProxy {
  readonly #asks: boolean;
  #address: string | null = null;
  #password: string | null = null;

  constructor(asks: boolean) {
    this.#asks = asks;
  }

  /** What a request meets on its way; what was refused is forgotten. */
  meet(): Result<void> {
    if (!this.#asks || this.#password === 'certa') return ok();
    const kind = this.#password === null ? 'proxy-password' : 'proxy-refused';
    this.#address = 'proxy.exemplo.invalid:3128';
    this.#password = null;
    return failed(fault(kind, { reached: 'no' }));
  }

  readonly handlers = {
    'proxy.get': (): Result<ProxyInfo> => ok({ address: this.#address, given: this.#password !== null }),
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
