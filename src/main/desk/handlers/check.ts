import { assertNever, listCodes, findByCode, ok } from '../../../shared/index.ts';
import type {
  checkRequests,
  Handlers,
  Result,
  ScanAnswer,
  ShipmentCodes,
  ShipmentSnapshot,
} from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import type { Connection } from '../workspace/connection.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What a scan can hit: one parcel of a list. */
export interface ScanTarget extends ShipmentCodes {
  readonly shipmentId: number;
  readonly checked: boolean;
}

export type ScanMatch =
  | { readonly kind: 'match' | 'already'; readonly shipmentId: number }
  /** Several parcels that are not checked yet answer to this code: it cannot tell which one is in the hand. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'unknown' };

interface Parcel extends ScanTarget {
  readonly groupingId: number;
  readonly recipient: string | null;
}

const historyLooked = 1_000;

export function makeCheckHandlers(connection: Connection): Handlers<typeof checkRequests> {
  return {
    'check.scan': ({ code, ...ref }) => connection.withJob(ref, ({ job }, workspace) => scan(workspace, job, code)),
    'check.undo': (ref) => connection.withJob(ref, ({ job }, workspace) => undo(workspace, job)),
  };
}

function scan(workspace: Workspace, job: GroupingJob, code: string): Result<ScanAnswer> {
  const { grouping, shipments } = job.snapshot();
  const match = matchScan(
    code,
    shipments.map((entry) => makeParcel(grouping.id, entry)),
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
      const other = findElsewhere(workspace, job, code);
      if (other === null) return ok(scanAnswer(job, 'unknown', code, null));
      const { recipient, groupingId: otherGroupingId } = other;
      return ok({ ...scanAnswer(job, 'other-grouping', code, null), recipient, otherGroupingId });
    }
    default:
      return assertNever(match);
  }
}

/** The parcel a code stands for. */
export function matchScan(code: string, targets: readonly ScanTarget[]): ScanMatch {
  const hits = findByCode(code, targets, (target) => target);
  const [open, another] = hits.filter((target) => !target.checked);
  if (open !== undefined && another !== undefined) return { kind: 'ambiguous' };
  if (open !== undefined) return { kind: 'match', shipmentId: open.shipmentId };
  const [checked] = hits;
  return checked === undefined ? { kind: 'unknown' } : { kind: 'already', shipmentId: checked.shipmentId };
}

/** Takes back the latest check that still stands; the journal's order decides, because two can share a millisecond. */
function undo({ journal }: Workspace, job: GroupingJob): Result<ScanAnswer | null> {
  const { grouping, shipments } = job.snapshot();
  const standing = new Set(
    shipments.filter(({ checkedAtMs }) => checkedAtMs !== null).map(({ shipment }) => shipment.id),
  );
  const last = journal
    .events(job.company, grouping.id)
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

function makeParcel(groupingId: number, { shipment, checkedAtMs }: ShipmentSnapshot): Parcel {
  // An order's number can be the invoice's of a parcel that does not go: here it would be a false green.
  const { trackingCode, invoiceNumber } = listCodes(shipment);
  return {
    groupingId,
    shipmentId: shipment.id,
    trackingCode,
    invoiceNumber,
    recipient: shipment.recipient?.name ?? null,
    checked: checkedAtMs !== null,
  };
}

/** The same code in another grouping: one that is open here, or one that the journal remembers. */
function findElsewhere({ jobs, journal }: Workspace, here: GroupingJob, code: string): Parcel | null {
  const open = jobs.all().flatMap(({ job }) => {
    const { grouping, shipments } = job.snapshot();
    return shipments.map((entry) => makeParcel(grouping.id, entry));
  });
  const remembered = journal.history(code, { company: here.company, limit: historyLooked }).flatMap((row): Parcel[] => {
    const { groupingId: id, shipmentId, recipient, trackingCode, invoiceNumber } = row;
    if (shipmentId === null) return [];
    return [{ groupingId: id, shipmentId, recipient, trackingCode, invoiceNumber, checked: true }];
  });
  const elsewhere = [...open, ...remembered].filter((parcel) => parcel.groupingId !== here.snapshot().grouping.id);
  return findByCode(code, elsewhere, (parcel) => parcel)[0] ?? null;
}
