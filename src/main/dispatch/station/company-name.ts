import { createHash } from 'node:crypto';

/** Returns a company's stand-in for file names, which then reveal nothing about it. */
export function nameCompany(company: string): string {
  return createHash('sha256').update(company).digest('hex').slice(0, 16);
}
