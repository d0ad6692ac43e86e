import type { TokenStore } from '../../credentials/index.ts';
import { systemClock } from '../../os/clock.ts';
import { throwFault } from '../../os/errors.ts';
import { fetchFromNode } from '../../os/fetch.ts';
import { silentLog } from '../../os/log.ts';
import {
  findDesktopDataDir,
  findPlatform,
  findSharedPlace,
  findStationDir,
} from '../../os/station.ts';
import { describeProblems, loadPolicy } from '../../policy/index.ts';
import { openSettings } from '../../settings/index.ts';
import type { SignInServices } from '../../sign-in/index.ts';
import type { Terminal } from '../output/terminal.ts';

export type Workstation = Awaited<ReturnType<typeof readWorkstation>>;

/**
 * Throws fault `policy-stops` if a decision of IT cannot be read: nobody would read a warning here.
 */
export async function readWorkstation(terminal: Pick<Terminal, 'env' | 'home'>) {
  const { env, home } = terminal;
  const { policy, problems } = await loadPolicy({ platform: findPlatform(), env });
  if (problems.length > 0) throwFault('policy-stops', { detail: describeProblems(problems) });
  const dataDir = findDesktopDataDir(env, home);
  const store = await openSettings({ dataDir, clock: systemClock, policy });
  return {
    policy,
    settings: store.settings(),
    baseUrl: store.baseUrl(),
    sharedPlace: findSharedPlace(home),
  };
}

/** The desktop's sign-in: its sessions belong to this workstation, whichever program began them. */
export function describeSignIn(
  { home }: Pick<Terminal, 'home'>,
  tokenStore: TokenStore,
): SignInServices {
  return {
    tokenStore,
    stationDir: findStationDir(home),
    fetch: fetchFromNode,
    clock: systemClock,
    log: silentLog,
    language: () => 'en',
  };
}
