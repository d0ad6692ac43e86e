import { expect, it } from 'vitest';
import { findFewerLabels, lacksLabels } from '#shared/domain/job.ts';
import { label, shipment } from '../desk/support/snapshots.ts';

const withVolumes = (quantity: number | null) =>
  shipment(1, { volume: { ...shipment(1).volume!, quantity } });

it.each([
  [2, { pages: 1 }, true],
  [2, { pages: 2 }, false],
  [1, { pages: 1, filePages: 2 }, false],
  [null, { pages: 1 }, false],
  [2, { pages: 1, file: 'refused' }, false],
  // Printed, but its file is not known any more.
  [2, { pages: 0, timesPrinted: 1 }, false],
] as const)('of %j volumes, a label %j: fewer %j', (volumes, more, expected) => {
  expect(findFewerLabels({ shipment: withVolumes(volumes), label: label(more) }) !== null).toBe(
    expected,
  );
});

it('asks no more about numbers that a person has seen', () => {
  const entry = (volumes: number) => ({
    shipment: withVolumes(volumes),
    label: label({ pages: 1, fewerSeen: { volumes: 2, pages: 1 } }),
  });
  expect(lacksLabels(entry(2))).toBe(false);
  expect(lacksLabels(entry(3))).toBe(true);
});
