import { failed, fault, findDayStart, isFloorAddress, ok, writeDay } from '../../../shared/index.ts';
import type {
  Badge,
  FloorTally,
  floorRequests,
  Handlers,
  operatorRequests,
  Result,
  WantedBadge,
} from '../../../shared/index.ts';
import { tryOnDisk, writeWhole } from '../../os/files.ts';
import { openSheet } from '../documents/open-pdf.ts';
import { tallyCsvWords, writeTallyCsv } from '../documents/tally-csv.ts';
import type { Bench } from '../workspace/bench.ts';
import type { FloorLink } from '../workspace/floor-link.ts';
import type { Common } from './common.ts';

interface Parts extends Common {
  readonly floor: FloorLink;
  readonly bench: Bench;
}

export function makeFloorHandlers(parts: Parts): Handlers<typeof floorRequests & typeof operatorRequests> {
  const { options, settings, connection, once, floor, bench } = parts;

  const readDay = async (): Promise<Result<readonly FloorTally[] | null>> => {
    const current = floor.floor();
    if (current === null) return ok(null);
    const nowMs = options.clock.now();
    return current.tally(findDayStart(nowMs), findDayStart(nowMs, -1));
  };

  const exportDay = async (): Promise<Result<{ readonly saved: boolean }>> => {
    const day = await readDay();
    if (!day.ok) return day;
    const { language } = settings.settings();
    const defaultName = `${tallyCsvWords[language].fileName}-${writeDay(options.clock.now())}.csv`;
    const path = await options.saveDialog({ defaultName, extension: 'csv' });
    if (path === null) return ok({ saved: false });
    return tryOnDisk(async () => {
      await writeWhole(path, (file) => file.writeFile(writeTallyCsv(day.value ?? [], language)));
      return ok({ saved: true });
    });
  };

  const openBadges = async (wanted: readonly WantedBadge[]): Promise<Result<readonly Badge[]>> => {
    const badges = await bench.setBadges(wanted);
    if (!badges.ok) return badges;
    const { language } = settings.settings();
    const { badgeWords, drawBadges } = await import('../documents/badges-pdf.ts');
    const sheet = await drawBadges(badges.value, language);
    const opened = await openSheet(options, badgeWords[language].fileName, sheet);
    return opened.ok ? badges : opened;
  };

  return {
    'floor.get': () => Promise.resolve(ok(floor.info())),
    'floor.password': ({ password }) => floor.setPassword(password),
    'floor.test': ({ address, password }) =>
      isFloorAddress(address)
        ? floor.test(address, password)
        : Promise.resolve(failed(fault('address-malformed', { detail: 'no address of a PostgreSQL' }))),
    'floor.alone': ({ alone }) => Promise.resolve(ok(floor.workAlone(alone))),
    'floor.dismiss': ({ stationIds }) =>
      once.run(
        'floor.dismiss',
        () => floor.floor()?.dismiss(stationIds) ?? Promise.resolve(failed(fault('floor-away'))),
      ),
    'floor.take': ({ shipmentIds, ...ref }) => connection.withJob(ref, ({ job }) => job.take(shipmentIds)),
    'floor.give-back': ({ shipmentIds, ...ref }) => connection.withJob(ref, ({ job }) => job.giveBack(shipmentIds)),
    'floor.take-over': ({ stationId, ...ref }) =>
      connection.withJob(ref, ({ job }, { id }) =>
        once.run(`floor.take-over ${id} ${ref.groupingId} ${stationId}`, () => job.takeOver(stationId)),
      ),
    'floor.day': readDay,
    'floor.export-day': () => once.run('floor.export-day', exportDay),
    'operator.get': () => Promise.resolve(ok(bench.operator())),
    'operator.set': ({ badge }) => Promise.resolve(bench.setOperator(badge)),
    'operator.list': () => Promise.resolve(ok(bench.badges())),
    'operator.badges': ({ badges }) => once.run(`operator.badges ${JSON.stringify(badges)}`, () => openBadges(badges)),
  };
}
