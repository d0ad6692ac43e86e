import { ok, type Result } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import { systemClock } from '../os/clock.ts';
import { fetchFromNode } from '../os/fetch.ts';
import { silentLog } from '../os/log.ts';
import { findStationDir } from '../os/station.ts';
import { createSignIn, createSignInLook, type Session, type SignInServices } from '../sign-in/index.ts';
import type { Terminal } from './output/terminal.ts';

/** The desktop's sign-in: its sessions belong to this workstation, whichever program began them. */
export function describeSignIn(terminal: Terminal, tokenStore: TokenStore): SignInServices {
  return {
    tokenStore,
    stationDir: findStationDir(terminal.home),
    fetch: fetchFromNode,
    clock: systemClock,
    log: silentLog,
    language: () => 'en',
  };
}

/** Returns the stored session for this ERP; null if nobody is signed in. */
export async function resumeSession(
  terminal: Terminal,
  tokenStore: TokenStore,
  erpOrigin: string,
): Promise<Result<Session | null>> {
  const services = describeSignIn(terminal, tokenStore);
  const kept = await createSignInLook(services).find(erpOrigin);
  if (!kept.ok || kept.value === null) return kept.ok ? ok(null) : kept;
  return createSignIn(services).resume(erpOrigin, kept.value);
}
