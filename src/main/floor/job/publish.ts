import type { PrintVerdict, ScannedVolumes } from '#shared/domain/records.ts';
import {
  type CoordinatedJob,
  digestLabelMarks,
  type JobCore,
  type ModelChange,
} from '../../dispatch/index.ts';
import type { ClaimRecord, NewEvent } from '../../journal/index.ts';
import type { FloorPayload } from '../types.ts';

/**
 * Returns the events that other stations need of this station's own change, and its effect on the
 * claims.
 */
export function describeChange(
  change: ModelChange,
  before: JobCore,
  verdict: PrintVerdict | null,
  claims: ReadonlyMap<number, ClaimRecord>,
  model: CoordinatedJob,
  describePrint: (shipmentId: number) => { readonly copy: number; readonly digest: string | null },
) {
  const { checks = [], events = [], labels = [] } = change;
  const printed = listPrinted(events);
  const payloads: FloorPayload[] = printed.map((shipmentId) => {
    return { kind: 'printed', shipmentId, ...describePrint(shipmentId) };
  });
  const claimed: ClaimRecord[] = [];
  const unclaimed = printed.filter((id) => claims.get(id)?.isPrinting === true);
  const inDoubt = findDoubts(change, before, verdict);
  for (const claim of inDoubt === null ? [] : claims.values()) {
    const { shipmentId, copy, isKept, isPrinting } = claim;
    if (!isPrinting || printed.includes(shipmentId)) continue;
    if (inDoubt?.has(shipmentId) === true) {
      payloads.push({ kind: 'doubt', shipmentId, copy });
      continue;
    }
    payloads.push({ kind: 'unprinted', shipmentId, copy });
    unclaimed.push(shipmentId);
    if (isKept) claimed.push({ ...claim, isPrinting: false });
  }
  for (const { shipmentId, checkedAtMs, scannedVolumes } of checks) {
    const known = model.findKnown(shipmentId)?.scannedVolumes ?? null;
    payloads.push(describeCheck(shipmentId, checkedAtMs, scannedVolumes, known));
  }
  payloads.push(...events.flatMap((event) => describeEvent(event) ?? []));
  // A print and a conclusion end `accepted` at the other stations without this event.
  const ended = change.core?.conclusion === 'concluded' ? [] : labels;
  for (const { id: shipmentId, label } of ended) {
    const wasAccepted = (model.findKnown(shipmentId)?.label.waived ?? null) !== null;
    if (wasAccepted && label.waived === null && !printed.includes(shipmentId))
      payloads.push({ kind: 'taken-back', shipmentId });
  }
  const isResolved = payloads.some(({ kind }) => kind === 'conclusion-resolved');
  return {
    payloads: isResolved ? payloads.filter(({ kind }) => kind !== 'concluded') : payloads,
    claimed,
    unclaimed,
  };
}

/** Returns the shipment of each print among these. */
export function listPrinted(events: readonly NewEvent[]) {
  return events.flatMap(({ kind, shipmentId }) =>
    (kind === 'printed' || kind === 'reprinted') && shipmentId !== undefined ? [shipmentId] : [],
  );
}

/** Adds the marks of the label that is meant: another station may have read of another one. */
export function markLabel(payload: FloorPayload, model: CoordinatedJob): FloorPayload {
  if (!('shipmentId' in payload)) return payload;
  const entry = model.findKnown(payload.shipmentId);
  return entry === null ? payload : { ...payload, marks: digestLabelMarks(entry.shipment) };
}

/** `known`: the volumes scanned before. */
export function describeCheck(
  shipmentId: number,
  checkedAtMs: number | null,
  scanned: ScannedVolumes | null,
  known: ScannedVolumes | null,
): FloorPayload {
  const kind = checkedAtMs === null ? 'unchecked' : 'checked';
  if (scanned === null) return { kind, shipmentId, volumes: null };
  const before = known?.codes ?? [];
  const came = scanned.codes.filter((code) => !before.includes(code));
  const went = before.filter((code) => !scanned.codes.includes(code));
  return { kind, shipmentId, volumes: { ...scanned, came, went } };
}

/**
 * Returns the shipments whose paper is in doubt if a print ends with this change; null if none
 * does.
 */
function findDoubts(
  { core, printVerdict }: ModelChange,
  before: JobCore,
  verdict: PrintVerdict | null,
) {
  if (core === undefined || core.print === 'running' || before.print === 'idle') return null;
  if (core.print === 'idle') return new Set();
  const known = printVerdict === undefined ? verdict : printVerdict;
  return before.print === 'running' ? new Set(known?.perhaps) : null;
}

function describeEvent({ kind, shipmentId, data = {} }: NewEvent) {
  if (kind === 'accepted') return shipmentId === undefined ? null : { kind, shipmentId };
  if (kind === 'conclusion-resolved') return { kind, concluded: data['concluded'] === true };
  const isEnd =
    kind === 'concluded' || kind === 'conclusion-unknown' || kind === 'conclusion-refused';
  return isEnd ? { kind } : null;
}
