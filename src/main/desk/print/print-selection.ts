import { assertNever, failed, fault, ok } from '../../../shared/index.ts';
import type { PrintSelection, Result, ShipmentSnapshot } from '../../../shared/index.ts';

/**
 * The shipments a selection stands for, in the order of the print, of those that have a label. Faults: `invalid-input` for
 * a selection that cannot be meant, `not-ready` where it holds no label.
 */
export function selectedShipments(
  selection: PrintSelection,
  shipments: readonly ShipmentSnapshot[],
): Result<readonly number[]> {
  const wanted = chosen(selection, shipments);
  if (!wanted.ok) return wanted;
  const printable = wanted.value.filter(({ label }) => label.state === 'ready' || label.state === 'printed');
  if (printable.length === 0) return failed(fault('not-ready', { detail: 'no label in this selection' }));
  return ok(printable.map(({ shipment }) => shipment.id));
}

function chosen(
  selection: PrintSelection,
  shipments: readonly ShipmentSnapshot[],
): Result<readonly ShipmentSnapshot[]> {
  switch (selection.kind) {
    case 'all':
      return ok(shipments);
    case 'unprinted':
      return ok(shipments.filter(({ label }) => label.timesPrinted === 0));
    case 'shipments': {
      const ids = new Set(selection.shipmentIds);
      const byId = new Map(shipments.map((entry) => [entry.shipment.id, entry]));
      const found = [...ids].flatMap((id) => byId.get(id) ?? []);
      return found.length === ids.size ? ok(found) : failed(fault('invalid-input', { detail: 'unknown shipment' }));
    }
    case 'range': {
      const { from, to } = selection;
      if (from > to) return failed(fault('invalid-input', { detail: 'the range ends before it begins' }));
      return ok(shipments.filter(({ position }) => position >= from && position <= to));
    }
    default:
      return assertNever(selection);
  }
}
