import { isHeld, staysHere } from '#shared/domain/cancelled.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { findRule } from '#shared/domain/conclude-first.ts';
import type { Cutoff, Decision, NextStep } from '#shared/domain/decision.ts';
import {
  hasLabel,
  type JobSnapshot,
  type LabelBlock,
  type LabelState,
  lacksLabels,
  mustConcludeFirst,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import { findOutlived, isCorreios } from '#shared/domain/labels.ts';
import type { NamedRef } from '#shared/domain/records.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import {
  isAgainst,
  type KindAgainst,
  listAgainstLeaving,
  type Problem,
  type ProblemKind,
  problemKinds,
} from '#shared/faults/problems.ts';
import { isOnPaper, readShare } from '#shared/floor-rows.ts';
import { findCancelled, findOnPapers } from './holds.ts';

export type JobFacts = Omit<JobSnapshot, keyof Decision>;
export type ListFacts = Pick<JobFacts, 'shipments' | 'difference' | 'state'>;
type Cutoffs = Settings['cutoffs'];

/** How often the light is computed anew while nothing else changes. */
export const leavingIntervalMs = 60_000;
/** The ERP's list is known for so long after it was read. */
export const freshMs = 300_000;

/** Steps of a grouping that may leave. */
const lastSteps: ReadonlySet<NextStep['kind']> = new Set(['conclude', 'manifest', 'next-grouping']);
/** Steps that a question or a need stands behind. */
const askedBy: Partial<Record<NextStep['kind'], FaultKind>> = {
  'give-token': 'unauthorized',
  'resolve-print': 'print-unknown',
  'resolve-conclusion': 'conclusion-unknown',
};

/** Shipments by their problems. */
class Found extends Map<ProblemKind, Set<number>> {
  add(kind: ProblemKind, ...ids: readonly number[]): void {
    const known = this.get(kind) ?? new Set();
    for (const id of ids) known.add(id);
    this.set(kind, known);
  }

  list(details: Partial<Record<ProblemKind, string | null>> = {}): readonly Problem[] {
    return problemKinds.flatMap((kind) => {
      const ids = this.get(kind);
      return ids === undefined
        ? []
        : [{ kind, shipmentIds: [...ids], detail: details[kind] ?? null }];
    });
  }
}

/** Returns all that stands against something, by the facts at hand. */
export function listProblems(
  facts: JobFacts,
  step: NextStep['kind'],
  cutoffs: Cutoffs,
  nowMs: number,
): readonly Problem[] {
  const { shipments, state, fault, refusal } = facts;
  const method = facts.grouping.shippingMethod;
  const found = findInList(facts, mustConcludeFirst(facts));
  if (shipments.length === 0) found.add('grouping-empty');
  for (const kind of state === 'concluded' ? [] : [fault?.kind, refusal])
    if (kind === 'forbidden' || kind === 'conclusion-refused') found.add(kind);
  const trouble = findTrouble(facts, step);
  if (trouble !== null && !found.has(trouble as ProblemKind)) found.add('trouble');
  for (const row of shipments)
    for (const kind of listOfPapers(row, facts, nowMs)) found.add(kind, row.shipment.id);
  const missed = findMissedCutoff(shipments, method, cutoffs, nowMs);
  if (missed !== null) found.add('cutoff', ...missed.shipmentIds);
  const isClear = ![...found.keys()].some((kind) => isAgainst('leaving', kind));
  if (isClear && !lastSteps.has(step)) found.add('under-way');
  if (isClear && !isReadWithin(freshMs, facts, nowMs)) found.add('unread');
  return found.list({
    cutoff: missed?.time ?? null,
    'no-invoice': method?.name ?? null,
    trouble,
  });
}

/** Returns the problems of the list and its labels. `isFirst`: labels come after the conclusion. */
export function listOfList(facts: ListFacts, isFirst: boolean): readonly Problem[] {
  return findInList(facts, isFirst).list();
}

function findInList({ shipments, difference, state }: ListFacts, isFirst: boolean): Found {
  const found = new Found();
  const different = new Set<number>();
  for (const kind of ['removed', 'added', 'changed'] as const)
    for (const { id } of difference?.[kind] ?? []) {
      different.add(id);
      found.add(kind, id);
    }
  for (const row of shipments) {
    const { id } = row.shipment;
    const onPapers = findOnPapers(row.shipment);
    const isStaying = staysHere(row);
    if (onPapers !== null && !isStaying) found.add(onPapers.kind, id);
    if (row.checkedAtMs === null && !isStaying) found.add('unchecked', id);
    for (const kind of listOfLabel(row, isFirst, state === 'concluded'))
      // A shipment that came or was issued anew since the print is reported as that.
      if (kind === 'floor-busy' || !different.has(id)) found.add(kind, id);
  }
  return found;
}

const byBlock: Readonly<Record<LabelBlock, ProblemKind>> = {
  'label-of-another': 'label-of-another',
  'label-many-pages': 'label-many-pages',
  'printed-before': 'printed-before',
  // Its order, or its invoice, is in order by now.
  'shipment-cancelled': 'failed',
  'invoice-unauthorised': 'failed',
};
const byState: Readonly<Record<Exclude<LabelState, 'printed' | 'blocked'>, ProblemKind>> = {
  missing: 'waiting',
  late: 'waiting',
  coming: 'waiting',
  ready: 'unprinted',
  failed: 'failed',
  refused: 'failed',
  panel: 'label-in-panel',
  withheld: 'failed',
};
/** Its label exists only after the conclusion, or was not requested yet. */
const laterStates: ReadonlySet<LabelState> = new Set(['missing', 'late', 'withheld']);

function listOfLabel(
  row: ShipmentSnapshot,
  isFirst: boolean,
  isConcluded: boolean,
): readonly ProblemKind[] {
  const { label } = row;
  const state = readState(label);
  const isPrinted = state === 'printed';
  if (!isPrinted && readShare(row) === 'other') return label.waived === null ? ['floor-busy'] : [];
  if (!isPrinted && readShare(row) === 'printed') return [];
  if (isHeld(label) && findOnPapers(row.shipment) !== null) return [];
  if (staysHere(row)) return ['staying'];
  if (label.waived !== null) return isPrinted || label.waived === 'keeps' ? [] : ['accepted'];
  if (isFirst && laterStates.has(state)) return ['label-after-conclusion'];
  const fewer: readonly ProblemKind[] = lacksLabels(row) ? ['fewer-labels'] : [];
  if (isPrinted) return fewer;
  if (state === 'ready' && isFirst) return ['unprinted', ...fewer];
  if (state === 'refused' && label.fault?.kind === 'forbidden' && !isConcluded)
    return ['forbidden'];
  return [label.block === null ? byState[label.file] : byBlock[label.block]];
}

/**
 * Returns why a parcel with the right code needs attention; null if its label is on paper and it
 * may leave.
 */
export function findAtCheck(entry: ShipmentSnapshot): KindAgainst<'check'> | null {
  const { shipment, label } = entry;
  const { block, waived } = label;
  if (block === 'label-of-another') return block;
  const isBarred = block === 'shipment-cancelled' && waived === null;
  const cancelled = findCancelled(shipment) ?? (isBarred ? 'sale-cancelled' : null);
  if (cancelled !== null) return cancelled;
  if (isOnPaper(entry)) return null;
  const isHere = hasLabel(label) || block === 'label-many-pages' || isHeld(label);
  return isHere ? 'unprinted' : 'no-label';
}

/**
 * Returns true if the light depends on nothing else, and the list is soon older than it may be.
 */
export function isReadingDue(
  snapshot: Pick<JobSnapshot, 'problems' | 'readAtMs' | 'listFault'>,
  nowMs: number,
): boolean {
  return (
    !isReadWithin(freshMs - 2 * leavingIntervalMs, snapshot, nowMs) &&
    listAgainstLeaving(snapshot.problems).every(
      ({ kind, detail }) =>
        kind === 'unread' || (kind === 'trouble' && detail === snapshot.listFault),
    )
  );
}

function isReadWithin(
  ms: number,
  { readAtMs }: Pick<JobSnapshot, 'readAtMs'>,
  nowMs: number,
): boolean {
  const ageMs = nowMs - (readAtMs ?? -Infinity);
  // The clock may have been set back since.
  return ageMs >= 0 && ageMs <= ms;
}

/** Returns the fault, or the question, that is open in the grouping as a whole. */
function findTrouble({ fault, share, listFault, state }: JobFacts, step: NextStep['kind']) {
  const isDoubted = state !== 'concluded' && share?.conclusion?.state === 'unknown';
  const doubt = isDoubted ? 'conclusion-unknown' : null;
  return fault?.kind ?? askedBy[step] ?? doubt ?? listFault;
}

/** Problems of one shipment besides its label's. */
function listOfPapers(
  row: ShipmentSnapshot,
  { grouping: { shippingMethod: method }, state, unreadInvoices }: JobFacts,
  nowMs: number,
): readonly ProblemKind[] {
  const { shipment, label } = row;
  const { invoice, recipient } = shipment;
  if (staysHere(row)) return [];
  const kinds: ProblemKind[] = [];
  const isTold = invoice?.status !== null && invoice?.isLearned !== true;
  if (!isTold && unreadInvoices?.includes(shipment.id) === true) kinds.push('invoice-unread');
  if (invoice?.status?.startsWith('#') === true) kinds.push('invoice-unknown');
  // An object of the kind invoice has one, although this answer leaves it out.
  if (invoice === null && shipment.objectType !== 'notafiscal') kinds.push('no-invoice');
  if (findOutlived(method, label.storedAtMs ?? Infinity, nowMs) !== null)
    kinds.push('label-outlived');
  if (state === 'concluded') return kinds;
  if ((recipient?.name ?? '') === '') kinds.push('no-recipient');
  // Correios price a posting by its destination's postal code and its weight; no other carrier's
  // rule is known.
  if (!isCorreios(method)) return kinds;
  if ((recipient?.address?.postalCode ?? '') === '') kinds.push('no-postal-code');
  if ((shipment.volume?.grossWeight ?? 0) <= 0) kinds.push('no-weight');
  return kinds;
}

function isOnItsWay(row: ShipmentSnapshot): boolean {
  return !isOnPaper(row) && row.label.waived === null;
}

/**
 * For one label: the common plan of the service allows 60 requests a minute, and a printer needs
 * about a second.
 */
const fetchMs = 1_000;
const printMs = 1_000;

/**
 * Returns the shipping method's cutoff of today if it comes, or came, before the labels that are
 * left are on paper.
 */
function findMissedCutoff(
  shipments: readonly ShipmentSnapshot[],
  method: NamedRef | null,
  cutoffs: Cutoffs,
  nowMs: number,
) {
  const left = shipments.filter(isOnItsWay);
  const ready = left.filter(({ label }) => readState(label) === 'ready').length;
  const cutoff = findCutoff(method, cutoffs, { left: left.length, ready }, nowMs);
  if (cutoff?.isMissed !== true || left.length === 0) return null;
  return { time: cutoff.time, shipmentIds: left.map(({ shipment }) => shipment.id) };
}

/**
 * Returns the shipping method's cutoff of today; null if none is set. `ready`: labels of those
 * `left` that are here.
 */
export function findCutoff(
  method: NamedRef | null,
  cutoffs: Cutoffs,
  { left, ready }: { readonly left: number; readonly ready: number },
  nowMs: number,
): Cutoff | null {
  const time = findRule(cutoffs, method)?.time;
  if (time === undefined) return null;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const leftMs = new Date(nowMs).setHours(hour, minute, 0, 0) - nowMs;
  const neededMs = left * printMs + (left - ready) * fetchMs;
  return { time, minutesLeft: Math.floor(leftMs / 60_000), isMissed: neededMs > leftMs };
}
