import type { Language } from '../faults/fault-text.ts';
import type { NetworkPrinterSetting, PrinterDpi, PrinterRoutes } from '../domain/printing.ts';

/** What a workstation remembers. Never the token. */
export interface Settings {
  readonly language: Language;
  readonly theme: 'system' | 'light' | 'dark';
  readonly sounds: boolean;
  /** Days that label files and finished jobs are kept (LGPD). */
  readonly retentionDays: number;
  /** The printer for every label that has no route of its own; `null`: ask. */
  readonly printer: string | null;
  readonly routes: PrinterRoutes;
  readonly networkPrinters: readonly NetworkPrinterSetting[];
  /** Resolutions of ZPL printers by name, for drawing PDF labels; 203 where not given. */
  readonly printerDpi: Readonly<Record<string, PrinterDpi>>;
  /** Print a grouping as soon as all its labels are there. */
  readonly autoPrint: boolean;
  /** A small mark on the margin of labels that were printed before. */
  readonly markReprints: boolean;
  readonly copies: number;
  /** Labels in one spool job, so that a jam costs little; `null`: all in one. */
  readonly labelsPerJob: number | null;
  /** Labels on a sheet, or `null` for one label a page. */
  readonly perSheet: 2 | 4 | null;
  /** Column ids of the grouping table, in order. */
  readonly columns: readonly string[];
}

/** What IT can decide for a workstation: a packer sees it and cannot change it. */
export type LockedKey = 'erpAddress' | 'updates' | keyof Settings;

export const defaultSettings: Settings = {
  language: 'pt-BR',
  theme: 'system',
  sounds: true,
  retentionDays: 30,
  printer: null,
  routes: { byPaper: {}, zpl: null },
  networkPrinters: [],
  printerDpi: {},
  autoPrint: false,
  markReprints: false,
  copies: 1,
  labelsPerJob: 50,
  perSheet: null,
  columns: ['position', 'recipient', 'city', 'invoice', 'order', 'volume', 'tracking', 'label'],
};
