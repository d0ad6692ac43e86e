import { fault as makeFault, findDayStart, isHeldElsewhere } from '../../../shared/index.ts';
import type { Fault, FloorTally, JobSnapshot, PrintedTwice, ShareState } from '../../../shared/index.ts';
import type { Floor } from '../../floor/index.ts';
import { writePlaces } from './places.ts';
import type { Terminal } from './terminal.ts';
import { text } from './text.ts';

/** The part of `--json` about the stations that share a grouping. */
export interface FloorSummary {
  readonly state: Floor['state'];
  /** This run's name for others. */
  readonly station: string;
  /** Other stations' rows of the grouping, printed or not. */
  readonly elsewhere: readonly {
    readonly shipment: number;
    readonly station: string;
    readonly person: string | null;
    readonly state: ShareState;
  }[];
  readonly twice: readonly PrintedTwice[];
  /** The work since midnight, by station and person; null if the server does not say. */
  readonly day: readonly FloorTally[] | null;
}

/** Names other stations' unprinted rows; returns the fault that ends the run before the conclusion. */
export function tellElsewhere(terminal: Terminal, { shipments }: JobSnapshot): Fault | null {
  const held = shipments.filter(isHeldElsewhere);
  if (held.length === 0) return null;
  const byStation = Map.groupBy(held, ({ share }) => writeWho(share?.station ?? '', share?.person ?? null));
  const lines = Array.from(byStation, ([who, rows]) => {
    return `  ${who}: ${writePlaces(rows.map(({ position }) => position))}\n`;
  });
  terminal.err(`${text.elsewhere(held.length)}\n${lines.join('')}${text.elsewhereHint}\n`);
  return makeFault('floor-busy', { detail: `${held.length} with other stations` });
}

/** Names labels that two stations printed without knowing of each other. */
export function tellTwice(terminal: Terminal, { shipments, share }: JobSnapshot): void {
  const twice = share?.twice ?? [];
  if (twice.length === 0) return;
  const lines = twice.map(({ shipmentId, prints }) => {
    const place = shipments.find(({ shipment }) => shipment.id === shipmentId)?.position ?? 0;
    const times = prints.map(({ station, person, atMs }) => {
      return `${writeWho(station, person)}, ${new Date(atMs).toLocaleString('sv')}`;
    });
    return `  #${place}: ${times.join('; ')}\n`;
  });
  terminal.err(`${text.printedTwice(twice.length)}\n${lines.join('')}`);
}

export async function summariseFloor(floor: Floor, { shipments, share }: JobSnapshot): Promise<FloorSummary> {
  const now = Date.now();
  const day = floor.state === 'joined' ? await floor.tally(findDayStart(now), findDayStart(now, -1)) : null;
  return {
    state: floor.state,
    station: floor.station,
    elsewhere: shipments.flatMap(({ shipment, share: row }) => {
      if (row === null || row.isHere) return [];
      return [{ shipment: shipment.id, station: row.station, person: row.person, state: row.state }];
    }),
    twice: share?.twice ?? [],
    day: day?.ok === true ? day.value : null,
  };
}

function writeWho(station: string, person: string | null): string {
  return person === null ? station : `${station} (${person})`;
}
