import { join } from 'node:path';
import type { Settings } from '../../../shared/index.ts';
import { systemClock } from '../../os/clock.ts';
import { silentLog } from '../../os/log.ts';
import { findDesktopDataDir } from '../../os/station.ts';
import { loadPolicy, type Policy } from '../../policy/index.ts';
import { openSettings } from '../../settings/index.ts';
import type { Terminal } from '../output/terminal.ts';

/** What IT and the desktop of this workstation have settled. */
export interface Workstation {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly baseUrl: string | null;
}

export async function readWorkstation(terminal: Terminal): Promise<Workstation> {
  const policy = await readPolicy(terminal);
  const store = await openSettings({
    path: join(findDesktopDataDir(terminal.env, terminal.home), 'settings.json'),
    log: silentLog,
    now: () => systemClock.now(),
    policy,
  });
  return { policy, settings: store.settings(), baseUrl: store.baseUrl() };
}

async function readPolicy({ env }: Terminal): Promise<Policy> {
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  return (await loadPolicy({ platform, env })).policy;
}
