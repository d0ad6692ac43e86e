import { describe, expect, it } from 'vitest';
import { createPrintQueue } from '../../../src/main/printing/index.ts';
import type { FoundPrinter, Printers, RoutedLabel } from '../../../src/main/printing/index.ts';
import {
  planLabels,
  printLabels,
  printsZplDrawn,
} from '../../../src/main/desk/print/print-labels.ts';
import type { PrintServices } from '../../../src/main/desk/print/print-labels.ts';
import type { GroupingJob, PrintOptions } from '../../../src/main/dispatch/index.ts';
import { catchFaults } from '../../../src/main/os/errors.ts';
import type { PrintRequest } from '#shared/contract/print.ts';
import { defaultSettings, type Settings } from '#shared/contract/settings.ts';
import type { LabelPaper } from '#shared/domain/printing.ts';
import type { Paper } from '#shared/domain/records.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';

const papers: Readonly<Record<LabelPaper, Paper>> = {
  '100x150': { widthMm: 100, heightMm: 150 },
  '100x100': { widthMm: 100, heightMm: 100 },
  a6: { widthMm: 105, heightMm: 148 },
  a4: { widthMm: 210, heightMm: 297 },
};
const label = (shipmentId: number, paper: LabelPaper = '100x150', hasZpl = false): RoutedLabel => {
  return { shipmentId, paper: papers[paper], pages: 1, hasZpl };
};

const kinds: Readonly<Record<string, Pick<FoundPrinter, 'kind' | 'language'>>> = {
  PDF: { kind: 'file', language: 'pdf' },
  Zebra: { kind: 'network', language: 'zpl' },
  Laser: { kind: 'system', language: 'pdf' },
};

const printers = {
  find: (name: string) => {
    const kind = kinds[name];
    if (kind === undefined)
      return Promise.resolve(
        failed(fault('printer-unavailable', { reached: 'no', detail: 'no such printer' })),
      );
    const printer = { name, print: () => Promise.resolve(ok('done' as const)) };
    return Promise.resolve(ok({ printer, ...kind, dpi: 203 as const }));
  },
} as unknown as Printers;

function place(settings: Partial<Settings>, training = false) {
  const queue = createPrintQueue();
  const room = { settings: () => ({ ...defaultSettings, ...settings }), queue };
  return { room, printers, training };
}

const wishes = {
  groupingId: 1001,
  printer: null,
  shipmentIds: [1],
  copies: 1,
  sheet: null,
} as const;
const routes: Settings['routes'] = { byPaper: { '100x150': 'Zebra', a4: 'Laser' }, zpl: null };
const jobsOf = async (where: PrintServices, request: PrintRequest) => {
  const labels = [label(1), label(2, '100x150', true), label(3, 'a4'), label(4, 'a6')];
  const plan = await catchFaults(async () => ok(await planLabels(where, request, labels)));
  if (!plan.ok) return plan.fault;
  return {
    ...plan.value,
    jobs: plan.value.jobs.map((job) => [
      job.printer,
      job.rendered ? 'drawn' : job.kind,
      ...job.shipmentIds,
    ]),
  };
};

describe('a label that comes as ZPL', () => {
  const zplTo = (zpl: string | null, settings: Partial<Settings> = {}, training = false) =>
    printsZplDrawn(
      place({ routes: { byPaper: {}, zpl }, printer: 'Laser', ...settings }, training),
    );

  it('is drawn ahead only if it will not go to a ZPL printer', async () => {
    expect(await zplTo('Zebra')).toBe(false);
    expect(await zplTo(null, { routes })).toBe(false);
    expect(await zplTo('Laser')).toBe(true);
    expect(await zplTo(null)).toBe(true);
    expect(await zplTo('Gone')).toBe(true);
    expect(await zplTo(null, { printer: null })).toBe(true);
    expect(await zplTo('Zebra', { perSheet: 4 })).toBe(true);
    expect(await zplTo('Zebra', {}, true)).toBe(true);
  });
});

describe('the printer of a label', () => {
  it('is the one for its paper, else the general one; the others have none', async () => {
    expect(await jobsOf(place({ routes }), wishes)).toEqual({
      jobs: [
        ['Zebra', 'drawn', 1, 2],
        ['Laser', 'pdf', 3],
      ],
      unrouted: [4],
    });
    expect(await jobsOf(place({ routes, printer: 'PDF' }), wishes)).toMatchObject({
      jobs: [{}, {}, ['PDF', 'pdf', 4]],
      unrouted: [],
    });
  });

  it('is the one for ZPL before that', async () => {
    const zplFirst = { byPaper: { '100x150': 'Laser' }, zpl: 'Zebra' };
    expect(await jobsOf(place({ routes: zplFirst, printer: 'Laser' }), wishes)).toMatchObject({
      jobs: [
        ['Laser', 'pdf', 1],
        ['Zebra', 'zpl', 2],
        ['Laser', 'pdf', 3],
        ['Laser', 'pdf', 4],
      ],
    });
  });

  it('is the one chosen for this print, for all', async () => {
    expect(await jobsOf(place({ routes }), { ...wishes, printer: 'PDF' })).toMatchObject({
      jobs: [['PDF', 'pdf', 1, 2, 3, 4]],
      unrouted: [],
    });
  });

  it('is the file printer in training, unless one was chosen', async () => {
    const training = place({ routes, printer: 'Laser' }, true);
    expect(await jobsOf(training, wishes)).toMatchObject({ jobs: [['PDF', 'pdf', 1, 2, 3, 4]] });
    const chosen = await jobsOf(training, { ...wishes, printer: 'Laser' });
    expect(chosen).toMatchObject({ jobs: [{ 0: 'Laser' }, { 0: 'Laser' }, { 0: 'Laser' }] });
  });

  it('is reported if it is missing, but only if a label needs it', async () => {
    const gone = { byPaper: { '100x150': 'Gone' }, zpl: null };
    expect(await jobsOf(place({ routes: gone, printer: 'PDF' }), wishes)).toMatchObject({
      kind: 'printer-unavailable',
      detail: 'Gone: no such printer',
    });
    const unused = { byPaper: { '100x100': 'Gone' }, zpl: null };
    expect(await jobsOf(place({ routes: unused, printer: 'PDF' }), wishes)).toMatchObject({
      unrouted: [],
    });
  });
});

describe('sheets of stickers', () => {
  const sheet = { perSheet: 4, start: 3 } as const;

  it('are one job for the printer of A4, with as many sheets as it takes', async () => {
    const labels = [label(1), label(2, 'a6', true), label(3)];
    const plan = await planLabels(
      place({ routes, labelsPerJob: 1 }),
      { ...wishes, sheet, copies: 2 },
      labels,
    );
    expect(plan).toMatchObject({
      jobs: [{ printer: 'Laser', kind: 'pdf', paper: papers.a4, shipmentIds: [1, 2, 3], pages: 2 }],
    });
  });

  it('need a printer, and one that has sheets', async () => {
    expect(await jobsOf(place({}), { ...wishes, sheet })).toEqual({
      jobs: [],
      unrouted: [1, 2, 3, 4],
    });
    expect(await jobsOf(place({}), { ...wishes, sheet, printer: 'Zebra' })).toMatchObject({
      kind: 'printer-unavailable',
    });
  });
});

describe('a print', () => {
  /** A job that prints as planned. */
  function opened() {
    const seen: { options: PrintOptions | null; sent: string[] } = { options: null, sent: [] };
    const print: GroupingJob['print'] = async (plan, ids, options) => {
      seen.options = options;
      const jobs = await plan((ids ?? []).map((id) => label(id, id === 9 ? 'a6' : '100x150')));
      if (!jobs.ok) return jobs;
      for (const one of jobs.value) {
        seen.sent.push(`${one.printer.name} ${one.kind} ${one.shipmentIds.join()}`);
        await one.printer.print({ path: '/x', kind: one.kind, title: 'Doca' });
      }
      return ok();
    };
    const shipments = [1, 2, 3].map((id) => ({
      shipment: { id },
      position: id,
      label: { timesPrinted: id === 3 ? 1 : 0 },
    }));
    const snapshot = () => ({ grouping: { id: 1001, identification: '8412' }, shipments });
    return { opened: { print, snapshot } as unknown as GroupingJob, seen };
  }

  it('is all or nothing: if one label has no printer, none is sent', async () => {
    const { opened: job, seen } = opened();
    expect(
      await printLabels(place({ routes }), job, { ...wishes, shipmentIds: [1, 9] }),
    ).toMatchObject({
      fault: { kind: 'no-printer' },
    });
    expect(seen.sent).toEqual([]);
  });

  it('is in the queue with its grouping, its labels and the reprints among them', async () => {
    const where = place({ routes, labelsPerJob: 2 });
    const { opened: job, seen } = opened();
    expect(
      await printLabels(where, job, { ...wishes, shipmentIds: [1, 2, 3], copies: 3 }),
    ).toMatchObject({ ok: true });
    expect(seen.sent).toEqual(['Zebra pdf 1,2', 'Zebra pdf 3']);
    expect(where.room.queue.entries()).toMatchObject([
      {
        printer: 'Zebra',
        groupingId: 1001,
        groupingName: '8412',
        labels: 1,
        places: [{ from: 3, to: 3 }],
        again: 1,
      },
      {
        printer: 'Zebra',
        groupingId: 1001,
        groupingName: '8412',
        labels: 2,
        places: [{ from: 1, to: 2 }],
        again: 0,
      },
    ]);
  });

  it('is asked for confirmation a last time before it is sent', async () => {
    const { opened: job, seen } = opened();
    const answer = await printLabels(place({ routes }), job, wishes, () => false);
    expect(answer).toMatchObject({ fault: { kind: 'cancelled' } });
    expect(seen.sent).toEqual([]);
  });

  it('marks reprints if the settings require it, in the packer’s language', async () => {
    const markOf = async (settings: Partial<Settings>) => {
      const { opened: job, seen } = opened();
      await printLabels(place({ routes, ...settings }), job, wishes);
      return seen.options?.reprintMark?.(1);
    };
    expect(await markOf({})).toBeUndefined();
    expect(await markOf({ markReprints: true })).toBe('2ª via');
    expect(await markOf({ markReprints: true, language: 'en' })).toBe('Reprint 2');
  });
});
