import type { BenchLook } from '#shared/contract/app.ts';
import type { Requests } from '#shared/contract/index.ts';
import type {
  PrinterInfo,
  PrintPlanInfo,
  PrintRequest,
  SpoolJobInfo,
} from '#shared/contract/print.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';

const atMs = Date.UTC(2026, 2, 9, 17, 32);

export function printerInfo(name: string, more: Partial<PrinterInfo> = {}): PrinterInfo {
  return {
    name,
    kind: 'system',
    isDefault: false,
    zplOnly: false,
    state: 'ready',
    conditions: [],
    reason: null,
    ...more,
  };
}

export function fakePrinters(settings: Settings): PrinterInfo[] {
  return [
    printerInfo('Zebra bancada 1', { isDefault: true }),
    printerInfo('Argox fila crua', { zplOnly: true }),
    printerInfo('Laser do escritório'),
    ...settings.networkPrinters.map(({ name, host }) =>
      printerInfo(name, {
        kind: 'network',
        zplOnly: true,
        ...(host === '10.0.0.21' ? { state: 'stopped', conditions: ['paper-out'] } : {}),
      }),
    ),
    printerInfo('PDF', { kind: 'file' }),
  ];
}

/** One address that answers, one without paper, the others without a printer. */
export function fakeProbe({
  host,
}: {
  readonly host: string;
}): ReturnType<Requests['print.probe']> {
  if (host === '10.0.0.20') return ok(printerInfo(host, { kind: 'network', zplOnly: true }));
  if (host !== '10.0.0.21') return failed(fault('printer-unavailable', { reached: 'no' }));
  return ok(
    printerInfo(host, {
      kind: 'network',
      zplOnly: true,
      state: 'stopped',
      conditions: ['paper-out', 'open'],
    }),
  );
}

/**
 * Every fourth label is a ZPL one, every label is 100 × 150. In training all of them go into a
 * file.
 */
export function fakePlan(
  settings: Settings,
  request: PrintRequest,
  training: boolean,
): PrintPlanInfo {
  const jobs: {
    -readonly [K in keyof PrintPlanInfo['jobs'][number]]: PrintPlanInfo['jobs'][number][K];
  }[] = [];
  const unrouted: number[] = [];
  const zplOnly = new Set(
    fakePrinters(settings)
      .filter((printer) => printer.zplOnly)
      .map(({ name }) => name),
  );
  for (const id of request.shipmentIds) {
    const zpl = id % 4 === 0;
    const routed =
      (zpl ? settings.routes.zpl : null) ?? settings.routes.byPaper['100x150'] ?? settings.printer;
    const printer = request.printer ?? (training ? 'PDF' : routed);
    if (printer === null) {
      unrouted.push(id);
      continue;
    }
    const kind = zplOnly.has(printer) ? 'zpl' : 'pdf';
    const last = jobs.at(-1);
    const full =
      last !== undefined && last.shipmentIds.length >= (settings.labelsPerJob ?? Infinity);
    if (last?.printer === printer && !full) {
      last.shipmentIds = [...last.shipmentIds, id];
      last.pages += 1;
      last.rendered ||= kind === 'zpl' && !zpl;
    } else {
      const paper = { widthMm: 100, heightMm: 150 };
      jobs.push({
        printer,
        kind,
        rendered: kind === 'zpl' && !zpl,
        paper,
        shipmentIds: [id],
        pages: 1,
      });
    }
  }
  return { jobs, unrouted };
}

function queueEntry(id: number, more: Partial<SpoolJobInfo>): SpoolJobInfo {
  return {
    id,
    printer: 'Zebra bancada 1',
    groupingId: 1040,
    groupingName: '1040',
    labels: 50,
    places: [],
    again: 0,
    startedAtMs: atMs + id * 60_000,
    endedAtMs: null,
    state: 'printing',
    conditions: [],
    reason: null,
    tally: null,
    pages: null,
    stalled: false,
    canResume: false,
    ...more,
  };
}

/** It prints without progress. */
export const stalledJob = queueEntry(1, { stalled: true, labels: 12 });

/** A queue with everything in it. */
export const fullQueue: readonly SpoolJobInfo[] = [
  queueEntry(9, {
    printer: 'Zebra rede',
    state: 'held',
    conditions: ['paper-out', 'open'],
    labels: 12,
    places: [{ from: 51, to: 62 }],
    tally: { printed: 5, perhaps: 4, not: 3 },
  }),
  queueEntry(8, { state: 'printing', places: [{ from: 1, to: 50 }] }),
  queueEntry(7, {
    printer: 'Laser do escritório',
    state: 'held',
    conditions: ['paused'],
    canResume: true,
    reason: 'Paused',
    places: [{ from: 51, to: 100 }],
    pages: { sent: 12, of: 50 },
  }),
  queueEntry(6, {
    printer: 'Zebra rede',
    state: 'failed',
    conditions: ['jam'],
    endedAtMs: atMs + 400_000,
    reason: 'connection reset by peer',
    tally: { printed: 12, perhaps: 1, not: 37 },
  }),
  queueEntry(5, {
    state: 'done',
    endedAtMs: atMs + 330_000,
    labels: 9,
    places: [
      { from: 1, to: 4 },
      { from: 7, to: 7 },
      { from: 9, to: 12 },
    ],
    again: 2,
  }),
  queueEntry(4, {
    state: 'cancelled',
    endedAtMs: atMs + 300_000,
    labels: 1,
    places: [{ from: 4, to: 4 }],
    again: 1,
  }),
  queueEntry(3, { printer: 'Argox fila crua', state: 'unknown', endedAtMs: atMs + 260_000 }),
  queueEntry(2, { state: 'done', endedAtMs: atMs + 200_000, groupingId: null, labels: 0 }),
];

export const fakeBenchLook: BenchLook = {
  findings: [
    { step: 'erp', level: 'ok', what: 'O.', next: '' },
    { step: 'erp', level: 'warn', what: 'HTTPS_PROXY.', next: '' },
    { step: 'printer', level: 'ok', what: 'Zebra.', next: '' },
    { step: 'people', level: 'fail', what: 'postgres.', next: '' },
  ],
  code: {
    text: 'DOCA100X150',
    bars: [2, 1, 1, 2, 3, 2, 1, 1, 2, 2, 1, 3, 2, 1, 2, 1, 2, 3, 2, 3, 3, 1, 1, 1, 2],
  },
};
