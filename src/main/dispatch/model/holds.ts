import { isHeld, isUnauthorised } from '#shared/domain/cancelled.ts';
import { type LabelBlock, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { problemTable } from '#shared/faults/problems.ts';
import { changeLabel, nextLabel, stopLabel, type LabelChange } from './label-state.ts';

/**
 * Holds a label, before it is printed, whose shipment must not be sent, whose invoice is not
 * authorised yet, or which was printed in another grouping: only a person's word on this shipment
 * prints it. A label is released by itself when the reason is gone. Returns null if nothing
 * changes. `isAccepted`: a person's word on this reason, not on a later one; `mayBeOut`: it may be
 * on paper; `before`: the print in another grouping.
 */
export function judgeHold(
  entry: ShipmentSnapshot,
  before: string | undefined,
  mayBeOut: boolean,
  isAccepted: (reason: string) => boolean,
): LabelChange | null {
  const { shipment, label } = entry;
  const hold = findOnPapers(shipment);
  // It stays here, whatever was said of its label before.
  if (label.waived !== null && hold !== null && label.block === hold.block) return null;
  const earlier =
    before === undefined ? null : ({ block: 'printed-before', detail: before } as const);
  const isOpen = (one: typeof earlier | OnPapers): boolean =>
    one !== null && !isAccepted(nameReason(one, shipment));
  const reason = [hold, earlier].find(isOpen) ?? null;
  // Its grouping may be removed by now: the word stands without it.
  if (reason === null && label.waived === 'keeps') return null;
  // A printed label is not held.
  const isOver = label.block !== reason?.block || label.timesPrinted > 0;
  const isOutdated = isHeld({ ...label, waived: null }) && isOver;
  const now = (isOutdated ? nextLabel(label, { type: 'confirmed' }) : null) ?? label;
  const free = isOutdated ? { id: shipment.id, label: now } : null;
  if (reason === null || mayBeOut || readState(now) !== 'ready' || now.waived !== null) return free;
  const { block, detail } = reason;
  return stopLabel({ ...entry, label: now }, { block, by: detail }, { cancelled: detail });
}

/**
 * Stores a person's word that this one goes without its label or its print or, if it must not be
 * sent, that it stays here. Returns null if that does not fit.
 */
export function putAside(entry: ShipmentSnapshot): LabelChange | null {
  const hold = findOnPapers(entry.shipment);
  const isBarred = hold?.block === 'shipment-cancelled' || (hold !== null && isHeld(entry.label));
  const stays = isBarred ? { stays: { block: hold.block, by: hold.detail } } : {};
  const change = changeLabel(entry, { type: 'accepted', ...stays }, { kind: 'accepted' });
  if (change === null || !isBarred) return change;
  // Its files, if they are not right, are looked at anew if it goes after all.
  return { ...change, voidsCheck: true, ...(change.label.file !== 'ready' && { files: [] }) };
}

/** Returns why this label is held; null if it is not, or for another reason. */
export function findHeldReason({ shipment, label }: ShipmentSnapshot): string | null {
  if (label.block === 'printed-before') return label.fault?.detail ?? null;
  const hold = findOnPapers(shipment);
  return hold === null || label.block !== hold.block ? null : nameReason(hold, shipment);
}

/**
 * A word holds for this order and this invoice; one on an unauthorised invoice while it passes from
 * one such state to the next.
 */
function nameReason(
  { block, detail }: { readonly block: LabelBlock; readonly detail: string },
  { sale, invoice }: Papers,
): string {
  if (block === 'printed-before') return detail;
  const id = detail === 'sale-cancelled' ? sale?.id : invoice?.id;
  return `${block === 'invoice-unauthorised' ? block : detail} ${id ?? ''}`;
}

type Papers = Pick<Shipment, 'sale' | 'invoice'>;
type CancelledKind = 'sale-cancelled' | `invoice-${'cancelled' | 'rejected' | 'denied'}`;

/** `detail`: the kind, or the state of an invoice that is not authorised. */
interface OnPapers {
  readonly kind: CancelledKind | 'invoice-unauthorised';
  readonly block: LabelBlock;
  readonly detail: string;
}

/** Returns what its order or invoice has against a shipment, or null. */
export function findOnPapers({ sale, invoice }: Papers): OnPapers | null {
  const status = invoice?.status ?? null;
  const isPending = sale?.status !== 'cancelled' && isUnauthorised(status);
  const kind = isPending ? 'invoice-unauthorised' : findCancelled({ sale, invoice });
  if (kind === null) return null;
  const detail = isPending ? `invoice-${status}` : kind;
  return { kind, detail, block: problemTable[kind].paper };
}

/**
 * Returns why a shipment must not be sent, by its order or its invoice; null if neither is against
 * it.
 */
export function findCancelled({ sale, invoice }: Papers): CancelledKind | null {
  if (sale?.status === 'cancelled') return 'sale-cancelled';
  const status = invoice?.status;
  const isVoid = status === 'cancelled' || status === 'rejected' || status === 'denied';
  return isVoid ? `invoice-${status}` : null;
}
