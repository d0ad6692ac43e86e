import { systemClock, type Clock } from '../os/clock.ts';
import { need, throwFault } from '../os/errors.ts';
import {
  createMergedFilePrinter,
  createPrintQueue,
  type Printer,
  type PrintSystem,
  type Route,
} from '../printing/index.ts';

export interface PrintTarget {
  readonly printer: Printer;
  readonly route: Route;
  /** False if the merged file itself is the print: it can simply be written again. */
  readonly isPaper: boolean;
}

/** Returns the system's printer of this name, or the merged file for none. */
export async function openPrintTarget(
  system: PrintSystem,
  name: string | null,
): Promise<PrintTarget> {
  if (name === null) {
    const printer = createMergedFilePrinter();
    const route = { printer: printer.name, language: 'pdf', whole: true } as const;
    return { printer, route, isPaper: false };
  }
  const described = need(await system.list()).find((printer) => printer.name === name);
  if (described === undefined)
    throwFault('printer-unavailable', { reached: 'no', detail: 'there is no such printer' });
  const language = described.accepts.includes('pdf') ? 'pdf' : 'zpl';
  const route = { printer: name, language, whole: true } as const;
  return { printer: system.open(name), route, isPaper: true };
}

/** Returns the same printer; `say` is called when a spool job of it has not moved for a minute. */
export function watchStalls(
  printer: Printer,
  say: () => void,
  clock: Clock = systemClock,
): Printer {
  const queue = createPrintQueue({ clock });
  let stalled = false;
  queue.subscribe(() => {
    const before = stalled;
    stalled = queue.entries().some((entry) => entry.stalled);
    if (stalled && !before) say();
  });
  return queue.watch(printer, { groupingId: null, labels: 0 });
}
