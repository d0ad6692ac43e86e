import { hostname } from 'node:os';
import type { Settings } from '#shared/contract/settings.ts';
import { failed, fault, type FaultKind } from '#shared/faults/faults.ts';
import { readFloorPassword } from '../../credentials/index.ts';
import type { Floor, FloorServices } from '../../floor/index.ts';
import type { Journal } from '../../journal/index.ts';
import { systemClock } from '../../os/clock.ts';
import { need, refuse } from '../../os/errors.ts';
import { silentLog } from '../../os/log.ts';
import { leaveOnAbort } from '../../os/timeout.ts';
import { reportFault } from '../output/endings.ts';
import { say, takeFromEnv, type Terminal } from '../output/terminal.ts';

export type OpenFloor = (journal: Journal, person: FloorServices['person']) => Floor;

/**
 * This computer's window is another station, with its own journal: people have to tell them apart.
 */
const ownMark = ' (dispatch)';

/**
 * Returns how a run joins the stations, or null. `passwordEnv`: the variable with the password, for
 * the keychain.
 */
export async function prepareFloor(
  terminal: Terminal,
  { floorAddress: address, stationName }: Pick<Settings, 'floorAddress' | 'stationName'>,
  passwordEnv: string | null,
): Promise<OpenFloor | null> {
  if (address === null) return null;
  const password = await readPassword(terminal, address, passwordEnv);
  // A single station loads nothing of it.
  const { readOwn, StationFloor } = await import('../../floor/index.ts');
  const station = `${(stationName ?? hostname()).slice(0, 60 - ownMark.length)}${ownMark}`;
  return (journal, person) =>
    new StationFloor({
      ...readOwn(journal),
      person,
      address,
      password: () => Promise.resolve(password),
      station,
      clock: systemClock,
      log: silentLog,
    });
}

/** Faults that can pass while labels are fetched. */
const passing: readonly FaultKind[] = ['floor-away', 'floor-full'];

/**
 * Waits until it is known whether the server can be used, and reports if not. `alone`: the user's
 * word to go on anyway. `stationGone`: the name of stations that are no longer waited for. Throws
 * the fault that only a person can mend.
 */
export async function joinFloor(
  terminal: Terminal,
  floor: Floor,
  { alone, stationGone }: { readonly alone: boolean; readonly stationGone: string | null },
): Promise<void> {
  await leaveOnAbort(floor.settle(), terminal.signal, () => undefined);
  if (floor.state !== 'away') {
    if (stationGone !== null) await dismiss(floor, stationGone);
    return;
  }
  const obstacle = floor.fault ?? fault('floor-away');
  const isPassing =
    obstacle.kind !== 'floor-duplicate' && (alone || passing.includes(obstacle.kind));
  if (!isPassing) need(failed(obstacle));
  reportFault(terminal, obstacle);
  if (alone) floor.workAlone(true);
  say(terminal, alone ? goesOnAlone : waitsForServer);
}

const goesOnAlone =
  'This command goes on alone. Labels that others print too are named when the server is back.';
const waitsForServer =
  'Labels are fetched; printing and concluding wait for the server. ' +
  'To go on without it, run again with --alone.';

async function dismiss(floor: Floor, named: string): Promise<void> {
  const { waitedFor } = floor;
  if (waitedFor.length === 0) return;
  const ids = waitedFor.flatMap(({ id, name }) => (name === named ? [id] : []));
  if (ids.length === 0) refuse(`--station-gone: ${waitedFor.map(({ name }) => name).join(', ')}`);
  need(await floor.dismiss(ids));
}

async function readPassword(
  terminal: Terminal,
  address: string,
  variable: string | null,
): Promise<string | null> {
  if (variable === null)
    return need(await readFloorPassword(await terminal.openTokenStore(), address));
  const password = takeFromEnv(terminal, variable);
  if (password !== '') return password;
  refuse(`environment variable ${variable} is empty`);
}
