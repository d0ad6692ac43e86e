import { ok } from '../../../shared/index.ts';
import type { PrintRequest, PrinterInfo, Result } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import type { PrinterDescription, Printers } from '../../printing/index.ts';
import { withJob } from '../context.ts';
import type { DeskContext } from '../context.ts';
import { plannerFor, printLabels } from '../print/print-labels.ts';
import { selectedShipments } from '../print/print-selection.ts';
import { printTestPage } from '../test-page.ts';
import type { DeskHandlers } from '../types.ts';

type Channels =
  | 'job.preview'
  | 'print.printers'
  | 'print.probe'
  | 'print.plan'
  | 'print.preview'
  | 'print.start'
  | 'print.resolve'
  | 'print.test-page'
  | 'print.queue'
  | 'print.cancel'
  | 'print.resume';

export function makePrintHandlers(context: DeskContext): Pick<DeskHandlers, Channels> {
  const { connection, once, spool } = context;

  const printers = (): Printers => {
    const workspace = connection.workspace();
    return workspace.ok ? workspace.value.printers : context.printers;
  };

  const preview = (job: GroupingJob, { selection, copies, sheet }: PrintRequest): Promise<Result<Uint8Array>> => {
    const shipmentIds = selectedShipments(selection, job.snapshot().shipments);
    return shipmentIds.ok ? job.preview(shipmentIds.value, { copies, sheet }) : Promise.resolve(shipmentIds);
  };

  return {
    'job.preview': ({ shipmentId, ...ref }) =>
      withJob(context, ref, ({ job }) => job.preview([shipmentId], { copies: 1, sheet: null })),
    'print.printers': async () => ok((await printers().list()).map(printerInfo)),
    'print.probe': async ({ host, port }) => {
      const found = await printers().probe(host, port);
      return found.ok ? ok(printerInfo(found.value)) : found;
    },
    'print.plan': (request) =>
      withJob(context, request, async ({ job }, workspace) => {
        const shipmentIds = selectedShipments(request.selection, job.snapshot().shipments);
        if (!shipmentIds.ok) return shipmentIds;
        const planner = await plannerFor(workspace, request);
        const labels = await job.describeLabels(shipmentIds.value);
        return labels.ok ? planner.plan(labels.value) : labels;
      }),
    'print.preview': (request) => withJob(context, request, ({ job }) => preview(job, request)),
    'print.start': (request) =>
      withJob(context, request, (opened, workspace) => {
        const shipmentIds = selectedShipments(request.selection, opened.job.snapshot().shipments);
        if (!shipmentIds.ok) return shipmentIds;
        // "What is not printed yet" are other labels from one moment to the next: the labels make a print the same.
        const key = `print.start ${workspace.erpOrigin} ${JSON.stringify({ ...request, selection: shipmentIds.value })}`;
        return once.run(key, () => printLabels(workspace, opened, shipmentIds.value, request));
      }),
    'print.resolve': ({ printed, ...ref }) => withJob(context, ref, ({ job }) => job.resolvePrint(printed)),
    'print.test-page': ({ printer }) =>
      once.run(`print.test-page ${printer}`, () => printTestPage(context, printers(), printer)),
    'print.queue': () => Promise.resolve(ok(spool.list())),
    'print.cancel': ({ queueEntryId }) => Promise.resolve(spool.cancel(queueEntryId)),
    'print.resume': ({ printer }) => once.run(`print.resume ${printer}`, () => spool.resume(printer)),
  };
}

function printerInfo({ name, kind, isDefault, accepts, state, conditions, reason }: PrinterDescription): PrinterInfo {
  return { name, kind, isDefault, zplOnly: !accepts.includes('pdf'), state, conditions, reason };
}
