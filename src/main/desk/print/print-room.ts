import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#shared/contract/settings.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { filePrinterName } from '#shared/domain/printing.ts';
import { fail } from '#shared/faults/faults.ts';
import { need, throwFault } from '../../os/errors.ts';
import { makeFolder, privateFileMode, removeQuietly, tryOnDisk } from '../../os/files.ts';
import { dataFolders } from '../../os/station.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { limitTime } from '../../os/timeout.ts';
import {
  createFilePrinter,
  createNetworkPrinters,
  createPrintQueue,
  Printers,
} from '../../printing/index.ts';
import type { DeskOptions } from '../types.ts';

export type PrintRoom = ReturnType<typeof createPrintRoom>;

/**
 * The part of printing that is independent of the ERP: the workstation's printers and their jobs.
 */
export function createPrintRoom(options: DeskOptions, settings: () => Settings) {
  const { clock, platform, printSystem, networkTiming = {}, dataDir, rasterise } = options;
  const queue = createPrintQueue({ clock });
  // On Windows a dead server needs some time to fail.
  const limitMs = platform === 'win32' ? 6_000 : 2_000;
  // A system that hangs must not delay the other printers.
  const giveUp = () =>
    fail('printer-unavailable', { reached: 'no', detail: 'the print service does not answer' });
  const system =
    printSystem === undefined
      ? null
      : { ...printSystem, list: () => limitTime(printSystem.list(), limitMs, giveUp) };
  const network = createNetworkPrinters({ clock, timing: networkTiming });
  return {
    settings,
    queue,
    /** Returns the workstation's printers; the one that writes files writes into this folder. */
    printersWith: (dir: string): Printers =>
      new Printers({
        file: createFilePrinter({ dir, name: filePrinterName }),
        system,
        network,
        setup: settings,
        rasterise,
        spillDir: join(dataDir, dataFolders.drawn),
        clock,
      }),
    /**
     * Prints the page that shows size and darkness. Returns the folder that it is in if the printer
     * writes files.
     */
    async printTestPage(printers: Printers, name: string): Promise<string | null> {
      const { language: kind, dpi, printer } = need(await printers.find(name));
      const watched = queue.watch(printer, { groupingId: null, labels: 0 });
      const dir = join(dataDir, dataFolders.spill);
      const path = makeTemporaryPath(dir, `.${kind}`);
      const { language } = settings();
      try {
        const printing = tryOnDisk(async () => {
          await makeFolder(dir);
          // The large libraries that draw it are loaded with the first page, not at the start.
          const { drawPdfTestPage, drawZplTestPage } = await import('../../papers/index.ts');
          const options = { language, printer: name, nowMs: clock.now() };
          const page =
            kind === 'zpl' ? drawZplTestPage(options, dpi) : await drawPdfTestPage(options);
          await writeFile(path, page, { mode: privateFileMode, flag: 'wx' });
          const file = {
            path,
            name: `doca-test-page.${kind}`,
            kind,
            title: 'Doca',
            paper: labelPaper,
          };
          return watched.print(file);
        });
        if (need(await printing) === 'cancelled') throwFault('cancelled');
        return printer.folder ?? null;
      } finally {
        await removeQuietly(path);
      }
    },
  };
}
