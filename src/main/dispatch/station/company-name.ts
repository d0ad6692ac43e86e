import { createHash } from 'node:crypto';

/** Stands for a company in the names of files, which then tell nothing about whose they are. */
export function nameCompany(company: string): string {
  return createHash('sha256').update(company).digest('hex').slice(0, 16);
}
