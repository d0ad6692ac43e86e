import { countPrints, failed, fault, ok } from '../../../shared/index.ts';
import type { Handlers, PrinterInfo, printRequests } from '../../../shared/index.ts';
import type { PrinterDescription, Printers } from '../../printing/index.ts';
import { planLabels } from '../print/print-labels.ts';
import type { PrintRoom } from '../print/print-room.ts';
import type { createSpoolQueue } from '../print/spool-queue.ts';
import type { Common } from './common.ts';

interface Parts extends Common {
  readonly room: PrintRoom;
  readonly spool: ReturnType<typeof createSpoolQueue>;
  /** The workstation's printers if no ERP is connected. */
  readonly printers: Printers;
  /** The packer looked at the paper of a print with an unknown end: it is printed. */
  readonly printed: () => void;
}

export function makePrintHandlers(parts: Parts): Handlers<typeof printRequests> {
  const { connection, once, room, spool } = parts;

  const printers = (): Printers => {
    const workspace = connection.workspace();
    return workspace.ok ? workspace.value.printers : parts.printers;
  };

  return {
    'job.preview': ({ shipmentId, ...ref }) =>
      connection.withJob(ref, ({ job }) => job.preview([shipmentId], { copies: 1, sheet: null })),
    'job.pages': ({ shipmentId, ...ref }) => connection.withJob(ref, ({ job }) => job.showPages(shipmentId)),
    'print.printers': async () => ok((await printers().list()).map(describePrinter)),
    'print.probe': async ({ host, port, language }) => {
      const found = await printers().probe(host, port, language);
      return found.ok ? ok(describePrinter(found.value)) : found;
    },
    'print.plan': (request) =>
      connection.withJob(request, async ({ job }, workspace) => {
        const labels = await job.describeLabels(request.shipmentIds);
        return labels.ok ? planLabels(workspace, request, labels.value) : labels;
      }),
    'print.preview': (request) => connection.withJob(request, ({ job }) => job.preview(request.shipmentIds, request)),
    'print.start': (request) =>
      connection.withJob(request, ({ job }, workspace) =>
        once.run(`print.start ${workspace.id} ${JSON.stringify(request)}`, () => {
          const { printsSeen } = request;
          const isNews =
            printsSeen !== undefined && printsSeen !== countPrints(job.snapshot().shipments, request.shipmentIds);
          return isNews
            ? Promise.resolve(failed(fault('floor-taken', { detail: 'printed meanwhile' })))
            : workspace.print(job, request);
        }),
      ),
    'print.resolve': ({ printed, ...ref }) =>
      connection.withJob(ref, async ({ job }) => {
        const resolved = await job.resolvePrint(printed);
        if (resolved.ok && (printed === true || (printed !== false && printed.length > 0))) parts.printed();
        return resolved;
      }),
    'print.wait': (ref) => connection.withJob(ref, ({ job }) => job.waitForInterruptedPrint()),
    'print.withdraw': (ref) => connection.withJob(ref, ({ job }) => job.withdrawInterruptedPrint()),
    'print.test-page': ({ printer }) =>
      once.run(`print.test-page ${printer}`, () => room.printTestPage(printers(), printer)),
    'print.queue': () => Promise.resolve(ok(spool.list())),
    'print.cancel': ({ queueEntryId }) => Promise.resolve(spool.cancel(queueEntryId)),
    'print.resume': ({ printer }) => once.run(`print.resume ${printer}`, () => spool.resume(printer)),
  };
}

function describePrinter({
  name,
  kind,
  isDefault,
  accepts,
  state,
  conditions,
  reason,
}: PrinterDescription): PrinterInfo {
  return { name, kind, isDefault, zplOnly: !accepts.includes('pdf'), state, conditions, reason };
}
