import { join } from 'node:path';
import { openJournal } from '../../src/main/journal/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';

/** Opens the journal of a station in this folder; throws the fault's kind. */
export function openJournalIn(dir: string, own: Partial<Parameters<typeof openJournal>[0]> = {}) {
  const opened = openJournal({
    path: join(dir, 'journal.db'),
    stationDir: join(dir, 'station'),
    clock: systemClock,
    log: silentLog,
    ...own,
  });
  if (!opened.ok) throw new Error(opened.fault.kind);
  return opened.value;
}
