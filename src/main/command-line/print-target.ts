import { failed, fault, ok, type RawLanguage, type Result } from '../../../shared/index.ts';
import { systemClock, type Clock } from '../../os/clock.ts';
import {
  createMergedFilePrinter,
  createPrintQueue,
  type PrintFile,
  type Printer,
  type PrintSystem,
} from '../../printing/index.ts';

/** The destination of a run's labels. */
export interface PrintTarget {
  readonly printer: Printer;
  readonly language: PrintFile['kind'];
  /** It gets labels in this language unchanged. */
  readonly speaks: RawLanguage | null;
  /** False if the merged file itself is the print: it can simply be written again. */
  readonly isPaper: boolean;
}

export function openMergedFile(): PrintTarget {
  return { printer: createMergedFilePrinter(), language: 'pdf', speaks: null, isPaper: false };
}

/** Returns the system's printer of this name, or the merged file for none. */
export async function openPrintTarget(
  system: PrintSystem,
  name: string | null,
  speaks: RawLanguage | null,
): Promise<Result<PrintTarget>> {
  if (name === null) return ok(openMergedFile());
  const listed = await system.list();
  const described = listed.ok ? listed.value.find((printer) => printer.name === name) : undefined;
  if (described === undefined) {
    return listed.ok ? failed(fault('printer-unavailable', { detail: 'there is no such printer' })) : listed;
  }
  return ok({
    printer: system.open(name),
    language: described.accepts.includes('pdf') ? 'pdf' : 'zpl',
    speaks,
    isPaper: true,
  });
}

/** Returns the same printer; `say` is called when a spool job of it has not moved for a minute. */
export function watchStalls(printer: Printer, say: () => void, clock: Clock = systemClock): Printer {
  const queue = createPrintQueue({ clock });
  let stalled = false;
  queue.subscribe(() => {
    const before = stalled;
    stalled = queue.entries().some((entry) => entry.stalled);
    if (stalled && !before) say();
  });
  return queue.watch(printer, { groupingId: null, labels: 0 });
}
