import { isHeld, isUnauthorised, type UnauthorisedStatus } from '#shared/domain/cancelled.ts';
import { type LabelBlock, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
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
  const hold = findHold(shipment);
  // It stays here, whatever was said of its label before.
  if (label.waived !== null && hold !== null && label.block === hold.kind) return null;
  const earlier = before === undefined ? null : ({ kind: 'printed-before', by: before } as const);
  const isOpen = (one: typeof earlier | Hold): boolean =>
    one !== null && !isAccepted(nameReason(one, shipment));
  const reason = [hold, earlier].find(isOpen) ?? null;
  // Its grouping may be removed by now: the word stands without it.
  if (reason === null && label.waived === 'keeps') return null;
  // A printed label is not held.
  const isOver = label.block !== reason?.kind || label.timesPrinted > 0;
  const isOutdated = isHeld({ ...label, waived: null }) && isOver;
  const now = (isOutdated ? nextLabel(label, { type: 'confirmed' }) : null) ?? label;
  const free = isOutdated ? { id: shipment.id, label: now } : null;
  if (reason === null || mayBeOut || readState(now) !== 'ready' || now.waived !== null) return free;
  const { kind, by } = reason;
  return stopLabel({ ...entry, label: now }, { block: kind, by }, { cancelled: by });
}

/**
 * Stores a person's word that this one goes without its label or its print or, if it must not be
 * sent, that it stays here. Returns null if that does not fit.
 */
export function putAside(entry: ShipmentSnapshot): LabelChange | null {
  const hold = findHold(entry.shipment);
  const isBarred = hold?.kind === 'shipment-cancelled' || (hold !== null && isHeld(entry.label));
  const stays = isBarred ? { stays: { block: hold.kind, by: hold.by } } : {};
  const change = changeLabel(entry, { type: 'accepted', ...stays }, { kind: 'accepted' });
  if (change === null || !isBarred) return change;
  // Its files, if they are not right, are looked at anew if it goes after all.
  return { ...change, voidsCheck: true, ...(change.label.file !== 'ready' && { files: [] }) };
}

/** Returns why this label is held; null if it is not, or for another reason. */
export function findHeldReason({ shipment, label }: ShipmentSnapshot): string | null {
  if (label.block === 'printed-before') return label.fault?.detail ?? null;
  const hold = findHold(shipment);
  return hold === null || label.block !== hold.kind ? null : nameReason(hold, shipment);
}

/**
 * A word holds for this order and this invoice; one on an unauthorised invoice while it passes from
 * one such state to the next.
 */
function nameReason(
  { kind, by }: { readonly kind: LabelBlock; readonly by: string },
  { sale, invoice }: Papers,
): string {
  if (kind === 'printed-before') return by;
  const id = by === 'sale-cancelled' ? sale?.id : invoice?.id;
  return `${kind === 'invoice-unauthorised' ? kind : by} ${id ?? ''}`;
}

export type CancelledBy = 'sale-cancelled' | `invoice-${'cancelled' | 'rejected' | 'denied'}`;

/** Why a label is held until a person says that it is to be printed. */
type Hold =
  | { readonly kind: 'shipment-cancelled'; readonly by: CancelledBy }
  | { readonly kind: 'invoice-unauthorised'; readonly by: `invoice-${UnauthorisedStatus}` };

type Papers = Pick<Shipment, 'sale' | 'invoice'>;

/** Returns what its order or invoice has against a shipment, or null. */
export function findHold({ sale, invoice }: Papers): Hold | null {
  if (sale?.status === 'cancelled') return { kind: 'shipment-cancelled', by: 'sale-cancelled' };
  const status = invoice?.status ?? null;
  if (isUnauthorised(status)) return { kind: 'invoice-unauthorised', by: `invoice-${status}` };
  if (status !== 'cancelled' && status !== 'rejected' && status !== 'denied') return null;
  return { kind: 'shipment-cancelled', by: `invoice-${status}` };
}

/**
 * Returns why a shipment must not be sent, by its order or its invoice; null if neither is against
 * it.
 */
export function findCancelled(papers: Papers): CancelledBy | null {
  const hold = findHold(papers);
  return hold?.kind === 'shipment-cancelled' ? hold.by : null;
}
