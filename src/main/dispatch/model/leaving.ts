import { staysHere } from '#shared/domain/cancelled.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { findRule } from '#shared/domain/conclude-first.ts';
import type {
  Cutoff,
  Decision,
  Exception,
  ExceptionKind,
  NextStep,
} from '#shared/domain/decision.ts';
import { type JobSnapshot, mustConcludeFirst, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { findOutlived, isCorreios } from '#shared/domain/labels.ts';
import type { NamedRef } from '#shared/domain/records.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import {
  type Leaving,
  type LeavingKind,
  leavingKinds,
  type LeavingReason,
} from '#shared/faults/leaving.ts';
import { isHeldElsewhere, isPrintedElsewhere } from '#shared/floor-rows.ts';
import { findHold } from './holds.ts';
import { awaitsConclusion } from './label-state.ts';

export type JobFacts = Omit<JobSnapshot, keyof Decision>;
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

interface Meaning {
  /** The fault with which the conclusion is refused; null if it is not. */
  readonly refusal: FaultKind | null;
  /**
   * The reason against leaving; null for those by orders and invoices, which are read from the rows
   * themselves.
   */
  readonly leaving: LeavingKind | null;
}

const listChanged: Meaning = { refusal: 'grouping-changed', leaving: 'grouping-changed' };
const decided: Meaning = { refusal: null, leaving: null };

export const meanings: Readonly<Record<ExceptionKind, Meaning>> = {
  cancelled: { refusal: 'shipment-cancelled', leaving: null },
  unauthorised: { refusal: 'invoice-unauthorised', leaving: null },
  removed: listChanged,
  added: listChanged,
  changed: listChanged,
  stopped: { refusal: 'not-ready', leaving: 'label-of-another' },
  many: { refusal: 'label-many-pages', leaving: 'label-many-pages' },
  unchecked: { refusal: 'unchecked', leaving: 'unchecked' },
  before: { refusal: 'printed-before', leaving: 'printed-before' },
  failed: { refusal: 'not-ready', leaving: 'not-ready' },
  waiting: { refusal: 'not-ready', leaving: 'waiting' },
  without: { refusal: 'not-ready', leaving: 'label-in-panel' },
  unprinted: { refusal: 'not-ready', leaving: 'unprinted' },
  fewer: { refusal: 'fewer-labels', leaving: 'fewer-labels' },
  accepted: decided,
  staying: decided,
};

/**
 * Decides the light by the facts at hand. `exceptions`: the conclusion's, as if no label came after
 * it.
 */
export function findLeaving(
  facts: JobFacts,
  exceptions: readonly Exception[],
  step: NextStep['kind'],
  cutoffs: Cutoffs,
  nowMs: number,
): Leaving {
  const { grouping, state, shipments, fault, refusal } = facts;
  const { shippingMethod: method } = grouping;
  const found = new Map<LeavingKind, Set<number>>();
  const add = (kind: LeavingKind | null, ...ids: readonly number[]): void => {
    if (kind === null) return;
    const known = found.get(kind) ?? new Set();
    for (const id of ids) known.add(id);
    found.set(kind, known);
  };
  const isOpen = state !== 'concluded';
  if (shipments.length === 0) add('grouping-empty');
  for (const kind of isOpen ? [fault?.kind, refusal] : [])
    if (kind === 'forbidden' || kind === 'conclusion-refused') add(kind);
  const trouble = findTrouble(facts, step);
  if (trouble !== null && !found.has(trouble as LeavingKind)) add('trouble');
  for (const { kind, shipmentIds } of exceptions) add(meanings[kind].leaving, ...shipmentIds);
  for (const row of shipments) {
    const { id } = row.shipment;
    for (const kind of listOfRow(row, facts, nowMs)) add(kind, id);
    const isLater = mustConcludeFirst(facts) && isOnItsWay(row) && awaitsConclusion(row.label);
    if (isLater) add('label-after-conclusion', id);
    if (isLater || found.get('forbidden')?.has(id) === true)
      for (const kind of ['not-ready', 'waiting'] as const) found.get(kind)?.delete(id);
  }
  const missed = findMissedCutoff(shipments, method, cutoffs, nowMs);
  if (missed !== null) add('cutoff', ...missed.shipmentIds);
  const details: Partial<Record<LeavingKind, string | null>> = {
    cutoff: missed?.time ?? null,
    'no-invoice': method?.name ?? null,
    trouble,
  };
  if (found.size === 0 && !lastSteps.has(step)) add('under-way');
  if (found.size === 0 && !isReadWithin(freshMs, facts, nowMs)) add('unread');
  const reasons = (Object.keys(leavingKinds) as LeavingKind[]).flatMap(
    (kind): readonly LeavingReason[] => {
      const ids = found.get(kind);
      const isNone = ids?.size === 0 && (kind === 'not-ready' || kind === 'waiting');
      if (ids === undefined || isNone) return [];
      return [{ kind, shipmentIds: [...ids], detail: details[kind] ?? null }];
    },
  );
  const tones = new Set(reasons.map(({ kind }) => leavingKinds[kind]));
  const tone = (['red', 'amber', 'work'] as const).find((one) => tones.has(one)) ?? 'green';
  return { tone, reasons };
}

/**
 * Returns true if the light depends on nothing else, and the list is soon older than it may be.
 */
export function isReadingDue(
  snapshot: Pick<JobSnapshot, 'leaving' | 'readAtMs' | 'obstacle'>,
  nowMs: number,
): boolean {
  return (
    !isReadWithin(freshMs - 2 * leavingIntervalMs, snapshot, nowMs) &&
    snapshot.leaving.reasons.every(
      ({ kind, detail }) =>
        kind === 'unread' || (kind === 'trouble' && detail === snapshot.obstacle),
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
function findTrouble({ fault, share, obstacle, state }: JobFacts, step: NextStep['kind']) {
  const isDoubted = state !== 'concluded' && share?.conclusion?.state === 'unknown';
  const doubt = isDoubted ? 'conclusion-unknown' : null;
  return fault?.kind ?? askedBy[step] ?? doubt ?? obstacle;
}

/** Reasons of one shipment besides its exceptions. */
function listOfRow(
  row: ShipmentSnapshot,
  { grouping: { shippingMethod: method }, state, unreadInvoices }: JobFacts,
  nowMs: number,
) {
  const { shipment, label } = row;
  const { invoice, recipient } = shipment;
  const hold = findHold(shipment);
  if (staysHere(row)) return [];
  const kinds: LeavingKind[] = [];
  if (hold !== null) kinds.push(hold.kind === 'shipment-cancelled' ? hold.by : hold.kind);
  const isTold = invoice?.status !== null && invoice?.isLearned !== true;
  if (!isTold && unreadInvoices?.includes(shipment.id) === true) kinds.push('invoice-unread');
  if (invoice?.status?.startsWith('#') === true) kinds.push('invoice-unknown');
  // An object of the kind invoice has one, although this answer leaves it out.
  if (invoice === null && shipment.objectType !== 'notafiscal') kinds.push('no-invoice');
  if (findOutlived(method, label.storedAtMs ?? Infinity, nowMs) !== null)
    kinds.push('label-outlived');
  if (isHeldElsewhere(row) && isOnItsWay(row))
    kinds.push(label.state === 'ready' ? 'unprinted' : 'waiting');
  if (state === 'concluded') return kinds;
  if (label.state === 'failed' && label.fault?.kind === 'forbidden' && !label.accepted)
    kinds.push('forbidden');
  if ((recipient?.name ?? '') === '') kinds.push('no-recipient');
  // Correios price a posting by its destination's postal code and its weight; no other carrier's
  // rule is known.
  if (!isCorreios(method)) return kinds;
  if ((recipient?.address?.postalCode ?? '') === '') kinds.push('no-postal-code');
  if ((shipment.volume?.grossWeight ?? 0) <= 0) kinds.push('no-weight');
  return kinds;
}

function isOnItsWay(row: ShipmentSnapshot): boolean {
  return row.label.state !== 'printed' && !isPrintedElsewhere(row) && !row.label.accepted;
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
  const ready = left.filter(({ label }) => label.state === 'ready').length;
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
