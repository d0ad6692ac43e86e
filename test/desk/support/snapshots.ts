import type { JobSnapshot, LabelSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { decide } from '../../../src/main/dispatch/model/decide.ts';
import type { JobFacts } from '../../../src/main/dispatch/model/problems.ts';
import { noLabel } from '../../support/no-label.ts';
import { plainRecipient } from '../../support/plain-recipient.ts';
import { quietHead, workOf } from '../../support/quiet-head.ts';

/** Synthetic people and places only. */
export function shipment(id: number, more: Partial<Shipment> = {}): Shipment {
  return {
    id,
    date: '2026-03-25',
    status: null,
    objectType: null,
    sale: { id, number: 5_000 + id, date: null, status: null },
    invoice: { id, number: 1_000 + id, date: null, status: null },
    recipient: {
      ...plainRecipient,
      id,
      name: `Destinatária Sintética ${id}`,
      address: {
        street: 'Rua das Acácias',
        number: String(id),
        complement: null,
        district: 'Centro',
        city: 'São João del-Rei',
        postalCode: '36300000',
        state: 'MG',
        country: 'Brasil',
      },
    },
    volume: {
      packaging: null,
      width: 10,
      height: 10,
      length: 10,
      diameter: null,
      grossWeight: 1.25,
      quantity: 1,
    },
    logistics: {
      trackingCode: `AA${String(id).padStart(9, '0')}BR`,
      trackingUrl: `https://rastreio.example/${id}`,
      hasDeclaredValue: false,
      declaredValue: null,
      hasReceiptNotice: false,
      freightMode: null,
      carrier: { id: 1, name: 'Transportadora Ipê' },
    },
    ...more,
  };
}

export function label(more: Partial<LabelSnapshot> = {}): LabelSnapshot {
  return {
    ...noLabel,
    file: 'ready',
    formats: ['pdf'],
    pages: 1,
    filePages: 1,
    ...more,
  };
}

export function entry(position: number, more: Partial<ShipmentSnapshot> = {}): ShipmentSnapshot {
  return {
    position,
    shipment: shipment(position),
    label: label(),
    checkedAtMs: null,
    scannedVolumes: null,
    share: null,
    ...more,
  };
}

export function snapshot(
  shipments: readonly ShipmentSnapshot[],
  more: Partial<JobFacts> = {},
): JobSnapshot {
  const facts = {
    grouping: {
      id: 7_001,
      identification: 'Coleta da tarde',
      date: '2026-03-25',
      shippingMethod: { id: 1, name: 'Sedex' },
    },
    ...quietHead,
    ...workOf(more.state),
    shipments,
    ...more,
  };
  return decide(facts, { printWhenChecked: false, mustCheck: false, cutoffs: [] }, 0);
}
