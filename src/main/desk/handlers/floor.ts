import type { Handlers } from '#shared/contract/define.ts';
import type { floorRequests, operatorRequests } from '#shared/contract/floor.ts';
import { isFloorAddress } from '#shared/domain/floor.ts';
import { findDayStart } from '#shared/formats.ts';
import { need, throwFault } from '../../os/errors.ts';
import { openSheet, saveAs } from '../documents/files.ts';
import { tallyTable } from '../documents/tables.ts';
import type { DeskParts } from '../parts/parts.ts';

export function makeFloorHandlers(
  parts: DeskParts,
): Handlers<typeof floorRequests & typeof operatorRequests> {
  const { options, settings, connection, once, floor, badges } = parts;

  const readDay = async () => {
    const nowMs = options.clock.now();
    const tally = await floor.floor()?.tally(findDayStart(nowMs), findDayStart(nowMs, -1));
    return tally === undefined ? null : need(tally);
  };

  return {
    'floor.get': () => floor.info(),
    'floor.password': ({ password }) => floor.setPassword(password),
    'floor.test': ({ address, password }) => {
      if (!isFloorAddress(address))
        throwFault('address-malformed', { detail: 'no address of a PostgreSQL' });
      return floor.test(address, password);
    },
    'floor.alone': ({ alone }) => floor.workAlone(alone),
    'floor.dismiss': once(async ({ stationIds }) => {
      const open = floor.floor() ?? throwFault('floor-away');
      need(await open.dismiss(stationIds));
    }),
    'floor.take': connection.onJob(({ job }, { shipmentIds }) => job.sharing.take(shipmentIds)),
    'floor.give-back': connection.onJob(({ job }, { shipmentIds }) =>
      job.sharing.giveBack(shipmentIds),
    ),
    'floor.take-over': once(
      connection.onJob(({ job }, { stationId }) => job.sharing.takeOver(stationId)),
    ),
    'floor.day': readDay,
    'floor.export-day': once(async () => {
      const day = await readDay();
      const { language } = settings.settings();
      const rows = (day ?? []).map((row) => tallyTable.writeRow(row, language));
      return saveAs(options, tallyTable.fileNames[language], 'csv', (file) =>
        file.writeFile(tallyTable.writeHead(language) + rows.join('')),
      );
    }),
    'operator.get': () => badges.operator(),
    'operator.set': ({ badge }) => badges.setOperator(badge),
    'operator.list': () => badges.list(),
    'operator.badges': once(async ({ badges: wanted }) => {
      const list = await badges.replace(wanted);
      const { drawBadges } = await import('../../papers/index.ts');
      await openSheet(options, await drawBadges(list, settings.settings().language));
      return list;
    }),
  };
}
