import { setGlobalProxyFromEnv } from 'node:http';
import { setDefaultCACertificates } from 'node:tls';
import { readAuthorities } from './authorities.ts';

/**
 * Lets plain Node reach the network as the desktop does: through the proxy that the environment names (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`; never for this computer itself), and with the certificates that the system trusts, a network's own among them.
 */
export function useSystemNetwork(env: NodeJS.ProcessEnv): void {
  const past = [env['NO_PROXY'] ?? env['no_proxy'] ?? '', 'localhost', '127.0.0.1', '[::1]'].filter(
    (one) => one !== '',
  );
  setGlobalProxyFromEnv({ ...env, NO_PROXY: past.join(','), no_proxy: past.join(',') });
  setDefaultCACertificates(readAuthorities());
}
