import type { Handlers } from '#shared/contract/define.ts';
import type { PrinterInfo, printRequests } from '#shared/contract/print.ts';
import { ok } from '#shared/faults/faults.ts';
import { need } from '../../os/errors.ts';
import { makeFolder, workOnDisk } from '../../os/files.ts';
import type { PrinterDescription } from '../../printing/index.ts';
import { openInSystem } from '../documents/files.ts';
import type { DeskParts } from '../parts/parts.ts';

export function makePrintHandlers(parts: DeskParts): Handlers<typeof printRequests> {
  const { connection, once, options, room, spool } = parts;

  const printers = () => connection.findWorkspace()?.printers ?? parts.printers;

  return {
    'job.preview': connection.onJob(({ job }, { shipmentId }) =>
      job.prints.preview([shipmentId], { copies: 1, sheet: null }),
    ),
    'job.pages': connection.onJob(({ job }, { shipmentId }) => job.prints.showPages(shipmentId)),
    'print.printers': async () => (await printers().list()).map(describePrinter),
    'print.probe': async ({ host, port }) =>
      describePrinter(need(await printers().probe(host, port))),
    'print.plan': connection.onJob(({ job }, request) =>
      job.prints.plan(request.shipmentIds, request),
    ),
    'print.preview': connection.onJob(({ job }, request) =>
      job.prints.preview(request.shipmentIds, request),
    ),
    'print.start': once(connection.onJob(({ job }, request) => job.runs.print(request))),
    'print.resolve': connection.onJob(async ({ job }, { printed }) => {
      need(await job.prints.resolve(printed));
      const isSome = typeof printed === 'boolean' ? printed : printed.length > 0;
      if (isSome) parts.updates.notePrint();
      return ok();
    }),
    'print.wait': connection.onJob(({ job }) => job.prints.waitForInterrupted()),
    'print.withdraw': connection.onJob(({ job }) => job.prints.withdrawInterrupted()),
    'print.test-page': once(({ printer }) => room.printTestPage(printers(), printer)),
    'print.open-folder': async () => {
      const { folder } = printers();
      await workOnDisk(() => makeFolder(folder));
      await openInSystem(options, folder);
    },
    'print.queue': () => spool.list(),
    'print.cancel': ({ queueEntryId }) => spool.cancel(queueEntryId),
    'print.resume': once(({ printer }) => spool.resume(printer)),
  };
}

function describePrinter({ accepts, ...printer }: PrinterDescription): PrinterInfo {
  return { ...printer, zplOnly: !accepts.includes('pdf') };
}
