import { rm } from 'node:fs/promises';
import type { Log } from '../os/log.ts';
import { toDiskFault } from '../os/files.ts';
import type { Journal } from './journal/journal.ts';

/** Removes concluded jobs without changes since (epoch ms), with their merged files; returns their number. */
export async function removeOldJobs(
  { journal, log }: { readonly journal: Journal; readonly log: Log },
  beforeMs: number,
): Promise<number> {
  const { jobs, files } = journal.removeOlderThan(beforeMs);
  for (const path of files) {
    try {
      await rm(path, { force: true });
    } catch (error) {
      const refusal = toDiskFault(error);
      if (refusal === null) throw error;
      log.warn('merged-file-kept', { kind: refusal.kind });
    }
  }
  await journal.removeOldGuards();
  return jobs;
}
