import { isHeldByPapers } from '#shared/domain/cancelled.ts';
import type { ExceptionKind } from '#shared/domain/decision.ts';
import type { JobSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import { leavingText } from '#shared/faults/fault-text.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import type { LeavingKind } from '#shared/faults/leaving.ts';
import { findHold, type Hold } from '../dispatch/index.ts';
import { need } from '../os/errors.ts';
import { count, say, writePositions, type Terminal } from './output/terminal.ts';
import { listIds, type Run } from './services.ts';

/** Why labels are withheld, each with the acceptance that releases them. */
const obstacles = [
  { kind: 'shipment-cancelled', exception: 'cancelled', releasedBy: 'print-cancelled' },
  { kind: 'invoice-unauthorised', exception: 'unauthorised', releasedBy: 'unauthorised' },
] as const;

const paperWords: Readonly<Record<Hold['by'], string>> = {
  'sale-cancelled': 'order cancelled',
  'invoice-cancelled': 'invoice cancelled',
  'invoice-rejected': 'invoice rejected',
  'invoice-denied': 'invoice denied',
  'invoice-pending': 'invoice pending',
  'invoice-issued': 'invoice issued, without authorisation',
  'invoice-sent': 'invoice sent, waiting for its receipt',
  'invoice-awaiting-protocol': 'invoice sent, waiting for its protocol',
};

export function listRows(
  { exceptions, shipments }: JobSnapshot,
  wanted: ExceptionKind,
): readonly ShipmentSnapshot[] {
  const ids = new Set(exceptions.find(({ kind }) => kind === wanted)?.shipmentIds);
  return shipments.filter(({ shipment }) => ids.has(shipment.id));
}

/**
 * Names the labels that are withheld for their orders or invoices, and releases the accepted ones.
 */
export function releaseAccepted({ terminal, job, options }: Run): void {
  const all = job.snapshot().shipments.filter(({ label }) => isHeldByPapers(label));
  for (const { kind, releasedBy } of obstacles) {
    const withheld = all.filter(({ label }) => label.fault?.kind === kind);
    reportRows(terminal, kind, withheld);
    const isReleased = options.accept.includes(releasedBy) && withheld.length > 0;
    if (isReleased) need(job.confirm(listIds(withheld)));
  }
}

/**
 * After a refused conclusion: names the shipments that must not leave. Those with withheld labels
 * were named before.
 */
export function reportMustStay({ terminal, job }: Run, reason: FaultKind): void {
  const obstacle = obstacles.find(({ kind }) => kind === reason);
  if (obstacle === undefined) return;
  const found = listRows(job.snapshot(), obstacle.exception).filter(
    ({ label }) => !isHeldByPapers(label),
  );
  reportRows(terminal, obstacle.kind, found);
}

function reportRows(
  terminal: Terminal,
  kind: Hold['kind'],
  rows: readonly ShipmentSnapshot[],
): void {
  if (rows.length === 0) return;
  const shipments = count(rows.length, 'shipment');
  if (kind === 'invoice-unauthorised')
    say(terminal, `${shipments} with an invoice that is not authorised yet:`);
  else say(terminal, `${shipments} ${rows.length === 1 ? 'is' : 'are'} not to leave:`);
  for (const { position, shipment } of rows) {
    const paper = findHold(shipment);
    if (paper !== null) say(terminal, `  #${position}: ${paperWords[paper.by]}`);
  }
}

/** These are named with the labels and at the conclusion, each with the option that lets it go. */
const namedByOthers: ReadonlySet<LeavingKind> = new Set([
  ...([
    'sale-cancelled',
    'invoice-cancelled',
    'invoice-rejected',
    'invoice-denied',
    'invoice-unauthorised',
  ] as const),
  ...([
    'grouping-changed',
    'label-of-another',
    'label-many-pages',
    'label-in-panel',
    'not-ready',
  ] as const),
  ...(['fewer-labels', 'waiting', 'unprinted', 'unchecked'] as const),
]);

/** Names what else stands against leaving, before anything is printed. */
export function reportLeaving(terminal: Terminal, { leaving, shipments }: JobSnapshot): void {
  for (const reason of leaving.reasons) {
    if (namedByOthers.has(reason.kind)) continue;
    const ids = new Set(reason.shipmentIds);
    const positions = shipments
      .filter(({ shipment }) => ids.has(shipment.id))
      .map(({ position }) => position);
    const { what, next } = leavingText(reason, 'en');
    say(
      terminal,
      `${positions.length === 0 ? '' : `${writePositions(positions)}: `}${what} ${next}`,
    );
  }
}
