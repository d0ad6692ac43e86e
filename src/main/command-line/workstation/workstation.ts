import { join } from 'node:path';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result, Settings } from '../../../shared/index.ts';
import { systemClock } from '../../os/clock.ts';
import { silentLog } from '../../os/log.ts';
import { findDesktopDataDir } from '../../os/station.ts';
import { describeProblems, loadPolicy, type Policy } from '../../policy/index.ts';
import { openSettings } from '../../settings/index.ts';
import type { Terminal } from '../output/terminal.ts';

/** The decisions of IT and of this workstation's desktop. */
export interface Workstation {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly baseUrl: string | null;
}

/**
 * Fault `policy-stops` if any of IT's decisions cannot be read: nobody would read a warning here, and the floor's
 * address could be among the missing ones.
 */
export async function readWorkstation(terminal: Terminal): Promise<Result<Workstation>> {
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  const { policy, problems } = await loadPolicy({ platform, env: terminal.env });
  if (problems.length > 0) return failed(fault('policy-stops', { detail: describeProblems(problems) }));
  const store = await openSettings({
    path: join(findDesktopDataDir(terminal.env, terminal.home), 'settings.json'),
    log: silentLog,
    now: () => systemClock.now(),
    policy,
  });
  return ok({ policy, settings: store.settings(), baseUrl: store.baseUrl() });
}
