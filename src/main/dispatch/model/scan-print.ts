import {
  hasLabel,
  isPrintUnknown,
  isSettled,
  type JobSnapshot,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import { asksAboutPaper, fault, type Fault } from '#shared/faults/faults.ts';
import type { KnownIssuers } from '#shared/identities/access-key.ts';
import { readCode } from '#shared/identities/code.ts';
import { isCompared, type Naming, readNaming } from '#shared/identities/naming.ts';
import { isOnPaper, readShare } from '#shared/floor-rows.ts';
import { listCandidates } from '../codes/parcel-codes.ts';
import { findCancelled } from './holds.ts';

/** A shipment that a scanned code names, and by what. `label`: its label alone shows the code. */
export interface ScannedRow {
  readonly shipmentId: number;
  readonly by: Naming | 'label';
}

/**
 * Returns every shipment with this tracking code, invoice or order number; if there is none, that
 * of the label.
 */
export function findScanned(
  raw: string,
  rows: readonly ShipmentSnapshot[],
  known: KnownIssuers,
): readonly ScannedRow[] {
  const nameBy = readNaming(raw, known);
  const found = rows.flatMap((row) => {
    const by = nameBy(row);
    return by === null ? [] : [{ shipmentId: row.shipment.id, by }];
  });
  if (found.length > 0) return found;
  const { trackings, key } = readCode(raw);
  const shown = rows.filter(({ shipment, label }) => {
    // A stopped label names no shipment.
    if (label.reading === null || isCompared(key, shipment) || !hasLabel(label)) return false;
    const codes = listCandidates(label.reading);
    return trackings.some((one) => codes.has(one));
  });
  return shown.length === 1
    ? shown.map(({ shipment }) => ({ shipmentId: shipment.id, by: 'label' }))
    : [];
}

export interface ScanCandidate extends ScannedRow {
  readonly entry: ShipmentSnapshot;
  readonly job: Pick<JobSnapshot, 'state' | 'printing' | 'fault' | 'printVerdict'>;
  /** A scan before has sent for its label, which is not on paper yet. */
  readonly isUnderWay: boolean;
}

/**
 * `wait`: it is printed as soon as it is here. `ask`: it may be on paper, and only a person's word
 * prints it.
 */
export type ScanDecision<C extends ScanCandidate> =
  | { readonly kind: 'print' | 'wait' | 'under-way' | 'ask' | 'check'; readonly candidate: C }
  | { readonly kind: 'refuse'; readonly candidate: C; readonly fault: Fault }
  | { readonly kind: 'several'; readonly candidates: readonly C[] }
  | { readonly kind: 'unknown' };

interface ScanWords {
  readonly isCheck: boolean;
  readonly isChosen?: boolean;
  readonly again: number | null;
}

/**
 * Nothing is guessed: a code of several shipments is a question, and so is an unsure one, unless a
 * person has chosen. `isCheck`: on the Check screen, where an invoice's number stands for the
 * parcel too. `again`: a person's word to print although it was printed so many times.
 */
export function decideScan<C extends ScanCandidate>(
  candidates: readonly C[],
  { isCheck, isChosen = false, again }: ScanWords,
): ScanDecision<C> {
  const [candidate, another] = candidates;
  if (candidate === undefined) return { kind: 'unknown' };
  if (another !== undefined) return { kind: 'several', candidates };
  const { by, entry, isUnderWay } = candidate;
  if (by === 'unsure' && !isChosen) return { kind: 'several', candidates };
  const { label } = entry;
  const isOut = isOnPaper(entry);
  const isParcels = by === 'tracking' || (isCheck && by !== 'order');
  // A code that only the label has is on paper that somebody holds.
  if (by === 'label' || (isParcels && isOut && entry.checkedAtMs === null))
    return { kind: 'check', candidate };
  if (isUnderWay) return { kind: 'under-way', candidate };
  const refusal = findRefusal(candidate);
  if (refusal !== null) return { kind: 'refuse', candidate, fault: refusal };
  const mayBeOut = isOut || label.timesPrinted > 0 || label.waived !== null;
  if (mayBeOut && again !== label.timesPrinted) return { kind: 'ask', candidate };
  return { kind: hasLabel(label) ? 'print' : 'wait', candidate };
}

/** Returns why no scan prints this label; null if nothing stands against it. */
function findRefusal({ entry, job }: ScanCandidate): Fault | null {
  const { label, shipment, share } = entry;
  if (isPrintUnknown(job)) return asksAboutPaper(job.fault) ? job.fault : fault('print-unknown');
  if (job.state === 'concluding')
    return fault('not-ready', { detail: 'the grouping is being concluded' });
  if (readShare(entry) === 'other') return fault('floor-taken', { detail: share?.station ?? '' });
  const cancelled = findCancelled(shipment);
  // A person has confirmed one that is ready all the same.
  if (cancelled !== null && readState(label) !== 'ready')
    return fault('shipment-cancelled', { detail: cancelled });
  const mayCome = hasLabel(label) || !isSettled(label) || label.file === 'failed';
  return mayCome ? null : (label.fault ?? fault('label-missing'));
}
