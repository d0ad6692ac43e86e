import { join } from 'node:path';
import type { Settings } from '../../../shared/index.ts';
import { createFilePrinter, createNetworkPrinters, createPrintQueue, Printers } from '../../printing/index.ts';
import type { PrintQueue } from '../../printing/index.ts';
import { folders } from '../documents/folders.ts';
import { withListLimit } from '../patient-system.ts';
import type { DeskOptions } from '../types.ts';

/** What printing needs and no ERP has to do with: the workstation's printers and what runs on them. */
export interface PrintRoom {
  settings(): Settings;
  readonly queue: PrintQueue;
  /** The workstation's printers; the one that writes files writes into this folder. */
  printersWith(fileDir: string): Printers;
}

/** The printer that is always there. */
export const filePrinterName = 'PDF';

/** PowerShell alone needs seconds to start on an old computer. */
const listLimitMs = { linux: 2_000, darwin: 2_000, win32: 15_000 } as const;

export function createPrintRoom(options: DeskOptions, settings: () => Settings): PrintRoom {
  const { clock, printSystem, rasterise = null, networkTiming = {} } = options;
  const system = printSystem === undefined ? null : withListLimit(printSystem, listLimitMs[options.platform]);
  const network = createNetworkPrinters({ clock, timing: networkTiming });
  return {
    settings,
    queue: createPrintQueue({ clock }),
    printersWith: (dir) =>
      new Printers({
        file: createFilePrinter({ dir, name: filePrinterName }),
        system,
        network,
        setup: settings,
        rasterise,
        spillDir: join(options.dataDir, folders.drawn),
        clock,
      }),
  };
}
