import { getCACertificates } from 'node:tls';

/**
 * Returns the certificates of Node and of the system's trust store, a company's own included, each
 * once.
 */
export function readAuthorities(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
