import { assertNever, ok } from '../../../shared/index.ts';
import type { Result, ScanAnswer, ShipmentSnapshot } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { openedJob } from '../context.ts';
import type { DeskContext } from '../context.ts';
import { matchScan, normaliseCode } from './match-scan.ts';
import type { ScanTarget } from './match-scan.ts';
import type { DeskHandlers } from '../types.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Channels = 'check.scan' | 'check.undo';

interface Parcel extends ScanTarget {
  readonly groupingId: number;
  readonly recipient: string | null;
}

const historyLooked = 1_000;

export function makeCheckHandlers(context: DeskContext): Pick<DeskHandlers, Channels> {
  return {
    'check.scan': ({ code, groupingId }) => {
      const found = openedJob(context, { groupingId });
      return Promise.resolve(found.ok ? scan(found.value.workspace, found.value.opened.job, code) : found);
    },
    'check.undo': (ref) => {
      const found = openedJob(context, ref);
      return Promise.resolve(found.ok ? undo(found.value.workspace, found.value.opened.job) : found);
    },
  };
}

function scan(workspace: Workspace, job: GroupingJob, code: string): Result<ScanAnswer> {
  const { grouping, shipments } = job.snapshot();
  const match = matchScan(
    code,
    shipments.map((entry) => parcelOf(grouping.id, entry)),
  );
  switch (match.kind) {
    case 'match': {
      const checked = job.check(match.shipmentId, true);
      return checked.ok ? ok(scanAnswer(job, 'ok', code, match.shipmentId)) : checked;
    }
    case 'already':
      return ok(scanAnswer(job, 'already', code, match.shipmentId));
    case 'ambiguous':
      return ok(scanAnswer(job, 'ambiguous', code, null));
    case 'unknown': {
      const other = findElsewhere(workspace, grouping.id, code);
      if (other === null) return ok(scanAnswer(job, 'unknown', code, null));
      const { recipient, groupingId: otherGroupingId } = other;
      return ok({ ...scanAnswer(job, 'other-grouping', code, null), recipient, otherGroupingId });
    }
    default:
      return assertNever(match);
  }
}

/** Takes back the latest check that still stands; the journal's order decides, because two can share a millisecond. */
function undo({ journal, erpOrigin }: Workspace, job: GroupingJob): Result<ScanAnswer | null> {
  const { grouping, shipments } = job.snapshot();
  const standing = new Set(
    shipments.filter(({ checkedAtMs }) => checkedAtMs !== null).map(({ shipment }) => shipment.id),
  );
  const last = journal
    .events(erpOrigin, grouping.id)
    .findLast(({ kind, shipmentId }) => kind === 'checked' && shipmentId !== null && standing.has(shipmentId));
  const shipmentId = last?.shipmentId ?? null;
  if (shipmentId === null) return ok(null);
  const undone = job.check(shipmentId, false);
  return undone.ok ? ok(scanAnswer(job, 'undone', '', shipmentId)) : undone;
}

function scanAnswer(
  job: GroupingJob,
  result: ScanAnswer['result'],
  code: string,
  shipmentId: number | null,
): ScanAnswer {
  const { shipments } = job.snapshot();
  const entry = shipments.find(({ shipment }) => shipment.id === shipmentId);
  return {
    result,
    code,
    shipmentId,
    recipient: entry?.shipment.recipient?.name ?? null,
    checked: shipments.filter(({ checkedAtMs }) => checkedAtMs !== null).length,
    total: shipments.length,
  };
}

function parcelOf(groupingId: number, { shipment, checkedAtMs }: ShipmentSnapshot): Parcel {
  return {
    groupingId,
    shipmentId: shipment.id,
    trackingCode: shipment.logistics?.trackingCode ?? null,
    invoiceNumber: shipment.invoice?.number ?? null,
    recipient: shipment.recipient?.name ?? null,
    checked: checkedAtMs !== null,
  };
}

/** The same code in another grouping: one that is open here, or one that the journal remembers. */
function findElsewhere({ jobs, journal, erpOrigin }: Workspace, groupingId: number, code: string): Parcel | null {
  const query = normaliseCode(code);
  if (query === '') return null;
  const open = jobs.all().flatMap(({ job }) => {
    const { grouping, shipments } = job.snapshot();
    return shipments.map((entry) => parcelOf(grouping.id, entry));
  });
  const remembered = journal.history(query, { erpOrigin, limit: historyLooked }).flatMap((row): Parcel[] => {
    const { groupingId: id, shipmentId, recipient, trackingCode, invoiceNumber } = row;
    if (shipmentId === null) return [];
    return [{ groupingId: id, shipmentId, recipient, trackingCode, invoiceNumber, checked: true }];
  });
  for (const parcel of [...open, ...remembered]) {
    if (parcel.groupingId !== groupingId && matchScan(code, [parcel]).kind !== 'unknown') return parcel;
  }
  return null;
}
