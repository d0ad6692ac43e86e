import type { GroupingJob } from '../../dispatch/index.ts';
import { need, throwFault } from '../../os/errors.ts';
import type { Printer, Printers, PrintFile, PrintQueue } from '../../printing/index.ts';
import { describeSubject, refusePrinter } from './print-labels.ts';

/**
 * Finds a printer for pages that are no labels; `drawn` if they fit a label printer that gets
 * pictures.
 */
export async function findPaperPrinter(
  printers: Printers,
  name: string,
  how?: 'drawn',
): Promise<Printer> {
  const { language, printer } = need(await printers.find(name));
  if (language === 'pdf' || how === 'drawn') return printer;
  return refusePrinter(name, 'a label printer without a driver');
}

/** Prints a PDF of a grouping that contains no labels; `ids`: the shipments that it is about. */
export async function printPaper(
  queue: PrintQueue,
  printer: Printer,
  job: GroupingJob,
  file: Omit<PrintFile, 'kind'>,
  ids: readonly number[] = [],
): Promise<void> {
  const snapshot = job.snapshot();
  const { groupingName, places } = describeSubject(snapshot, ids);
  const subject = { groupingId: snapshot.grouping.id, groupingName, labels: 0, places };
  const end = need(await queue.watch(printer, subject).print({ ...file, kind: 'pdf' }));
  if (end === 'cancelled') throwFault('cancelled');
}
