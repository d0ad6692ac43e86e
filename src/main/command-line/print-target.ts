import { defaultSettings } from '#shared/contract/settings.ts';
import { ok } from '#shared/faults/faults.ts';
import { systemClock, type Clock } from '../os/clock.ts';
import { need, throwFault } from '../os/errors.ts';
import {
  createMergedFilePrinter,
  createPrintQueue,
  type LabelPrinter,
  LabelPrinting,
  type PrintSystem,
} from '../printing/index.ts';

export interface PrintTarget {
  readonly printing: LabelPrinting;
  /** False if the merged file itself is the print: it can simply be written again. */
  readonly isPaper: boolean;
}

/** Prints on the system's printer of this name, or into the merged file for none. */
export async function openPrintTarget(
  system: PrintSystem,
  name: string | null,
  sayStall: () => void,
): Promise<PrintTarget> {
  const target = await findTarget(system, name);
  const { name: only } = target.printer;
  const find = (wanted: string) =>
    // Another one may be that of an earlier run.
    Promise.resolve(ok(wanted === only ? target : describe(system, wanted, 'pdf')));
  const settings = () => defaultSettings;
  return {
    printing: new LabelPrinting(find, openQueue(sayStall), settings, only),
    isPaper: name !== null,
  };
}

async function findTarget(system: PrintSystem, name: string | null): Promise<LabelPrinter> {
  if (name === null) return { printer: createMergedFilePrinter(), language: 'pdf', whole: true };
  const described = need(await system.list()).find((printer) => printer.name === name);
  if (described === undefined)
    throwFault('printer-unavailable', { reached: 'no', detail: 'there is no such printer' });
  return describe(system, name, described.accepts.includes('pdf') ? 'pdf' : 'zpl');
}

function describe(
  system: PrintSystem,
  name: string,
  language: LabelPrinter['language'],
): LabelPrinter {
  return { printer: system.open(name), language, whole: true, isRaw: true };
}

/** `say` is called when a spool job has not moved for a minute. */
export function openQueue(say: () => void, clock: Clock = systemClock) {
  const queue = createPrintQueue({ clock });
  let isStalled = false;
  queue.subscribe(() => {
    const wasStalled = isStalled;
    isStalled = queue.entries().some(({ stalled }) => stalled);
    if (isStalled && !wasStalled) say();
  });
  return queue;
}
