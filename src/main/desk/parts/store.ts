import { join } from 'node:path';
import { fault, type Fault } from '#shared/faults/faults.ts';
import { openJournal, readMachine } from '../../journal/index.ts';
import { need } from '../../os/errors.ts';
import { describeProblems } from '../../policy/index.ts';
import { openSettings } from '../../settings/index.ts';
import type { DeskOptions } from '../types.ts';

/**
 * Opens settings and journal. Rejects with the journal's fault if the disk fails; other faults of
 * them go to `tell`.
 */
export async function openStore(options: DeskOptions, tell: (notice: Fault) => void) {
  const { clock, dataDir, stationDir, log } = options;
  const { policy, problems } = options.policy;
  /** Also those from before the window was there. */
  const notices: Fault[] = [];
  const notice = (reason: Fault): void => {
    if (reason.kind === 'file-damaged') log.warn(reason.kind, { file: reason.detail });
    notices.push(reason);
    tell(reason);
  };
  const settings = await openSettings({ dataDir, clock, policy, notice });
  const machine = options.machine ?? (await readMachine());
  const sharedPlace = settings.settings().floorAddress === null ? options.sharedPlace : null;
  const path = join(dataDir, 'journal.db');
  const opened = need(openJournal({ path, stationDir, machine, sharedPlace, clock, log }));
  opened.notices.forEach(notice);
  if (problems.length > 0) {
    const detail = describeProblems(problems);
    log.warn('policy.broken', { problems: detail });
    notice(fault('policy-broken', { detail }));
  }
  return { settings, journal: opened.journal, notice, notices };
}
