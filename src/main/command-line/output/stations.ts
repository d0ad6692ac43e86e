import type { JobSnapshot } from '#shared/domain/job.ts';
import { readShare } from '#shared/floor-rows.ts';
import { findDayStart } from '#shared/formats.ts';
import type { Floor } from '../../floor/index.ts';
import { throwFault } from '../../os/errors.ts';
import { count, say, writePositions, type Terminal } from './terminal.ts';

/** The part of `--json` about the stations that share a grouping. */
export type FloorSummary = Awaited<ReturnType<typeof summariseFloor>>;

/** Names other stations' unprinted rows, and ends the run before the conclusion. */
export function refuseElsewhere(terminal: Terminal, { shipments }: JobSnapshot): void {
  const others = shipments.filter((row) => readShare(row) === 'other');
  if (others.length === 0) return;
  say(terminal, `${count(others.length, 'label')} with other stations, left out:`);
  const byStation = Map.groupBy(others, ({ share }) =>
    writeWho(share?.station ?? '', share?.person ?? null),
  );
  for (const [who, rows] of byStation) say(terminal, `  ${who}: ${writePositions(rows)}`);
  throwFault('floor-busy', { detail: `${others.length} with other stations` });
}

/** Names labels that two stations printed without knowing of each other. */
export function reportTwice(terminal: Terminal, { shipments, share }: JobSnapshot): void {
  const twice = share?.twice ?? [];
  if (twice.length === 0) return;
  const labels = count(twice.length, 'label');
  say(terminal, `${labels} printed twice; throw one of the papers away:`);
  for (const { shipmentId, prints } of twice) {
    const position = shipments.find(({ shipment }) => shipment.id === shipmentId)?.position ?? 0;
    const times = prints.map(({ station, person, atMs }) => {
      return `${writeWho(station, person)}, ${new Date(atMs).toLocaleString('sv')}`;
    });
    say(terminal, `  #${position}: ${times.join('; ')}`);
  }
}

export async function summariseFloor(floor: Floor, { shipments, share }: JobSnapshot) {
  const now = Date.now();
  const day =
    floor.state === 'joined' ? await floor.tally(findDayStart(now), findDayStart(now, -1)) : null;
  return {
    state: floor.state,
    /** This run's name for others. */
    station: floor.station,
    /** Other stations' rows of the grouping, printed or not. */
    elsewhere: shipments.flatMap(({ shipment, share: row }) => {
      if (row === null || row.isHere) return [];
      return [
        { shipment: shipment.id, station: row.station, person: row.person, state: row.state },
      ];
    }),
    twice: share?.twice ?? [],
    /** The work since midnight, by station and person; null if the server does not say. */
    day: day?.ok === true ? day.value : null,
  };
}

function writeWho(station: string, person: string | null): string {
  return person === null ? station : `${station} (${person})`;
}
