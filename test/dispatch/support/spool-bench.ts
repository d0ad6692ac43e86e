import { join } from 'node:path';
import { openGrouping, openJournal } from '../../../src/main/dispatch/index.ts';
import type { GroupingJob, JobServices } from '../../../src/main/dispatch/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { Emitter } from '../../../src/main/os/emitter.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import { createCupsSystem, createNetworkPrinter } from '../../../src/main/printing/index.ts';
import type { Printer } from '../../../src/main/printing/index.ts';
import { ok } from '../../../src/shared/index.ts';
import { FakeBook, FakeErp, FakeLabels, groupingId, shipments, withoutExtensions } from './fakes.ts';

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
      : createNetworkPrinter({
          name: 'dock',
          host: '127.0.0.1',
          port: way.port,
          timing: { pollMs: 5, quietMs: 60_000 },
        });
  const opened = openJournal({
    path: join(dir, 'journal.db'),
    stationDir: join(dir, 'station'),
    clock,
    log: silentLog,
  });
  if (!opened.ok) throw new Error(opened.fault.kind);
  const { journal } = opened.value;
  const labels = new FakeLabels();
  for (let id = 1; id <= count; id += 1)
    labels.hosts.set(`https://labels.test/${id}`, [`^XA^FO20,20^FDlabel <${id}>^FS^FX${'.'.repeat(600)}^XZ`]);
  const services: JobServices = {
    erp: new FakeErp(shipments(count)),
    extensions: withoutExtensions(),
    company: () => Promise.resolve(ok('https://erp.test')),
    labels,
    codes: null,
    floor: null,
    readsLabels: () => true,
    isAhead: () => false,
    openBook: () => new FakeBook(labels),
    journal,
    clock,
    log: silentLog,
    outDir: join(dir, 'out'),
    findPrinter: (name) => Promise.resolve(name === printer.name ? printer : null),
    concludesFirst: () => false,
    drawsZplAhead: () => Promise.resolve(true),
    danfesApart: () => false,
    danfesBehind: () => false,
    printsRaw: () => true,
    stepSettings: () => ({ printWhenChecked: false, cutoffs: [] }),
    pageRule: () => null,
    labelsWorthAList: 3,
    requestsSent: () => 0,
    rateLimit: new Emitter<number | null>(),
  };
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
