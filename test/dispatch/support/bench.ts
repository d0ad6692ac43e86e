import { tellState } from '../../support/tell-state.ts';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openGrouping } from '../../../src/main/dispatch/index.ts';
import type { GroupingJob, JobServices } from '../../../src/main/dispatch/index.ts';
import type { Journal } from '../../../src/main/journal/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import type { Clock } from '../../../src/main/os/clock.ts';
import type { SharedPlace } from '../../../src/main/os/station.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { FakeBook, FakeErp, FakeLabels, groupingId, shipments } from './fakes.ts';
import { makeServices } from './services.ts';
import { openJournalIn } from '../../support/journal-in.ts';

/** A job's surroundings in a folder of their own. */
export interface Bench {
  readonly dir: string;
  readonly erp: FakeErp;
  readonly labels: FakeLabels;
  readonly books: FakeBook[];
  journal: Journal;
  services: JobServices;
  open(): Promise<GroupingJob>;
  /**
   * Simulates a killed process: a second bench on a copy of this one's journal and guards as they
   * are on the disk now, with the same ERP and label files. The first one continues unaware.
   * `spoil` gets the copy's folder before it is opened. `machine`: on another computer.
   */
  crash(spoil?: (dir: string) => void, machine?: string): Bench;
}

export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'doca-dispatch-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function startJournal(
  dir: string,
  clock: Clock = systemClock,
  machine = 'one',
  sharedPlace?: SharedPlace,
): Journal {
  const { journal } = openJournalIn(dir, { machine: [`system ${machine}`], sharedPlace, clock });
  onTestFinished(() => journal.close());
  return journal;
}

export function startBench(list: Shipment[] | number = 3, clock = systemClock): Bench {
  const erp = new FakeErp(typeof list === 'number' ? shipments(list) : list);
  return benchIn(tempDir(), erp, new FakeLabels(), { clock });
}

/** A bench on the journal in this folder; the ERP and the label host are new. */
export function benchOn(dir: string, count: number): Bench {
  return benchIn(dir, new FakeErp(shipments(count)), new FakeLabels());
}

/**
 * Two accounts of one computer, with the same ERP; they share only the computer's common folder.
 */
export function startAccounts(
  count: number,
  clock: Clock = systemClock,
): readonly [maria: Bench, joao: Bench, shared: string] {
  const [erp, labels, folder] = [
    new FakeErp(shipments(count)),
    new FakeLabels(),
    join(tempDir(), 'Doca', 'bench'),
  ];
  const start = (account: string): Bench =>
    benchIn(tempDir(), erp, labels, { shared: { folder, account }, clock });
  return [start('maria'), start('joao'), folder];
}

/** The system's clock, which somebody sets. */
export class SetClock implements Clock {
  #offMs = 0;

  now(): number {
    return Date.now() + this.#offMs;
  }

  awake(): number {
    return systemClock.awake();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  set(offMs: number): void {
    this.#offMs = offMs;
  }
}

interface Surroundings {
  readonly machine?: string;
  readonly shared?: SharedPlace;
  readonly clock?: Clock;
}

function benchIn(
  dir: string,
  erp: FakeErp,
  labels: FakeLabels,
  { machine = 'one', shared, clock = systemClock }: Surroundings = {},
): Bench {
  const journal = startJournal(dir, clock, machine, shared);
  const books: FakeBook[] = [];
  const services = makeServices(dir, {
    erp,
    labels,
    openBook: () => {
      const book = new FakeBook(labels);
      books.push(book);
      return book;
    },
    journal,
    clock,
    requestsSent: () => erp.labelRequests.length + erp.groupingRequests + labels.downloads.length,
  });
  const bench: Bench = {
    dir,
    erp,
    labels,
    books,
    journal,
    services,
    open: async () => {
      const opened = await openGrouping(bench.services, groupingId);
      if (!opened.ok) throw new Error(`${opened.fault.kind} ${opened.fault.detail ?? ''}`);
      const job = opened.value;
      onTestFinished(() => job.close());
      return job;
    },
    crash: (spoil, on = machine) => {
      const copy = tempDir();
      for (const name of ['journal.db', 'journal.db-wal', join('station', 'guards')]) {
        if (existsSync(join(dir, name)))
          cpSync(join(dir, name), join(copy, name), { recursive: true });
      }
      spoil?.(copy);
      return benchIn(copy, erp, labels, { machine: on, clock });
    },
  };
  return bench;
}

export function states(job: GroupingJob): string[] {
  return job.snapshot().shipments.map(({ label }) => tellState(label));
}
