import { describe, expect, it } from 'vitest';
import { createPrintQueue, LabelPrinting } from '../../src/main/printing/index.ts';
import type { LabelPrinter, PrintWishes, RoutedLabel } from '../../src/main/printing/index.ts';
import { catchFaults } from '../../src/main/os/errors.ts';
import { defaultSettings, type Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
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

const kinds: Readonly<Record<string, Omit<LabelPrinter, 'printer'>>> = {
  PDF: { whole: true, language: 'pdf' },
  Zebra: { language: 'zpl' },
  Laser: { language: 'pdf' },
  Raw: { language: 'zpl', isRaw: true },
};

const find = (name: string) => {
  const kind = kinds[name];
  if (kind === undefined)
    return Promise.resolve(
      failed(fault('printer-unavailable', { reached: 'no', detail: 'no such printer' })),
    );
  const printer = { name, print: () => Promise.resolve(ok('done' as const)) };
  return Promise.resolve(ok({ printer, ...kind }));
};

const place = (
  settings: Partial<Settings>,
  only: string | null = null,
  queue = createPrintQueue(),
) => new LabelPrinting(find, queue, () => ({ ...defaultSettings, ...settings }), only);

const wishes = { printer: null, copies: 1, sheet: null } as const;
const routes: Settings['routes'] = { byPaper: { '100x150': 'Zebra', a4: 'Laser' }, zpl: null };
const jobsOf = async (where: LabelPrinting, request: PrintWishes) => {
  const labels = [label(1), label(2, '100x150', true), label(3, 'a4'), label(4, 'a6')];
  const planned = await catchFaults(async () => ok(await where.plan(labels, request)));
  if (!planned.ok) return planned.fault;
  const { info, jobs } = planned.value;
  expect(jobs.map(({ printer, shipmentIds }) => [printer.name, shipmentIds])).toEqual(
    info.jobs.map(({ printer, shipmentIds }) => [printer, shipmentIds]),
  );
  return {
    ...info,
    jobs: info.jobs.map((job) => [
      job.printer,
      job.rendered ? 'drawn' : job.kind,
      ...job.shipmentIds,
    ]),
  };
};

describe('a label that comes as ZPL', () => {
  const zplTo = (zpl: string | null, settings: Partial<Settings> = {}, only?: string) =>
    place({ routes: { byPaper: {}, zpl }, printer: 'Laser', ...settings }, only).printsZplDrawn();

  it('is drawn ahead only if it will not go to a ZPL printer', async () => {
    expect(await zplTo('Zebra')).toBe(false);
    expect(await zplTo(null, { routes })).toBe(false);
    expect(await zplTo('Laser')).toBe(true);
    expect(await zplTo(null)).toBe(true);
    expect(await zplTo('Gone')).toBe(true);
    expect(await zplTo(null, { printer: null })).toBe(true);
    expect(await zplTo('Zebra', { perSheet: 4 })).toBe(true);
    expect(await zplTo('Zebra', {}, 'PDF')).toBe(true);
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
    const training = place({ routes, printer: 'Laser' }, 'PDF');
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
    const { info } = await place({ routes, labelsPerJob: 1 }).plan(labels, {
      ...wishes,
      sheet,
      copies: 2,
    });
    expect(info).toMatchObject({
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

describe('a printer for which nothing is drawn', () => {
  it('gets labels that came as ZPL, and is refused all others', async () => {
    const raw = place({}, 'Raw');
    expect((await raw.plan([label(1, 'a6', true)], wishes)).info).toMatchObject({
      jobs: [{ printer: 'Raw', kind: 'zpl', rendered: false, shipmentIds: [1] }],
    });
    expect(await jobsOf(raw, wishes)).toMatchObject({
      kind: 'printer-unavailable',
      reached: 'no',
      detail: 'it takes only ZPL: 3 labels did not come so',
    });
  });
});

describe('a print', () => {
  const shipments = [1, 2, 3].map((id) => ({
    shipment: { id },
    position: id,
    label: { timesPrinted: id === 3 ? 1 : 0 },
  }));
  const grouping = { id: 1001, identification: '8412' };
  const job = { grouping, shipments } as unknown as JobSnapshot;
  const file = { path: '/x', kind: 'pdf', title: 'Doca' } as const;

  it('is in the queue with its grouping, its labels and the reprints among them', async () => {
    const queue = createPrintQueue();
    const printing = place({}, null, queue);
    const zebra = await printing.find('Zebra');
    for (const ids of [[1, 2], [3]]) await printing.watch(zebra!, job, ids).print(file);
    const about = { printer: 'Zebra', groupingId: 1001, groupingName: '8412' };
    expect(queue.entries()).toMatchObject([
      { ...about, labels: 1, places: [{ from: 3, to: 3 }], again: 1 },
      { ...about, labels: 2, places: [{ from: 1, to: 2 }], again: 0 },
    ]);
  });

  it('marks reprints if the settings require it, in the packer’s language', () => {
    expect(place({}).markReprint(1)).toBeNull();
    expect(place({ markReprints: true }).markReprint(0)).toBeNull();
    expect(place({ markReprints: true }).markReprint(1)).toBe('2ª via');
    expect(place({ markReprints: true, language: 'en' }).markReprint(1)).toBe('Reprint 2');
  });
});
