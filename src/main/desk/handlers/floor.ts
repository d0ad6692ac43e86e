import { failed, fault, findDayStart, isFloorAddress, ok } from '../../../shared/index.ts';
import type {
  Badge,
  FloorTally,
  floorRequests,
  Handlers,
  operatorRequests,
  Result,
  WantedBadge,
} from '../../../shared/index.ts';
import { openSheet, saveAs } from '../documents/files.ts';
import { tallyTable } from '../documents/tables.ts';
import type { DeskParts } from './common.ts';

export function makeFloorHandlers(
  parts: DeskParts,
): Handlers<typeof floorRequests & typeof operatorRequests> {
  const { options, settings, connection, once, floor, bench } = parts;

  const readDay = async (): Promise<Result<readonly FloorTally[] | null>> => {
    const nowMs = options.clock.now();
    return floor.floor()?.tally(findDayStart(nowMs), findDayStart(nowMs, -1)) ?? ok(null);
  };

  const openBadges = async (wanted: readonly WantedBadge[]): Promise<Result<readonly Badge[]>> => {
    const badges = await bench.setBadges(wanted);
    if (!badges.ok) return badges;
    const { drawBadges } = await import('../documents/badges-pdf.ts');
    const opened = await openSheet(
      options,
      await drawBadges(badges.value, settings.settings().language),
    );
    return opened.ok ? badges : opened;
  };

  return {
    'floor.get': () => ok(floor.info()),
    'floor.password': ({ password }) => floor.setPassword(password),
    'floor.test': ({ address, password }) =>
      isFloorAddress(address)
        ? floor.test(address, password)
        : failed(fault('address-malformed', { detail: 'no address of a PostgreSQL' })),
    'floor.alone': ({ alone }) => ok(floor.workAlone(alone)),
    'floor.dismiss': once(
      ({ stationIds }) => floor.floor()?.dismiss(stationIds) ?? failed(fault('floor-away')),
    ),
    'floor.take': connection.onJob(({ job }, { shipmentIds }) => job.take(shipmentIds)),
    'floor.give-back': connection.onJob(({ job }, { shipmentIds }) => job.giveBack(shipmentIds)),
    'floor.take-over': once(connection.onJob(({ job }, { stationId }) => job.takeOver(stationId))),
    'floor.day': readDay,
    'floor.export-day': once(async () => {
      const day = await readDay();
      if (!day.ok) return day;
      const { language } = settings.settings();
      const rows = (day.value ?? []).map((row) => tallyTable.writeRow(row, language));
      return saveAs(options, tallyTable.fileNames[language], 'csv', (file) =>
        file.writeFile(tallyTable.writeHead(language) + rows.join('')),
      );
    }),
    'operator.get': () => ok(bench.operator()),
    'operator.set': ({ badge }) => bench.setOperator(badge),
    'operator.list': () => ok(bench.badges()),
    'operator.badges': once(({ badges }) => openBadges(badges)),
  };
}
