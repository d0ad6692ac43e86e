import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, fault, labelPaper, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';
import { drawTestPagePdf, drawTestPageZpl } from '../printing/index.ts';
import type { Printers } from '../printing/index.ts';
import type { DeskContext } from './context.ts';
import { diskFault } from './documents/manifest-file.ts';

/** Prints the page that shows whether size and darkness are right; a ZPL printer draws it by its own means. */
export async function printTestPage(
  { options, settings, room }: DeskContext,
  printers: Printers,
  name: string,
): Promise<Result<void>> {
  const found = await printers.find(name);
  if (!found.ok) return found;
  const { zplOnly, dpi } = found.value;
  const printer = room.queue.watch(found.value.printer, { groupingId: null, labels: 0 });
  const kind = zplOnly ? 'zpl' : 'pdf';
  const dir = join(options.dataDir, 'spill');
  const path = join(dir, `test-page-${randomUUID()}.${kind}`);
  try {
    await mkdir(dir, { recursive: true });
    const { language } = settings.settings();
    const page = { language, printer: name, paper: labelPaper, nowMs: options.clock.now() };
    await writeFile(path, await (zplOnly ? drawTestPageZpl(page, dpi) : drawTestPagePdf(page)));
    const printed = await printer.print({ path, kind, title: 'Doca', paper: labelPaper });
    if (!printed.ok) return printed;
    return printed.value === 'cancelled' ? failed(fault('cancelled')) : ok();
  } catch (error) {
    return failed(diskFault(error));
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
