import { findHold, isHeldByPapers, leavingText } from '../../shared/index.ts';
import type {
  ExceptionKind,
  FaultKind,
  Hold,
  JobSnapshot,
  LeavingKind,
  ShipmentSnapshot,
} from '../../shared/index.ts';
import { need } from '../os/errors.ts';
import { count, say, writePlaces, type Terminal } from './output/terminal.ts';
import { listIds, type Run } from './services.ts';

/** Each with whether their labels are printed. */
const kinds = [
  { kind: 'shipment-cancelled', exception: 'cancelled', prints: 'print-cancelled' },
  { kind: 'invoice-unauthorised', exception: 'unauthorised', prints: 'unauthorised' },
] as const;

const reasons: Readonly<Record<Hold['by'], string>> = {
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
 * Names the labels that are held for their orders or invoices, and releases them if the options say
 * so.
 */
export function holdCancelled({ terminal, job, options }: Run): void {
  const all = job.snapshot().shipments.filter(({ label }) => isHeldByPapers(label));
  for (const { kind, prints } of kinds) {
    const held = all.filter(({ label }) => label.fault?.kind === kind);
    tell(terminal, kind, held);
    if (options.accept.includes(prints) && held.length > 0) need(job.confirm(listIds(held)));
  }
}

/**
 * After a refused conclusion: names the shipments that must not leave. Held ones were named with
 * the labels.
 */
export function tellCancelled({ terminal, job }: Run, reason: FaultKind): void {
  const held = kinds.find(({ kind }) => kind === reason);
  if (held === undefined) return;
  const found = listRows(job.snapshot(), held.exception).filter(
    ({ label }) => !isHeldByPapers(label),
  );
  tell(terminal, held.kind, found);
}

function tell(terminal: Terminal, kind: Hold['kind'], rows: readonly ShipmentSnapshot[]): void {
  if (rows.length === 0) return;
  const shipments = count(rows.length, 'shipment');
  if (kind === 'invoice-unauthorised')
    say(terminal, `${shipments} with an invoice that is not authorised yet:`);
  else say(terminal, `${shipments} ${rows.length === 1 ? 'is' : 'are'} not to leave:`);
  for (const { position, shipment } of rows) {
    const hold = findHold(shipment);
    if (hold !== null) say(terminal, `  #${position}: ${reasons[hold.by]}`);
  }
}

/** These are named with the labels and at the conclusion, each with the option that lets it go. */
const saidElsewhere: ReadonlySet<LeavingKind> = new Set([
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
export function tellLeaving(terminal: Terminal, { leaving, shipments }: JobSnapshot): void {
  for (const reason of leaving.reasons) {
    if (saidElsewhere.has(reason.kind)) continue;
    const ids = new Set(reason.shipmentIds);
    const places = shipments
      .filter(({ shipment }) => ids.has(shipment.id))
      .map(({ position }) => position);
    const { what, next } = leavingText(reason, 'en');
    say(terminal, `${places.length === 0 ? '' : `${writePlaces(places)}: `}${what} ${next}`);
  }
}
