import { hostname } from 'node:os';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, FaultKind, Result, Settings } from '../../../shared/index.ts';
import { readFloorPassword } from '../../credentials/index.ts';
import type { Floor, FloorServices } from '../../floor/index.ts';
import { systemClock } from '../../os/clock.ts';
import { silentLog } from '../../os/log.ts';
import { tellFault } from '../output/summary.ts';
import { takeFromEnv, type Terminal } from '../output/terminal.ts';
import { text } from '../output/text.ts';

/** Opens the floor for a station with this journal. */
export type OpenFloor = (own: Pick<FloorServices, 'outbox' | 'person' | 'stationId' | 'session'>) => Floor;

/** This computer's window is another station, with its own journal: people have to tell them apart. */
const ownMark = ' (dispatch)';

/**
 * Returns how a run joins the stations that share the state; null if the settings name no server. `passwordEnv`: the
 * variable of the environment with the password, instead of the keychain.
 */
export async function prepareFloor(
  terminal: Terminal,
  { floorAddress: address, stationName }: Pick<Settings, 'floorAddress' | 'stationName'>,
  passwordEnv: string | null,
): Promise<Result<OpenFloor | null>> {
  if (address === null) return ok(null);
  const password = await readPassword(terminal, address, passwordEnv);
  if (!password.ok) return password;
  // A single station loads nothing of it.
  const { createFloor } = await import('../../floor/index.ts');
  const station = `${(stationName ?? hostname()).slice(0, 60 - ownMark.length)}${ownMark}`;
  return ok((own) =>
    createFloor({
      ...own,
      address,
      password: () => Promise.resolve(password.value),
      station,
      version: terminal.version,
      clock: systemClock,
      log: silentLog,
    }),
  );
}

/** Faults that can pass while labels are fetched. */
const passing: readonly FaultKind[] = ['floor-away', 'floor-full'];

/**
 * Waits until it is known whether the server can be used, and reports if not. `alone`: the user's word to go on anyway.
 * `stationGone`: the name of stations that are no longer waited for. Returns the fault that only a person can mend.
 */
export async function joinFloor(
  terminal: Terminal,
  floor: Floor,
  { alone, stationGone }: { readonly alone: boolean; readonly stationGone: string | null },
): Promise<Fault | null> {
  await waitUntilKnown(floor, terminal.signal);
  if (floor.state !== 'away') return stationGone === null ? null : dismiss(floor, stationGone);
  const why = floor.fault ?? fault('floor-away');
  if (why.kind === 'floor-duplicate' || (!alone && !passing.includes(why.kind))) return why;
  tellFault(terminal, why);
  if (alone) floor.workAlone(true);
  terminal.err(`${alone ? text.worksAlone : text.aloneHint}\n`);
  return null;
}

async function dismiss(floor: Floor, named: string): Promise<Fault | null> {
  const { waitedFor } = floor;
  const ids = waitedFor.flatMap(({ id, name }) => (name === named ? [id] : []));
  const detail = `--station-gone: ${waitedFor.map(({ name }) => name).join(', ')}`;
  if (ids.length === 0) return waitedFor.length === 0 ? null : fault('invalid-input', { detail });
  const dismissed = await floor.dismiss(ids);
  return dismissed.ok ? null : dismissed.fault;
}

async function readPassword(
  terminal: Terminal,
  address: string,
  variable: string | null,
): Promise<Result<string | null>> {
  if (variable === null) return readFloorPassword(await terminal.openTokenStore(), address);
  const password = takeFromEnv(terminal, variable);
  if (password !== '') return ok(password);
  return failed(fault('invalid-input', { detail: `environment variable ${variable} is empty` }));
}

function waitUntilKnown(floor: Floor, signal: AbortSignal): Promise<void> {
  if (floor.state !== 'joining' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = floor.subscribe(() => {
      if (floor.state !== 'joining') end();
    });
    signal.addEventListener('abort', end);
  });
}
