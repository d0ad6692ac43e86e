import { ok } from '../../../shared/index.ts';
import type { Handlers, proxyRequests } from '../../../shared/index.ts';
import type { ProxyLogins } from '../../credentials/index.ts';

export function makeProxyHandlers(proxies: ProxyLogins): Handlers<typeof proxyRequests> {
  return {
    'proxy.get': async () => ok(await proxies.info()),
    'proxy.give': ({ address, user, password }) => proxies.give(address, { user, password }),
    'proxy.forget': () => proxies.forget(),
  };
}
