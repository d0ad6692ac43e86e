import type { GroupingSummary } from '#shared/contract/job.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { isHeld, staysHere } from '#shared/domain/cancelled.ts';
import {
  countFetched,
  type ConclusionDecision,
  countOpen,
  type Decision,
  type NextStep,
  noTallies,
  type Tallies,
} from '#shared/domain/decision.ts';
import {
  findFewerLabels,
  hasLabel,
  isPrintUnknown,
  isSettled,
  type JobSnapshot,
  type LabelState,
  listExceptions,
  mustConcludeFirst,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import { fault, type Fault } from '#shared/faults/faults.ts';
import {
  findLight,
  isDecided,
  type Problem,
  type ProblemKind,
  readMeaning,
} from '#shared/faults/problems.ts';
import { readShare } from '#shared/floor-rows.ts';
import { findCancelled, putAside } from './holds.ts';
import { changeLabel, type LabelChange } from './label-state.ts';
import { type JobFacts, listProblems } from './problems.ts';

export type DecisionSettings = Pick<Settings, 'printWhenChecked' | 'cutoffs' | 'mustCheck'>;
type StepSettings = Pick<Settings, 'printWhenChecked'>;

/** Adds the conclusions. */
export function decide<Facts extends JobFacts>(
  facts: Facts,
  settings: DecisionSettings,
  nowMs: number,
): Facts & Decision {
  const tallies = countRows(facts.shipments);
  const step = findNextStep(facts, tallies, settings);
  const problems = listProblems(facts, step.kind, settings.cutoffs, nowMs);
  const conclusion = decideConclusion({ ...facts, problems }, step, settings.mustCheck);
  return { ...facts, tallies, problems, step, conclusion, light: findLight(problems) };
}

/** Steps of a grouping that cannot be concluded now, whatever is against it. */
const closed: ReadonlySet<NextStep['kind']> = new Set([
  'resolve-conclusion',
  'wait-conclusion',
  'wait-print',
]);

function decideConclusion(
  facts: JobFacts & Pick<Decision, 'problems'>,
  step: NextStep,
  mustCheck: boolean,
): ConclusionDecision {
  // An unchecked parcel no longer delays the manifest.
  if (facts.state === 'concluded')
    return { step: step.kind === 'check' ? { kind: 'manifest' } : step, mayGoAnyway: false };
  if (closed.has(step.kind) || facts.shipments.length === 0) return { step, mayGoAnyway: false };
  const against = listExceptions(facts);
  const count = against.find(({ kind }) => kind === 'floor-busy')?.shipmentIds.length ?? 0;
  const kinds = against.map(({ kind }) => kind).filter((kind) => !isDecided(kind));
  if (kinds.every((kind) => kind === 'floor-busy'))
    return {
      step: count > 0 ? { kind: 'wait-others', count } : { kind: 'conclude' },
      mayGoAnyway: false,
    };
  const isLast = step.kind === 'conclude' || step.kind === 'conclude-first';
  return {
    step: isLast ? { kind: 'see' } : step,
    // Labels on their way can still come, and a doubt is answered first.
    mayGoAnyway:
      !facts.collecting &&
      facts.pause?.reason !== 'token' &&
      !kinds.some((kind) => readMeaning(kind).isAwaited || (mustCheck && kind === 'unchecked')),
  };
}

export interface ConclusionWord {
  /** The problems that they saw and accept. */
  readonly seen: readonly Pick<Problem, 'kind' | 'shipmentIds'>[];
  readonly mustBeChecked: boolean;
}

/**
 * Returns the refusal for the first problem that the person did not see, with the places of its
 * kind; null if there is none.
 */
export function findRefusal(
  { shipments }: Pick<JobFacts, 'shipments'>,
  exceptions: readonly Problem[],
  { seen, mustBeChecked }: ConclusionWord,
): Fault | null {
  if (shipments.length === 0) return fault('grouping-empty');
  const seenIds = new Map(seen.map(({ kind, shipmentIds }) => [kind, new Set(shipmentIds)]));
  const newer = exceptions.flatMap(({ kind, shipmentIds }) => {
    const { conclusion = null, isAwaited = false } = readMeaning(kind);
    if (conclusion === null || (kind === 'unchecked' && !mustBeChecked)) return [];
    const ids = new Set(
      shipmentIds.filter((id) => isAwaited || seenIds.get(kind)?.has(id) !== true),
    );
    return ids.size === 0 ? [] : [{ kind: conclusion, ids }];
  });
  const first = newer.find(({ kind }) => kind === 'grouping-changed') ?? newer[0];
  if (first === undefined) return null;
  const positions = shipments.flatMap(({ position, shipment }) =>
    first.ids.has(shipment.id) ? [`#${position}`] : [],
  );
  return fault(first.kind, { reached: 'no', detail: positions.slice(0, 20).join(' ') });
}

/**
 * Returns the label after a person accepted this problem, with the journal's event; null if it
 * stays.
 */
export function waive(kind: ProblemKind, entry: ShipmentSnapshot): LabelChange | null {
  if (kind === 'fewer-labels') {
    const seen = findFewerLabels(entry);
    return (
      seen &&
      changeLabel(entry, { type: 'fewer-seen', seen }, { kind: 'fewer-seen', data: { ...seen } })
    );
  }
  const { conclusion = null, isAwaited } = readMeaning(kind);
  if (conclusion === null || isAwaited || kind === 'unchecked' || kind === 'removed') return null;
  const isByPapers = conclusion === 'shipment-cancelled' || conclusion === 'invoice-unauthorised';
  return isByPapers && !isHeld(entry.label) ? null : putAside(entry);
}

const talliedAs: Readonly<Record<LabelState, keyof Tallies>> = {
  missing: 'pending',
  late: 'pending',
  coming: 'coming',
  ready: 'ready',
  printed: 'printed',
  failed: 'retryable',
  refused: 'undecided',
  panel: 'without',
  withheld: 'undecided',
  blocked: 'undecided',
};

export function countRows(rows: readonly ShipmentSnapshot[]): Tallies {
  const tallies: { -readonly [K in keyof Tallies]: number } = { ...noTallies, total: rows.length };
  for (const row of rows) {
    const { label, checkedAtMs } = row;
    const state = readState(label);
    if (checkedAtMs !== null) tallies.checked += 1;
    if (!staysHere(row)) tallies.going += 1;
    if (readShare(row) === 'printed') tallies.printed += 1;
    else if (label.waived !== null) tallies.accepted += 1;
    else if (state === 'ready' && readShare(row) === 'other') tallies.others += 1;
    else {
      tallies[talliedAs[state]] += 1;
      if (state === 'late') tallies.late += 1;
    }
    if (state === 'ready' && label.waived === null && readShare(row) === 'taken')
      tallies.taken += 1;
  }
  return tallies;
}

/** The facts that the next step depends on, besides the counts. */
type StepFacts = Pick<
  JobFacts,
  | 'state'
  | 'collecting'
  | 'printing'
  | 'labelsAfterConclusion'
  | 'fault'
  | 'pause'
  | 'printVerdict'
  | 'share'
  | 'manifestSeen'
>;

export function findNextStep(facts: StepFacts, tallies: Tallies, settings: StepSettings): NextStep {
  if (facts.state === 'conclusion-unknown') return { kind: 'resolve-conclusion' };
  if (isPrintUnknown(facts)) return { kind: 'resolve-print' };
  if (facts.state === 'concluding' || isConcludedElsewhereNow(facts))
    return { kind: 'wait-conclusion' };
  if (facts.printing) return { kind: 'wait-print' };
  if (facts.pause?.reason === 'token') return { kind: 'give-token' };
  return findLabelStep(facts, tallies, settings) ?? findLastStep(facts, tallies);
}

function findLabelStep(
  facts: StepFacts,
  tallies: Tallies,
  { printWhenChecked }: StepSettings,
): NextStep | null {
  const { total, going, retryable, undecided, without, checked } = tallies;
  // This station's reserved labels come first; no other station prints them.
  const ready = tallies.taken > 0 ? tallies.taken : tallies.ready;
  const open = countOpen(tallies);
  if (mustConcludeFirst(facts)) return { kind: 'conclude-first' };
  if (tallies.late > 0 && tallies.late === open)
    return ready > 0
      ? { kind: 'print', count: ready, more: true }
      : { kind: 'ask-now', count: tallies.late };
  if (facts.collecting) {
    return ready > 0
      ? { kind: 'print', count: ready, more: open > 0 }
      : { kind: 'wait-labels', done: countFetched(tallies), total };
  }
  if (open > 0) return { kind: 'collect', count: open };
  if (retryable > 0) return { kind: 'retry', count: retryable };
  if (without > 0) return { kind: 'go-without', count: without };
  if (ready > 0 && printWhenChecked && checked < going)
    return { kind: 'check', count: going - checked };
  if (ready > 0) return { kind: 'print', count: ready, more: false };
  if (undecided > 0) return { kind: 'decide', count: undecided };
  return null;
}

function findLastStep({ state, manifestSeen }: StepFacts, tallies: Tallies): NextStep {
  if (tallies.total === 0) return { kind: 'next-grouping' };
  const unchecked = tallies.going - tallies.checked;
  if (state !== 'concluded' && tallies.others > 0 && unchecked <= tallies.others)
    return { kind: 'wait-others', count: tallies.others };
  if (unchecked > 0 && !(manifestSeen && state === 'concluded'))
    return { kind: 'check', count: unchecked };
  if (state !== 'concluded') return { kind: 'conclude' };
  return manifestSeen ? { kind: 'next-grouping' } : { kind: 'manifest' };
}

/** Returns the step that a grouping in a list has once it is opened. */
export function findListedStep(
  listed: Omit<GroupingSummary, 'step'>,
  settings: StepSettings,
): NextStep {
  const { shipments: total, ready, printed, failed, without, accepted } = listed;
  const facts = {
    ...listed,
    collecting: false,
    printing: false,
    fault: listed.asksAboutPaper ? fault('print-unknown') : null,
    pause: null,
    printVerdict: null,
    share: null,
    manifestSeen: false,
  };
  const pending = total - ready - printed - failed - without - accepted;
  const undecided = failed - listed.retryable;
  const going = total - listed.staying;
  return findNextStep(
    facts,
    { ...noTallies, ...listed, total, going, pending, undecided },
    settings,
  );
}

/** Another station is concluding it; one that died there leaves it to this one. */
function isConcludedElsewhereNow({ share, state }: StepFacts): boolean {
  const { conclusion = null, stations = [] } = share ?? {};
  if (state === 'concluded' || conclusion?.state !== 'concluding' || conclusion.isHere)
    return false;
  return !stations.some(
    ({ station, isAlive, isHere }) => station === conclusion.station && !isAlive && !isHere,
  );
}

/**
 * Returns labels in no spool job yet, of a grouping whose labels are all there and whose last print
 * ended well.
 */
export function listUnaskedPrints({
  state,
  printing,
  printVerdict,
  shipments,
}: JobSnapshot): readonly number[] {
  if (printing || (state !== 'ready' && state !== 'concluded') || printVerdict !== null) return [];
  const areSettled = shipments.every(
    ({ label }) => hasLabel(label) || isHeld(label) || (isSettled(label) && label.waived !== null),
  );
  return areSettled ? shipments.filter(isNeverPrinted).map(({ shipment }) => shipment.id) : [];
}

/**
 * The same while others are still fetched; none after a bad print, or if labels come only after the
 * conclusion.
 */
export function listComingPrints(snapshot: JobSnapshot): readonly number[] {
  const { state, printing, printVerdict, shipments } = snapshot;
  if (
    printing ||
    (state !== 'collecting' && state !== 'concluded') ||
    printVerdict !== null ||
    mustConcludeFirst(snapshot)
  )
    return [];
  return shipments
    .filter((row) => isNew(row) && (hasLabel(row.label) || !isSettled(row.label)))
    .map(({ shipment }) => shipment.id);
}

/** Not printed, not accepted without printing either, and not of a parcel that must not leave. */
export function isNeverPrinted(row: ShipmentSnapshot): boolean {
  return readState(row.label) === 'ready' && isNew(row);
}

function isNew({ shipment, label, share }: ShipmentSnapshot): boolean {
  if ((share !== null && !share.isHere) || findCancelled(shipment) !== null) return false;
  return label.printRunId === null && label.timesPrinted === 0 && label.waived === null;
}
