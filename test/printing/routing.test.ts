import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPrint } from '../../src/main/printing/index.ts';
import { routePaper } from '#shared/label-route.ts';
import type { RoutedLabel, Routes } from '../../src/main/printing/index.ts';

const small = { widthMm: 100, heightMm: 150 };
const square = { widthMm: 100, heightMm: 100 };
const a4 = { widthMm: 210, heightMm: 297 };

function label(shipmentId: number, more: Partial<RoutedLabel> = {}): RoutedLabel {
  return { shipmentId, paper: small, pages: 1, hasZpl: false, ...more };
}

const routes: Routes = {
  byPaper: {
    '100x150': { printer: 'Zebra', language: 'zpl' },
    a4: { printer: 'Laser', language: 'pdf' },
  },
  zpl: null,
  otherwise: null,
};

describe('the paper of a page', () => {
  it.each([
    [100, 150, '100x150'],
    [150, 100, '100x150'],
    [101.6, 152.4, '100x150'],
    [100, 100, '100x100'],
    [101.6, 101.6, '100x100'],
    [105, 148, 'a6'],
    [148, 105, 'a6'],
    [210, 297, 'a4'],
    [215.9, 279.4, null],
    [100, 125, null],
    [57, 32, null],
  ])('%f × %f mm is %s', (widthMm, heightMm, paper) => {
    expect(routePaper({ widthMm, heightMm })).toBe(paper);
  });
});

describe('a print plan', () => {
  it('keeps the order of the list on each printer, and sends it ZPL and drawn labels together', () => {
    const labels = [
      label(1),
      label(2, { hasZpl: true }),
      label(3, { hasZpl: true }),
      label(4, { paper: a4, pages: 2 }),
      label(5),
      label(6, { paper: square }),
    ];
    expect(planPrint(labels, routes, null)).toEqual({
      jobs: [
        {
          printer: 'Zebra',
          kind: 'zpl',
          rendered: true,
          paper: small,
          shipmentIds: [1, 2, 3, 5],
          pages: 4,
        },
        { printer: 'Laser', kind: 'pdf', rendered: false, paper: a4, shipmentIds: [4], pages: 2 },
      ],
      unrouted: [6],
    });
  });

  it('sends ZPL labels to their own printer, and drawn for one with a driver', () => {
    const labels = [label(1, { hasZpl: true }), label(2)];
    const own = planPrint(labels, { ...routes, zpl: { printer: 'Raw', language: 'zpl' } }, null);
    expect(own.jobs.map(({ printer, kind }) => [printer, kind])).toEqual([
      ['Raw', 'zpl'],
      ['Zebra', 'pdf'],
    ]);
    const driver: Routes = {
      byPaper: {},
      zpl: null,
      otherwise: { printer: 'Driver', language: 'pdf' },
    };
    expect(planPrint(labels, driver, null).jobs).toMatchObject([
      { kind: 'pdf', rendered: false, shipmentIds: [1, 2] },
    ]);
  });

  it('has no printer for an A4 page if only a label printer is chosen', () => {
    const drawn: Routes = {
      byPaper: {},
      zpl: null,
      otherwise: { printer: 'Zebra', language: 'zpl' },
    };
    const labels = [label(1), label(2, { paper: a4 }), label(3, { paper: a4, hasZpl: true })];
    expect(planPrint(labels, drawn, null)).toMatchObject({
      jobs: [{ shipmentIds: [1] }, { shipmentIds: [3], kind: 'zpl' }],
      unrouted: [2],
    });
  });

  it('fills the jobs of printers that take turns, of labels whose kinds do', () => {
    const labels = Array.from({ length: 90 }, (_, at) =>
      label(at, at % 3 === 2 ? { paper: a4 } : { hasZpl: at % 3 === 0 }),
    );
    const { jobs } = planPrint(labels, routes, 25);
    expect(jobs.map(({ printer, shipmentIds }) => [printer, shipmentIds.length])).toEqual([
      ['Zebra', 25],
      ['Laser', 25],
      ['Zebra', 25],
      ['Zebra', 10],
      ['Laser', 5],
    ]);
  });

  it('ends a job if the same printer needs other paper', () => {
    const labels = [label(1), label(2, { paper: square }), label(3)];
    const one: Routes = {
      byPaper: {},
      zpl: null,
      otherwise: { printer: 'Zebra', language: 'zpl' },
    };
    expect(planPrint(labels, one, null).jobs.map(({ shipmentIds }) => shipmentIds)).toEqual([
      [1],
      [2],
      [3],
    ]);
  });

  it('cuts 300 labels into jobs of 50', () => {
    const labels = Array.from({ length: 300 }, (_, index) => label(index));
    const { jobs } = planPrint(labels, routes, 50);
    expect(jobs.map(({ shipmentIds }) => shipmentIds.length)).toEqual([50, 50, 50, 50, 50, 50]);
  });

  it('writes one file, for any papers and any number of labels', () => {
    const labels = [label(1), label(2, { paper: a4 }), label(3, { hasZpl: true }), label(4)];
    const toFile: Routes = {
      byPaper: {},
      zpl: null,
      otherwise: { printer: 'PDF', language: 'pdf', whole: true },
    };
    const job = { printer: 'PDF', kind: 'pdf', rendered: false };
    expect(planPrint(labels, toFile, 2).jobs).toEqual([
      { ...job, paper: null, shipmentIds: [1, 2, 3, 4], pages: 4 },
    ]);
    expect(planPrint([label(1), label(2)], toFile, 1).jobs).toEqual([
      { ...job, paper: small, shipmentIds: [1, 2], pages: 2 },
    ]);
  });

  it('prints every label exactly once, in list order on each printer, and never more than allowed in one job', () => {
    const anyLabel = fc.record({
      paper: fc.constantFrom(small, square, a4),
      pages: fc.integer({ min: 1, max: 3 }),
      hasZpl: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyLabel, { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (list, perJob) => {
          const labels = list.map((one, index) => label(index, one));
          const { jobs, unrouted } = planPrint(labels, routes, perJob);
          const printed = jobs.flatMap(({ shipmentIds }) => shipmentIds);
          for (const own of Map.groupBy(jobs, ({ printer }) => printer).values()) {
            const ids = own.flatMap(({ shipmentIds }) => shipmentIds);
            expect(ids).toEqual(ids.toSorted((a, b) => a - b));
          }
          expect([...printed, ...unrouted].toSorted((a, b) => a - b)).toEqual(
            labels.map(({ shipmentId }) => shipmentId),
          );
          expect(unrouted.every((id) => list[id]!.paper === square)).toBe(true);
          for (const job of jobs) {
            expect(job.shipmentIds.length).toBeLessThanOrEqual(perJob);
            expect(job.pages).toBe(job.shipmentIds.reduce((sum, id) => sum + list[id]!.pages, 0));
          }
        },
      ),
    );
  });
});
