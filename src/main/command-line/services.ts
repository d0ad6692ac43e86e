import { join } from 'node:path';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { createJobServices, type GroupingJob, type JobServicesOptions } from '../dispatch/index.ts';
import { openJournal } from '../journal/index.ts';
import { createCodeReader } from '../labels/index.ts';
import { systemClock } from '../os/clock.ts';
import { need } from '../os/errors.ts';
import { fetchFromNode } from '../os/fetch.ts';
import type { SharedPlace } from '../os/station.ts';
import { silentLog } from '../os/log.ts';
import type { ArgumentsOf } from './arguments.ts';
import { reportFault } from './output/endings.ts';
import type { Terminal } from './output/terminal.ts';
import type { PrintTarget } from './print-target.ts';
import type { TokenSource } from './token-source.ts';
import type { OpenFloor } from './workstation/floor.ts';

export interface ServiceOptions extends Pick<
  JobServicesOptions,
  'baseUrl' | 'dataDir' | 'stationDir' | 'outDir' | 'patienceMs' | 'printing' | 'settings'
> {
  readonly tokens: TokenSource;
  readonly sharedPlace?: SharedPlace | null;
  /** See `readMachine`. */
  readonly machine?: readonly string[];
  readonly readsLabels: boolean;
  /** The state that several stations share. Default: none. */
  readonly openFloor?: OpenFloor | null;
}

/** Opens the same services as the desktop, on Node's own fetch. */
export function openServices(terminal: Terminal, options: ServiceOptions) {
  const open = options.openFloor ?? null;
  const { journal, notices } = need(
    openJournal({
      path: join(options.dataDir, 'journal.db'),
      stationDir: options.stationDir,
      machine: options.machine,
      sharedPlace: open === null ? options.sharedPlace : null,
      clock: systemClock,
      log: silentLog,
    }),
  );
  for (const notice of notices) reportFault(terminal, notice);

  const { startCodeProcess } = terminal;
  const codes = startCodeProcess === undefined ? null : createCodeReader(startCodeProcess);
  const { current, session } = options.tokens;
  const person = (): string | null => session?.person().name ?? null;
  journal.actAs(person);
  const floor = open?.(journal, person) ?? null;
  const job = createJobServices({
    ...options,
    token: current,
    // A session's owner is the same for all of its tokens.
    ...(session === null
      ? {}
      : {
          renew: (refused, signal) => session.renew(refused, signal),
          holder: () => Promise.resolve(session.id()),
          account: () => session.person().subject,
        }),
    fetch: fetchFromNode,
    journal,
    startLabelProcess: terminal.startLabelProcess,
    codes,
    floor,
    openLeftFloor: async () => (await import('../floor/index.ts')).leftFloor,
    readsLabels: () => options.readsLabels && codes !== null,
    version: terminal.version,
    clock: systemClock,
    log: silentLog,
  });
  const close = async (): Promise<void> => {
    await codes?.close();
    // Events are sent, or wait in the journal for the next run.
    await floor?.settle();
    await floor?.close();
    journal.close();
  };
  return { job, floor, close };
}

export interface Run {
  readonly terminal: Terminal;
  readonly services: ReturnType<typeof openServices>;
  readonly tokens: TokenSource;
  readonly output: PrintTarget;
  readonly options: ArgumentsOf<'dispatch'>;
  /**
   * By IT's decision nothing unchecked is concluded here, and parcels are checked in the desktop.
   */
  readonly mustCheck: boolean;
  readonly job: GroupingJob;
}

export function listIds(entries: readonly ShipmentSnapshot[]): readonly number[] {
  return entries.map(({ shipment }) => shipment.id);
}
