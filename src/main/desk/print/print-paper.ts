import { failed, fault, nameGrouping, ok, type Result } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import type { Printer, Printers, PrintFile, PrintQueue } from '../../printing/index.ts';

/**
 * Finds a printer for pages that are no labels; `drawn` if they fit a label printer that gets
 * pictures.
 */
export async function findPaperPrinter(
  printers: Printers,
  name: string,
  how?: 'drawn',
): Promise<Result<Printer>> {
  const found = await printers.find(name);
  if (!found.ok) return found;
  const { language, printer } = found.value;
  return language === 'pdf' || how === 'drawn'
    ? ok(printer)
    : failed(fault('printer-unavailable', { detail: `${name}: a label printer without a driver` }));
}

/** Prints a PDF of a grouping that contains no labels. */
export async function printPaper(
  queue: PrintQueue,
  printer: Printer,
  job: GroupingJob,
  file: Omit<PrintFile, 'kind'>,
): Promise<Result<void>> {
  const { id: groupingId, identification } = job.snapshot().grouping;
  const subject = { groupingId, groupingName: nameGrouping(groupingId, identification), labels: 0 };
  const printed = await queue.watch(printer, subject).print({ ...file, kind: 'pdf' });
  if (!printed.ok) return printed;
  return printed.value === 'cancelled' ? failed(fault('cancelled')) : ok();
}
