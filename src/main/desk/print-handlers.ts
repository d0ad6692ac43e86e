import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, fault, ok } from '../../shared/index.ts';
import type { PrintRequest, Result } from '../../shared/index.ts';
import type { GroupingJob } from '../dispatch/index.ts';
import type { Printer } from '../printing/index.ts';
import { withJob } from './context.ts';
import type { DeskContext } from './context.ts';
import type { OpenedJob } from './jobs.ts';
import { diskFault } from './manifest-file.ts';
import { selectedShipments } from './print-selection.ts';
import { testPage } from './test-page.ts';
import type { DeskHandlers } from './types.ts';

type Channels =
  'job.preview' | 'print.printers' | 'print.preview' | 'print.start' | 'print.resolve' | 'print.test-page';

export function printHandlers(context: DeskContext): Pick<DeskHandlers, Channels> {
  const { options, settings, once } = context;

  const preview = (job: GroupingJob, { selection, copies, sheet }: PrintRequest): Promise<Result<Uint8Array>> => {
    const shipmentIds = selectedShipments(selection, job.snapshot().shipments);
    return shipmentIds.ok ? job.preview(shipmentIds.value, { copies, sheet }) : Promise.resolve(shipmentIds);
  };

  const findPrinter = (name: string): Result<Printer> => {
    const workspace = context.connection.workspace();
    if (!workspace.ok) return workspace;
    const { filePrinter } = workspace.value;
    return filePrinter.name === name ? ok(filePrinter) : failed(fault('printer-unavailable'));
  };

  const start = (
    opened: OpenedJob,
    shipmentIds: readonly number[],
    { printer: name, copies, sheet }: PrintRequest,
  ): Promise<Result<void>> =>
    opened.run(async (signal) => {
      const printer = findPrinter(name);
      return printer.ok ? opened.job.print(printer.value, shipmentIds, signal, { copies, sheet }) : printer;
    });

  const printTestPage = async (name: string): Promise<Result<void>> => {
    const printer = findPrinter(name);
    if (!printer.ok) return printer;
    const dir = join(options.dataDir, 'spill');
    const path = join(dir, `test-page-${randomUUID()}.pdf`);
    try {
      await mkdir(dir, { recursive: true });
      await writeFile(path, await testPage(settings.settings().language, name, options.clock.now()));
      const printed = await printer.value.print({ path, kind: 'pdf', title: 'Doca' });
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
    'print.printers': () => {
      const workspace = context.connection.workspace();
      if (!workspace.ok) return Promise.resolve(ok([]));
      return Promise.resolve(ok([{ name: workspace.value.filePrinter.name, kind: 'file', isDefault: true }]));
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
