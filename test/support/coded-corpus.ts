import { findOtherOwner } from '../../src/main/dispatch/codes/other-owner.ts';
import type { LabelReading, Shipment } from '#shared/domain/records.ts';
import { unknownIssuers } from '#shared/identities/access-key.ts';
import {
  findByTracking,
  showsOwnCode,
  type ShipmentsByTracking,
} from '#shared/identities/naming.ts';
import { mayBeUnreadable } from '#shared/label-codes.ts';
import { drawCodedPage } from './coded-labels.ts';
import type { DrawnCode } from './coded-labels.ts';

export const makings = ['right', 'swapped', 'blurred', 'small'] as const;
export type Making = (typeof makings)[number];
const symbologies = ['code128', 'gs1-128', 'qrcode', 'datamatrix', 'interleaved2of5'] as const;

/** The rules' verdict on a label. */
export type Call = 'own' | 'stopped' | 'unreadable' | 'silent';

export interface CorpusLabel {
  readonly making: Making;
  readonly symbology: DrawnCode['symbology'];
  readonly shipment: Shipment;
  readonly bytes: Buffer;
}

/** A label of each shipment; the symbology changes with every ten. */
export function* makeCorpus(
  shipments: readonly Shipment[],
  making: (index: number) => Making,
): Generator<CorpusLabel> {
  for (const [index, shipment] of shipments.entries()) {
    const kind = making(index);
    const symbology = symbologies[Math.floor(index / 10) % symbologies.length]!;
    const shown = kind === 'swapped' ? shipments[(index + 1) % shipments.length]! : shipment;
    const code = shown.logistics?.trackingCode ?? '';
    const isFlat = symbology === 'qrcode' || symbology === 'datamatrix';
    const moduleMm =
      kind === 'small' ? (isFlat ? 0.1 : 0.12) : isFlat ? 0.5 : 0.33 + (index % 3) * 0.04;
    const text = symbology === 'gs1-128' ? `(21)${code}` : code;
    const postalCode: DrawnCode = {
      symbology: 'code128',
      text: String(10_000_000 + index),
      moduleMm,
    };
    const bytes = drawCodedPage(
      [{ symbology, text, moduleMm }, postalCode],
      kind === 'blurred' ? 1.6 : 0,
    );
    yield { making: kind, symbology, shipment, bytes };
  }
}

/** Digits only, so that every symbology takes them; each with its own recipient and order. */
export function makeShipments(count: number, make: (id: number) => Shipment): readonly Shipment[] {
  return Array.from({ length: count }, (_, index) => {
    const shipment = make(index + 1);
    const trackingCode = String(70_000_000_000_000 + index * 7);
    return {
      ...shipment,
      logistics: shipment.logistics && { ...shipment.logistics, trackingCode },
    };
  });
}

export function callOf(
  shipment: Shipment,
  reading: LabelReading,
  index: ShipmentsByTracking,
): Call {
  const find = (code: string) => findByTracking(index, code);
  if (findOtherOwner(shipment, reading, find, unknownIssuers) !== null) return 'stopped';
  if (mayBeUnreadable(reading, 203)) return 'unreadable';
  return showsOwnCode(shipment, reading) ? 'own' : 'silent';
}
