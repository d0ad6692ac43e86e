import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeManifestContent } from '../../src/main/papers/manifest/content.ts';
import { addTotals, countVolumes } from '#shared/domain/job.ts';
import { entry, shipment, snapshot } from '../desk/support/snapshots.ts';

const volume = (quantity: number | null, grossWeight: number | null = null) => ({
  ...shipment(1).volume!,
  quantity,
  grossWeight,
});
const quantity = fc.option(
  fc.oneof(fc.integer({ min: -3, max: 30 }), fc.double({ min: -3, max: 30, noNaN: true })),
);

describe('volumes', () => {
  it.each([
    [0.4, 1],
    [0, 1],
    [-2, 1],
    [1, 1],
    [2.4, 2],
    [2.5, 3],
    [null, null],
  ])('%j of the ERP is %j', (told, volumes) => {
    expect(countVolumes(volume(told))).toBe(volumes);
  });

  it('are whole, and one at least for each shipment, for any data of the ERP', () => {
    expect(countVolumes(null)).toBeNull();
    fc.assert(
      fc.property(fc.array(quantity), (told) => {
        const sum = addTotals(told.map((one) => ({ ...shipment(1), volume: volume(one) })));
        expect(Number.isInteger(sum.volumes)).toBe(true);
        expect(sum.volumes).toBeGreaterThanOrEqual(sum.shipments);
      }),
    );
  });

  it('are as many on the manifest as on the screen, line by line and in all', () => {
    fc.assert(
      fc.property(fc.array(quantity, { minLength: 1 }), (told) => {
        const shipments = told.map((one, index) => shipment(index + 1, { volume: volume(one) }));
        const job = snapshot(shipments.map((one, index) => entry(index + 1, { shipment: one })));
        const made = makeManifestContent({
          snapshot: job,
          company: null,
          language: 'pt-BR',
          nowMs: 0,
          issuer: '',
        });
        const { volumes } = addTotals(shipments);
        expect(made.totals[1]?.[1]).toBe(volumes.toLocaleString('pt-BR'));
        expect(made.rows.reduce((sum, row) => sum + Number(row.volumes), 0)).toBe(volumes);
      }),
    );
  });
});

it('a missing weight counts as zero, and is reported', () => {
  const all = [volume(1, 0.5), volume(1), null].map((one) => ({ ...shipment(1), volume: one }));
  expect(addTotals(all)).toEqual({ shipments: 3, volumes: 3, weightKg: 0.5, unweighed: 2 });
});
