import { isHeld } from '#shared/domain/cancelled.ts';
import { type JobSnapshot, listExceptions, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { nameDetail, problemText } from '#shared/faults/fault-text.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import {
  isAgainst,
  listAgainstLeaving,
  type Problem,
  readMeaning,
} from '#shared/faults/problems.ts';
import { findOnPapers } from '../dispatch/index.ts';
import { need } from '../os/errors.ts';
import { count, say, writePositions, type Terminal } from './output/terminal.ts';
import { listIds, type Run } from './services.ts';

/** Why labels are withheld, each with the acceptance that releases them. */
const withholding = [
  { kind: 'shipment-cancelled', releasedBy: 'print-cancelled', head: 'not to leave' },
  {
    kind: 'invoice-unauthorised',
    releasedBy: 'unauthorised',
    head: 'with an invoice that is not authorised yet',
  },
  {
    kind: 'printed-before',
    releasedBy: 'print-again',
    head: 'printed in another grouping before (again with --accept print-again)',
  },
] as const;

/** The user's words, each of which lets a conclusion go that is refused for this. */
const acceptances: Partial<Record<FaultKind, readonly Run['options']['accept'][number][]>> = {
  'grouping-changed': ['changes'],
  'shipment-cancelled': ['cancelled', 'print-cancelled'],
  'printed-before': ['printed'],
  'invoice-unauthorised': ['unauthorised'],
  'fewer-labels': ['fewer'],
};

/** Missing or wrong labels were accepted one by one before. */
export function listAccepted({ job, options }: Run): readonly Problem[] {
  return listExceptions(job.snapshot()).filter(({ kind }) =>
    acceptances[readMeaning(kind).conclusion ?? 'internal']?.some((what) =>
      options.accept.includes(what),
    ),
  );
}

/** Returns the rows for which the conclusion is refused with this fault. */
export function listRefused(
  snapshot: JobSnapshot,
  refusal: FaultKind,
): readonly ShipmentSnapshot[] {
  const ids = new Set(
    listExceptions(snapshot)
      .filter(({ kind }) => readMeaning(kind).conclusion === refusal)
      .flatMap(({ shipmentIds }) => shipmentIds),
  );
  return snapshot.shipments.filter(({ shipment }) => ids.has(shipment.id));
}

/**
 * Names the labels that are withheld for their orders, invoices or earlier prints, and releases the
 * accepted ones.
 */
export function releaseAccepted({ terminal, job, options }: Run): void {
  for (const reason of withholding) {
    const withheld = job
      .snapshot()
      .shipments.filter(({ label }) => isHeld(label) && label.block === reason.kind);
    reportRows(terminal, reason, withheld);
    const isReleased = options.accept.includes(reason.releasedBy) && withheld.length > 0;
    if (isReleased) need(job.words.confirm(listIds(withheld)));
  }
}

/**
 * After a refused conclusion: names the shipments that must not leave. Those with withheld labels
 * were named before.
 */
export function reportMustStay({ terminal, job }: Run, refusal: FaultKind): void {
  const reason = withholding.find(({ kind }) => kind === refusal);
  if (reason === undefined) return;
  const found = listRefused(job.snapshot(), refusal).filter(({ label }) => !isHeld(label));
  reportRows(terminal, reason, found);
}

function reportRows(
  terminal: Terminal,
  { kind, head }: (typeof withholding)[number],
  rows: readonly ShipmentSnapshot[],
): void {
  if (rows.length === 0) return;
  say(terminal, `${count(rows.length, 'shipment')} ${head}:`);
  for (const { position, shipment, label } of rows) {
    const why =
      kind === 'printed-before'
        ? nameDetail(label.fault?.detail ?? '', 'en')
        : findOnPapers(shipment)?.detail.replaceAll('-', ' ');
    say(terminal, `  #${position}: ${why}`);
  }
}

/**
 * Names what else stands against leaving, before anything is printed. The conclusion's problems are
 * named with the labels and at the conclusion, each with the option that lets it go.
 */
export function reportLeaving(terminal: Terminal, snapshot: JobSnapshot): void {
  for (const problem of listAgainstLeaving(snapshot.problems)) {
    const { kind, shipmentIds } = problem;
    const isNamed = isAgainst('conclusion', kind) && shipmentIds.length > 0;
    if (isNamed || readMeaning(kind).leaving === 'work') continue;
    const rows = snapshot.shipments.filter(({ shipment }) => shipmentIds.includes(shipment.id));
    const { what, next } = problemText(problem, 'en');
    say(terminal, `${rows.length === 0 ? '' : `${writePositions(rows)}: `}${what} ${next}`);
  }
}
