import { openGrouping } from '../../../src/main/dispatch/index.ts';
import type { GroupingJob, JobServices } from '../../../src/main/dispatch/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { createCupsSystem, createNetworkPrinters } from '../../../src/main/printing/index.ts';
import type { Printer } from '../../../src/main/printing/index.ts';
import { FakeBook, FakeErp, FakeLabels, groupingId, shipments } from './fakes.ts';
import { makeServices } from './services.ts';
import { openJournalIn } from '../../support/journal-in.ts';
import { testPrinting } from '../../support/print-on.ts';

/** A grouping of ZPL labels, and a real way to print them. */
export interface SpoolBench {
  readonly services: JobServices;
  readonly printer: Printer;
  open(): Promise<GroupingJob>;
  close(): void;
}

export function openSpoolBench(
  dir: string,
  count: number,
  way: { readonly queue: string } | { readonly port: number },
  clock = systemClock,
): SpoolBench {
  const cups = createCupsSystem({ timing: { pollMs: 25, lostMs: 60_000 } });
  const printer =
    'queue' in way
      ? cups.open(way.queue)
      : createNetworkPrinters({ timing: { pollMs: 5, quietMs: 60_000 } }).at({
          name: 'dock',
          host: '127.0.0.1',
          port: way.port,
        });
  const { journal } = openJournalIn(dir, { clock });
  const labels = new FakeLabels();
  for (let id = 1; id <= count; id += 1)
    labels.hosts.set(`https://labels.test/${id}`, [
      `^XA^FO20,20^FDlabel <${id}>^FS^FX${'.'.repeat(600)}^XZ`,
    ]);
  const services = makeServices(dir, {
    erp: new FakeErp(shipments(count)),
    labels,
    openBook: () => new FakeBook(labels),
    journal,
    clock,
    printing: {
      ...testPrinting,
      find: (name) => Promise.resolve(name === printer.name ? printer : null),
    },
  });
  return {
    services,
    printer,
    open: async () => {
      const job = await openGrouping(services, groupingId);
      if (!job.ok) throw new Error(job.fault.kind);
      return job.value;
    },
    close: () => {
      journal.close();
      cups.close();
    },
  };
}
