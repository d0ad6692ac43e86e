import { describe, expect, test } from 'vitest';
import { isShippingMethodIn, listRefused } from '#shared/domain/conclude-first.ts';
import type { LabelSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import { fault, type FaultKind } from '#shared/faults/faults.ts';
import { findFile } from '../../src/main/dispatch/model/label-faults.ts';
import { pendingLabel } from '../../src/main/dispatch/model/label-state.ts';
import { shipment } from '../dispatch/support/fakes.ts';

const failedBy = (kind: FaultKind): LabelSnapshot => ({
  ...pendingLabel,
  file: findFile({ kind }),
  fault: fault(kind, { reached: 'no' }),
});
const placesOf = (...labels: LabelSnapshot[]): number[] => {
  const entries = labels.map((label, index): ShipmentSnapshot => ({
    position: index + 1,
    shipment: shipment(index + 1),
    label,
    checkedAtMs: null,
    scannedVolumes: null,
    share: null,
  }));
  return listRefused(entries).map(({ position }) => position);
};

describe('the labels that a word on the shipping method is meant for', () => {
  test.each<FaultKind>(['validation', 'not-found', 'server', 'label-missing', 'label-link-broken'])(
    'refused by the ERP: %s',
    (kind) => expect(placesOf(failedBy(kind))).toEqual([1]),
  );

  test.each<FaultKind>([
    'network',
    'timeout',
    'forbidden',
    'gateway',
    'unavailable',
    'label-network',
    'label-corrupt',
  ])('not refused by the ERP: %s', (kind) =>
    expect(placesOf(failedBy('validation'), failedBy(kind))).toEqual([]),
  );

  test.each([0, 1])('none where the ERP gave one, printed %d times', (timesPrinted) => {
    const given: LabelSnapshot = { ...pendingLabel, file: 'ready', timesPrinted };
    expect(placesOf(failedBy('validation'), given)).toEqual([]);
  });

  test('also if others are not requested, come later by their own words, or do not exist', () => {
    const others = [
      pendingLabel,
      failedBy('label-after-conclusion'),
      { ...pendingLabel, file: 'panel' as const },
    ];
    expect(placesOf(...others, { ...failedBy('validation'), waived: 'without' })).toEqual([4]);
  });
});

describe('a shipping method', () => {
  const sedex = { id: 7, name: 'Correios SEDEX' };

  test.each([
    ['the same', sedex, true],
    ['of another company', { id: 8, name: sedex.name }, false],
    ['whose number another company gave to another', { id: 7, name: 'Jadlog' }, false],
    ['by its name alone', { id: null, name: sedex.name }, true],
    ['by its number alone', { id: 7, name: null }, true],
    ['by nothing', { id: null, name: null }, false],
  ])('%s', (_, known, is) =>
    expect(isShippingMethodIn([{ id: 1, name: 'PAC' }, known], sedex)).toBe(is),
  );

  test('that the ERP does not name is none of them', () => {
    expect(isShippingMethodIn([sedex], null)).toBe(false);
    expect(isShippingMethodIn([sedex, { id: null, name: null }], { id: null, name: null })).toBe(
      false,
    );
  });
});
