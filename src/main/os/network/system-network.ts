import { setGlobalProxyFromEnv } from 'node:http';
import { setDefaultCACertificates } from 'node:tls';
import { readAuthorities } from './authorities.ts';

/**
 * Makes plain Node use the environment's proxy (never for this computer) and the system's trusted
 * certificates.
 */
export function useSystemNetwork(env: NodeJS.ProcessEnv): void {
  const past = [env['NO_PROXY'] ?? env['no_proxy'] ?? '', 'localhost', '127.0.0.1', '[::1]'].filter(
    (one) => one !== '',
  );
  setGlobalProxyFromEnv({ ...env, NO_PROXY: past.join(','), no_proxy: past.join(',') });
  setDefaultCACertificates(readAuthorities());
}
