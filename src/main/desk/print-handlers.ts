import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, fault, labelPaper, ok } from '../../shared/index.ts';
import type { PrintRequest, Result } from '../../shared/index.ts';
import type { GroupingJob } from '../dispatch/index.ts';
import { testPagePdf, testPageZpl } from '../printing/index.ts';
import type { Printer, PrinterDescription } from '../printing/index.ts';
import { withJob } from './context.ts';
import type { DeskContext } from './context.ts';
import type { OpenedJob } from './jobs.ts';
import { diskFault } from './manifest-file.ts';
import { selectedShipments } from './print-selection.ts';
import type { DeskHandlers } from './types.ts';

type Channels =
  'job.preview' | 'print.printers' | 'print.preview' | 'print.start' | 'print.resolve' | 'print.test-page';

interface FoundPrinter {
  readonly printer: Printer;
  readonly description: PrinterDescription | null;
}

export function printHandlers(context: DeskContext): Pick<DeskHandlers, Channels> {
  const { options, settings, once } = context;

  const preview = (job: GroupingJob, { selection, copies, sheet }: PrintRequest): Promise<Result<Uint8Array>> => {
    const shipmentIds = selectedShipments(selection, job.snapshot().shipments);
    return shipmentIds.ok ? job.preview(shipmentIds.value, { copies, sheet }) : Promise.resolve(shipmentIds);
  };

  /** With what is known of it: null where the system did not list it (in time), and whether it is there shows later. */
  const findPrinter = async (name: string): Promise<Result<FoundPrinter>> => {
    const workspace = context.connection.workspace();
    if (!workspace.ok) return workspace;
    const { printers } = workspace.value;
    const printer = printers.find(name);
    if (!printer.ok) return printer;
    const listed = await printers.list();
    return ok({ printer: printer.value, description: listed.find((one) => one.name === name) ?? null });
  };

  const start = (
    opened: OpenedJob,
    shipmentIds: readonly number[],
    { printer: name, copies, sheet }: PrintRequest,
  ): Promise<Result<void>> =>
    opened.run(async (signal) => {
      const found = await findPrinter(name);
      if (!found.ok) return found;
      const { printer, description } = found.value;
      return opened.job.print(printer, shipmentIds, signal, {
        copies,
        sheet,
        language: takesOnlyZpl(description) ? 'zpl' : 'pdf',
        // Nothing jams in a file.
        labelsPerJob: description?.kind === 'file' ? null : settings.settings().labelsPerJob,
      });
    });

  const printTestPage = async (name: string): Promise<Result<void>> => {
    const found = await findPrinter(name);
    if (!found.ok) return found;
    const { printer, description } = found.value;
    const kind = takesOnlyZpl(description) ? 'zpl' : 'pdf';
    const dir = join(options.dataDir, 'spill');
    const path = join(dir, `test-page-${randomUUID()}.${kind}`);
    try {
      await mkdir(dir, { recursive: true });
      const page = {
        language: settings.settings().language,
        printer: name,
        paper: labelPaper,
        nowMs: options.clock.now(),
      };
      // A ZPL printer cannot be asked for its resolution here; most have this one, and the rulers tell.
      await writeFile(path, await (kind === 'zpl' ? testPageZpl(page, 203) : testPagePdf(page)));
      const printed = await printer.print({ path, kind, title: 'Doca', paper: labelPaper });
      if (!printed.ok) return printed;
      return printed.value === 'cancelled' ? failed(fault('cancelled')) : ok();
    } catch (error) {
      return failed(diskFault(error));
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  };

  return {
    'job.preview': ({ shipmentId, ...ref }) =>
      withJob(context, ref, ({ job }) => job.preview([shipmentId], { copies: 1, sheet: null })),
    'print.printers': async () => {
      const workspace = context.connection.workspace();
      if (!workspace.ok) return ok([]);
      const listed = await workspace.value.printers.list();
      return ok(listed.map(({ name, kind, isDefault, state, reason }) => ({ name, kind, isDefault, state, reason })));
    },
    'print.preview': (request) => withJob(context, request, ({ job }) => preview(job, request)),
    'print.start': (request) =>
      withJob(context, request, (opened, { erpOrigin }) => {
        const shipmentIds = selectedShipments(request.selection, opened.job.snapshot().shipments);
        if (!shipmentIds.ok) return shipmentIds;
        // "What is not printed yet" are other labels from one moment to the next: the labels make a print the same.
        const key = `print.start ${erpOrigin} ${JSON.stringify({ ...request, selection: shipmentIds.value })}`;
        return once.run(key, () => start(opened, shipmentIds.value, request));
      }),
    'print.resolve': ({ printed, ...ref }) => withJob(context, ref, ({ job }) => job.resolvePrint(printed)),
    'print.test-page': ({ printer }) => once.run(`print.test-page ${printer}`, () => printTestPage(printer)),
  };
}

function takesOnlyZpl(description: PrinterDescription | null): boolean {
  return description !== null && !description.accepts.includes('pdf');
}
