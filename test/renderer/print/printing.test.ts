import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import type { PrintPlanInfo } from '#shared/contract/print.ts';
import { defaultSettings, type Settings } from '#shared/contract/settings.ts';
import { printerConditions } from '#shared/domain/printing.ts';
import { messages } from '../../../src/renderer/i18n/index.ts';
import { groupPlan } from '../../../src/renderer/print/print-plan.ts';
import {
  findAddressFaults,
  findDraftFaults,
  emptyDraft,
  parsePort,
  findRoute,
  addPrinter,
  setRoute,
} from '../../../src/renderer/settings/printer-settings.ts';
import {
  describeConditions,
  describePrinter,
  describeTrouble,
} from '../../../src/renderer/i18n/printer-words.ts';
import { listLastSpoolJob } from '../../../src/renderer/job/reprint.ts';
import { makeRow, printedLabel, readyLabel } from '../fake-data.ts';
import { noLabel } from '../../support/no-label.ts';
import { fullQueue, printerInfo } from '../fake-printing.ts';

const t = messages['pt-BR'];
const label = { widthMm: 100, heightMm: 150 };
type Job = PrintPlanInfo['jobs'][number];
const job = (printer: string, shipmentIds: readonly number[], more: Partial<Job> = {}): Job => ({
  printer,
  kind: 'pdf',
  rendered: false,
  paper: label,
  shipmentIds,
  pages: shipmentIds.length,
  ...more,
});
const lines = (
  jobs: readonly Job[],
  positionOf = (id: number): number | undefined => id,
): unknown[] =>
  groupPlan({ jobs, unrouted: [] }, positionOf).map(({ printer, jobs: count, labels, span }) => [
    printer,
    count,
    labels,
    span === null ? null : `${span.from}–${span.to}`,
  ]);

describe('the plan', () => {
  it('is one line if one printer gets everything, for any number of spool jobs', () => {
    expect(lines([job('Zebra', [1, 2, 3]), job('Zebra', [4, 5])])).toEqual([
      ['Zebra', 2, 5, '1–5'],
    ]);
  });

  it('keeps the order of the print while it can be read at a glance', () => {
    expect(lines([job('Zebra', [1, 2]), job('Laser', [3]), job('Zebra', [4, 5])])).toEqual([
      ['Zebra', 1, 2, '1–2'],
      ['Laser', 1, 1, '3–3'],
      ['Zebra', 1, 2, '4–5'],
    ]);
  });

  it('sums up printers that take turns too often', () => {
    const turns = Array.from({ length: 8 }, (_, index) =>
      job(index % 4 === 3 ? 'Laser' : 'Zebra', [index + 1]),
    );
    expect(lines(turns.filter((_, index) => index !== 1))).toEqual([
      ['Zebra', 2, 2, null],
      ['Laser', 1, 1, '4–4'],
      ['Zebra', 3, 3, '5–7'],
      ['Laser', 1, 1, '8–8'],
    ]);
    const more = [...turns, job('Zebra', [9])];
    expect(lines(more)).toEqual([
      ['Zebra', 7, 7, null],
      ['Laser', 2, 2, null],
    ]);
  });

  it('distinguishes languages and papers of one printer', () => {
    const zpl = { kind: 'zpl' } as const;
    const jobs = [
      job('Zebra', [1], zpl),
      job('Zebra', [2], { ...zpl, rendered: true }),
      job('Zebra', [3], { ...zpl, rendered: true, paper: { widthMm: 100, heightMm: 100 } }),
    ];
    expect(lines(jobs)).toHaveLength(3);
  });

  it('names no span if positions are not consecutive, or unknown', () => {
    expect(lines([job('Zebra', [3, 2, 1])])).toEqual([['Zebra', 1, 3, null]]);
    expect(lines([job('Zebra', [1, 2])], (id) => (id === 2 ? undefined : id))).toEqual([
      ['Zebra', 1, 2, null],
    ]);
    expect(lines([job('Zebra', [1, 2])], () => undefined)).toEqual([['Zebra', 1, 2, null]]);
  });

  it('never loses a label, a page or a spool job', () => {
    const printer = fc.constantFrom('A', 'B', 'C');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(printer, fc.integer({ min: 1, max: 5 })), { maxLength: 30 }),
        (turns) => {
          let next = 1;
          const jobs = turns.map(([name, count]) => {
            const ids = Array.from({ length: count }, () => next++);
            return job(name, ids, { pages: count * 2 });
          });
          const shown = groupPlan({ jobs, unrouted: [] }, (id) => id);
          const sum = (pick: (line: (typeof shown)[number]) => number) =>
            shown.reduce((all, one) => all + pick(one), 0);
          expect(sum(({ labels }) => labels)).toBe(next - 1);
          expect(sum(({ pages }) => pages)).toBe((next - 1) * 2);
          expect(sum((line) => line.jobs)).toBe(jobs.length);
          expect(shown.length).toBeLessThanOrEqual(4);
          expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
        },
      ),
    );
  });
});

describe('the last spool job', () => {
  it('is the one with the highest number, of the labels that can be printed', () => {
    const rows = [
      makeRow(1, { ...printedLabel, printRunId: 7 }),
      makeRow(2, { ...printedLabel, printRunId: 8 }),
      makeRow(3, { ...readyLabel, printRunId: 8 }),
      makeRow(4, { ...noLabel, file: 'refused', printRunId: 8 }),
      makeRow(5, readyLabel),
    ];
    expect(listLastSpoolJob(rows)).toEqual([rows[1]!.shipment.id, rows[2]!.shipment.id]);
  });

  it('is empty before the first print', () => {
    expect(listLastSpoolJob([makeRow(1, readyLabel), makeRow(2)])).toEqual([]);
    expect(listLastSpoolJob([])).toEqual([]);
  });
});

describe('a network printer that is typed in', () => {
  const good = { ...emptyDraft, name: 'Zebra 1', host: '10.0.0.20' };

  it('is rejected at the wrong field', () => {
    expect(findDraftFaults(good, ['PDF'])).toEqual({ name: null, host: null, port: null });
    expect(findDraftFaults({ ...good, name: '  ' }, [])).toMatchObject({ name: 'nameMissing' });
    expect(findDraftFaults({ ...good, name: ' zebra 1 ' }, ['Zebra 1'])).toMatchObject({
      name: 'nameTaken',
    });
    for (const host of ['', 'http://10.0.0.20', '10.0.0.20:9100', 'a b', 'a/b']) {
      expect(findAddressFaults({ ...good, host })).toEqual({ host: 'host', port: null });
    }
    for (const port of ['', '0', '65536', '9100x', '-1']) {
      expect(findAddressFaults({ ...good, port })).toEqual({ host: null, port: 'port' });
    }
    for (const host of ['zebra-1.local', 'fe80::1', 'impressora', ' 10.0.0.20 ']) {
      expect(findAddressFaults({ ...good, host }).host).toBeNull();
    }
    expect(parsePort(' 9100 ')).toBe(9100);
  });

  it('is never sent in a way that main refuses', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.constantFrom('10.0.0.1', 'zebra', '9100', 'Doca 1'),
    );
    const draft = fc.record({
      name: text,
      host: text,
      port: text,
      dpi: fc.constantFrom(203, 300, 600),
    } as const);
    fc.assert(
      fc.property(draft, (one) => {
        const faults = findDraftFaults(one, []);
        if (faults.name !== null || faults.host !== null || faults.port !== null) return;
        const change = addPrinter(defaultSettings, one);
        expect(requests['settings.change'].input.safeParse({ change }).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('takes its resolution with it', () => {
    const added: Settings = {
      ...defaultSettings,
      ...addPrinter(defaultSettings, { ...good, dpi: 300 }),
    };
    expect(added.printerDpi).toEqual({ 'Zebra 1': 300 });
  });

  it('is routed to by kind of label, and no longer', () => {
    const some = setRoute(setRoute(defaultSettings.routes, 'zpl', 'Zebra'), 'a4', 'Laser');
    expect([findRoute(some, 'zpl'), findRoute(some, 'a4'), findRoute(some, 'a6')]).toEqual([
      'Zebra',
      'Laser',
      null,
    ]);
    expect(setRoute(setRoute(some, 'zpl', null), 'a4', null)).toEqual(defaultSettings.routes);
  });
});

describe('printers in words', () => {
  it('name the problem and the remedy, for every condition and in both languages', () => {
    for (const { printing } of Object.values(messages)) {
      for (const condition of printerConditions) {
        const [what, next] = [printing.conditions[condition], printing.remedies[condition]];
        expect(what).not.toMatch(/[.!]$/);
        expect(next).toMatch(/\.$/);
      }
    }
    expect(describeConditions(t, ['paper-out', 'open'])).toBe('Sem papel, tampa aberta');
    expect(describePrinter(t, printerInfo('Zebra'))).toBe('Pronta');
    expect(
      describePrinter(t, printerInfo('Zebra', { state: 'stopped', conditions: ['jam'] })),
    ).toBe('Parada: papel preso');
    expect(
      describePrinter(t, printerInfo('Zebra', { state: 'stopped', reason: 'toner low' })),
    ).toBe('Parada: toner low');
  });

  it('do not promise that a failed job resumes by itself', () => {
    const [held] = fullQueue;
    const failed = fullQueue.find(({ state }) => state === 'failed')!;
    expect(describeTrouble(t, held!)).toEqual({
      what: 'Sem papel, tampa aberta',
      next: t.printing.remedies['paper-out'],
    });
    expect(describeTrouble(t, { ...held!, conditions: [] })).toEqual(t.printing.held);
    expect(
      describeTrouble(t, { ...held!, state: 'printing', conditions: [], stalled: true }),
    ).toEqual(t.printing.stalled);
    expect(describeTrouble(t, { ...held!, stalled: true })).toEqual(describeTrouble(t, held!));
    expect(describeTrouble(t, failed)).toEqual({
      what: 'Papel preso',
      next: t.printing.failedNext,
    });
    for (const state of ['queued', 'printing', 'done', 'cancelled', 'unknown'] as const) {
      expect(describeTrouble(t, { ...held!, state })).toBeNull();
    }
  });
});
