import { getCACertificates } from 'node:tls';

/** The certificates that Node has and those that the system trusts, a network's own among them. Most are in both, and are given once. */
export function readAuthorities(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
