import { expect, it } from 'vitest';
import { readCorrection, writeCorrection } from '../../../src/renderer/grouping/correction.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { makeShipment } from '../fake-data.ts';
import { noLabel } from '../../support/no-label.ts';

const shipment = makeShipment(1);
const before = writeCorrection(shipment, 'pt-BR');
const other: ShipmentSnapshot = {
  position: 2,
  shipment: makeShipment(2),
  label: noLabel,
  checkedAtMs: null,
  scannedVolumes: null,
  share: null,
};
const read = (typed: Partial<typeof before>) =>
  readCorrection({ ...before, ...typed }, before, [other]);

it('shows present values in that language’s notation, and sends none of them back', () => {
  expect([before.weight, writeCorrection(shipment, 'en').weight]).toEqual(['12,8', '12.8']);
  expect(writeCorrection({ ...shipment, volume: null, logistics: null }, 'en')).toEqual({
    weight: '',
    tracking: '',
  });
  expect(read({ weight: ' 12,8 ' })).toEqual({
    grossWeightKg: null,
    trackingCode: null,
    problems: { weight: null, tracking: null },
  });
});

it.each([
  ['1,25', 1.25],
  ['1.25', 1.25],
  [',5', 0.5],
  [' 100000 ', 100_000],
])('takes the weight %j', (weight, kg) => {
  expect(read({ weight })).toMatchObject({ grossWeightKg: kg, problems: { weight: null } });
});

it.each([
  '',
  '0',
  '0,000',
  '-1',
  '1,2,5',
  '1.234,5',
  '1,2345',
  '1e3',
  '2 kg',
  '100000,001',
  '100001',
  '٣',
])('takes no weight from %j', (weight) =>
  expect(read({ weight })).toMatchObject({ grossWeightKg: null, problems: { weight: 'wrong' } }),
);

it("takes a code without blanks and a scanner's own signs", () => {
  expect(read({ tracking: ' AA 123 456 785 BR\u001D' })).toMatchObject({
    trackingCode: 'AA123456785BR',
    problems: { tracking: null },
  });
});

it("rejects a code that is empty, too long, another row's, or an invoice's key", () => {
  // NF-e, São Paulo, number 48101.
  const key = '35260300000000000191550010000481011000481013';
  const keys = Array.from({ length: 10 }, (_, digit) => `${key.slice(0, -1)}${digit}`);
  const wrong = ['', ' ', 'Ç123', 'A'.repeat(61)];
  for (const tracking of wrong) expect(read({ tracking }).problems.tracking).toBe('wrong');
  expect(keys.filter((tracking) => read({ tracking }).problems.tracking === 'wrong')).toHaveLength(
    1,
  );
  const taken = `zz-${other.shipment.logistics!.trackingCode!.slice(2)}`;
  expect(read({ tracking: taken }).problems.tracking).toBe(2);
});
