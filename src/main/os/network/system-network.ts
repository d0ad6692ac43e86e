import { setGlobalProxyFromEnv } from 'node:http';
import { setDefaultCACertificates } from 'node:tls';
import { readAuthorities } from './authorities.ts';

/**
 * Makes plain Node use the network as the desktop does: through the environment's proxy (`HTTPS_PROXY`, `HTTP_PROXY`,
 * `NO_PROXY`; never for this computer itself), and with the system's trusted certificates, a company's own included.
 */
export function useSystemNetwork(env: NodeJS.ProcessEnv): void {
  const past = [env['NO_PROXY'] ?? env['no_proxy'] ?? '', 'localhost', '127.0.0.1', '[::1]'].filter(
    (one) => one !== '',
  );
  setGlobalProxyFromEnv({ ...env, NO_PROXY: past.join(','), no_proxy: past.join(',') });
  setDefaultCACertificates(readAuthorities());
}
