import { isHeld } from '#shared/domain/cancelled.ts';
import type { ExceptionKind } from '#shared/domain/decision.ts';
import type { JobSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import { leavingText, nameDetail } from '#shared/faults/fault-text.ts';
import type { FaultKind } from '#shared/faults/faults.ts';
import { type LeavingKind, leavingKinds } from '#shared/faults/leaving.ts';
import { findHold } from '../dispatch/index.ts';
import { need } from '../os/errors.ts';
import { count, say, writePositions, type Terminal } from './output/terminal.ts';
import { listIds, type Run } from './services.ts';

/** Why labels are withheld, each with the acceptance that releases them. */
const obstacles = [
  {
    kind: 'shipment-cancelled',
    exception: 'cancelled',
    releasedBy: 'print-cancelled',
    head: 'not to leave',
  },
  {
    kind: 'invoice-unauthorised',
    exception: 'unauthorised',
    releasedBy: 'unauthorised',
    head: 'with an invoice that is not authorised yet',
  },
  {
    kind: 'printed-before',
    exception: 'before',
    releasedBy: 'print-again',
    head: 'printed in another grouping before (again with --accept print-again)',
  },
] as const;

export function listRows(
  { exceptions, shipments }: JobSnapshot,
  wanted: ExceptionKind,
): readonly ShipmentSnapshot[] {
  const ids = new Set(exceptions.find(({ kind }) => kind === wanted)?.shipmentIds);
  return shipments.filter(({ shipment }) => ids.has(shipment.id));
}

/**
 * Names the labels that are withheld for their orders, invoices or earlier prints, and releases the
 * accepted ones.
 */
export function releaseAccepted({ terminal, job, options }: Run): void {
  for (const obstacle of obstacles) {
    const withheld = job
      .snapshot()
      .shipments.filter(({ label }) => isHeld(label) && label.fault?.kind === obstacle.kind);
    reportRows(terminal, obstacle, withheld);
    const isReleased = options.accept.includes(obstacle.releasedBy) && withheld.length > 0;
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
  const found = listRows(job.snapshot(), obstacle.exception).filter(({ label }) => !isHeld(label));
  reportRows(terminal, obstacle, found);
}

function reportRows(
  terminal: Terminal,
  { kind, head }: (typeof obstacles)[number],
  rows: readonly ShipmentSnapshot[],
): void {
  if (rows.length === 0) return;
  say(terminal, `${count(rows.length, 'shipment')} ${head}:`);
  for (const { position, shipment, label } of rows) {
    const why =
      kind === 'printed-before'
        ? nameDetail(label.fault?.detail ?? '', 'en')
        : findHold(shipment)?.by.replaceAll('-', ' ');
    say(terminal, `  #${position}: ${why}`);
  }
}

/** These are named with the labels and at the conclusion, each with the option that lets it go. */
const namedByOthers: ReadonlySet<LeavingKind> = new Set<LeavingKind>([
  'sale-cancelled',
  'invoice-cancelled',
  'invoice-rejected',
  'invoice-denied',
  'invoice-unauthorised',
  'grouping-changed',
  'label-of-another',
  'label-many-pages',
  'label-in-panel',
  'not-ready',
  'fewer-labels',
  'printed-before',
]);

/** Names what else stands against leaving, before anything is printed. */
export function reportLeaving(terminal: Terminal, { leaving, shipments }: JobSnapshot): void {
  for (const reason of leaving.reasons) {
    if (namedByOthers.has(reason.kind) || leavingKinds[reason.kind] === 'work') continue;
    const ids = new Set(reason.shipmentIds);
    const rows = shipments.filter(({ shipment }) => ids.has(shipment.id));
    const { what, next } = leavingText(reason, 'en');
    say(terminal, `${rows.length === 0 ? '' : `${writePositions(rows)}: `}${what} ${next}`);
  }
}
