import { failed, ok } from '#shared/faults/faults.ts';
import { systemClock, type Clock } from '../../os/clock.ts';
import { limitTime } from '../../os/timeout.ts';
import type { Runner } from '../../os/worker.ts';
import type { PrinterDescription, SystemPrinters } from '../types.ts';
import { describePrinter } from './describe.ts';
import { createEarlierJobs } from './earlier-jobs.ts';
import {
  createPrint,
  explainSilence,
  SpoolerProcesses,
  windowsTiming,
  type WindowsTiming,
  type WindowsTools,
} from './spooler.ts';
import type { Spooler } from './types.ts';

/** Starts the print process, from the bundle or the source tree. */
export type StartPrintProcess = () => Runner;

/**
 * The printers of Windows, by its spooler and its drivers, which are called in processes of their
 * own.
 */
export function createWindowsSystem(options: {
  readonly startProcess: StartPrintProcess;
  /** Replaces the processes. */
  readonly spooler?: Spooler;
  readonly clock?: Clock;
  readonly timing?: Partial<WindowsTiming>;
}): SystemPrinters {
  const { spooler = new SpoolerProcesses(options.startProcess), clock = systemClock } = options;
  const tools: WindowsTools = { spooler, clock, timing: { ...windowsTiming, ...options.timing } };
  return {
    list: createLister(tools),
    open: (name) => ({
      name,
      earlier: createEarlierJobs(name, tools),
      print: createPrint(name, tools),
    }),
    resume: async (printer) => {
      const resumed = await spooler.ask({ type: 'resume', printer });
      return resumed.type === 'done' ? ok() : failed(explainSilence(resumed));
    },
    close: () => void spooler.close(),
  };
}

/**
 * Lists the printers; one whose server is gone is listed all the same, and not waited for each
 * time.
 */
function createLister({ spooler, clock, timing }: WindowsTools): SystemPrinters['list'] {
  /** Until when a silent printer is left alone. */
  const silentUntilMs = new Map<string, number>();
  /** Null if it has vanished since the names were listed. */
  const describe = async (name: string, isDefault: boolean): Promise<PrinterDescription | null> => {
    if (clock.awake() < (silentUntilMs.get(name) ?? 0))
      return describePrinter(name, isDefault, null);
    const seen = await spooler.ask({ type: 'look', printer: name, jobId: null });
    if (seen.type !== 'seen') {
      if (seen.type === 'died' && seen.guilty)
        silentUntilMs.set(name, clock.awake() + timing.silentMs);
      return describePrinter(name, isDefault, null);
    }
    return seen.printer === null ? null : describePrinter(name, isDefault, seen.printer);
  };
  return async () => {
    const listed = await spooler.ask({ type: 'list' });
    if (listed.type !== 'printers') return failed(explainSilence(listed));
    const described = await Promise.all(
      listed.names.map((name) => {
        const isDefault = name === listed.default;
        const describeLate = () => describePrinter(name, isDefault, null);
        return limitTime(describe(name, isDefault), timing.describeMs, describeLate);
      }),
    );
    return ok(described.filter((one) => one !== null));
  };
}
