import type { Shipment } from '#shared/domain/records.ts';
import { fail } from '#shared/faults/faults.ts';
import { readMissing, type ShipmentCorrection } from '../../erp/index.ts';
import { need, refuse } from '../../os/errors.ts';
import { compareWithToday } from './reissue.ts';
import type { Collector } from './collector.ts';
import type { JobTools } from './label-fetcher.ts';

/**
 * Corrects a shipment in the ERP, if the service can. A lost answer needs no question: the caller
 * repeats it. Faults: `not-ready` while it is printed and once it is to be concluded,
 * `correction-not-offered`, `no-longer-there`, and the ERP's own. A label with another tracking
 * code is fetched again, and a printed one becomes a difference.
 */
export async function correctShipment(
  tools: JobTools & { readonly collector: Collector },
  id: number,
  correction: ShipmentCorrection,
  signal: AbortSignal,
): Promise<void> {
  const { services, model, collector } = tools;
  model.step({ type: 'amend' });
  if (model.find(id) === null) refuse('not a shipment of this list');
  const { erp, extensions } = services;
  const send = () =>
    erp.as('person').extras.correctShipment(model.grouping.id, id, correction, signal);
  const sent =
    (await extensions.ask('corrections', send, signal, id)) ?? fail('correction-not-offered');
  // Nobody typed the id.
  need(readMissing(sent, 'no-longer-there'));
  const data = { weight: 'grossWeightKg' in correction, tracking: 'trackingCode' in correction };
  const list = () => model.shipments.map((one) => (one.id === id ? apply(one, correction) : one));
  const write = () =>
    compareWithToday(tools, list, ({ events, ...today }) =>
      model.apply({ ...today, events: [{ kind: 'corrected', shipmentId: id, data }, ...events] }),
    );
  // A fetch under way would bring the label of the old code.
  await (data.tracking ? collector.replace(id, write) : write());
}

function apply(shipment: Shipment, { grossWeightKg, trackingCode }: ShipmentCorrection): Shipment {
  const { volume, logistics } = shipment;
  return {
    ...shipment,
    volume: volume && { ...volume, grossWeight: grossWeightKg ?? volume.grossWeight },
    logistics: logistics && {
      ...logistics,
      trackingCode: trackingCode ?? logistics.trackingCode,
    },
  };
}
