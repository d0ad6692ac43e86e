import type { PrinterInfo, PrintRequest } from './contract/print.ts';
import type { Settings } from './contract/settings.ts';
import type { LabelSnapshot } from './domain/job.ts';
import { type LabelPaper, labelPapers, paperSizes } from './domain/printing.ts';
import type { Paper } from './domain/records.ts';
import { type PrinterDpi, usualDpi } from './domain/resolutions.ts';

/**
 * 4 × 6 inches (101.6×152.4 mm) count as 100×150 mm for everybody who sells labels; A6 does not.
 */
const toleranceMm = 2.5;

/** Returns the nearest usual paper, in either orientation, or null if none is near. */
export function routePaper({ widthMm, heightMm }: Paper): LabelPaper | null {
  const short = Math.min(widthMm, heightMm);
  const long = Math.max(widthMm, heightMm);
  const off = (paper: LabelPaper) =>
    Math.max(
      Math.abs(short - paperSizes[paper].widthMm),
      Math.abs(long - paperSizes[paper].heightMm),
    );
  const [nearest] = labelPapers.toSorted((one, other) => off(one) - off(other));
  return nearest !== undefined && off(nearest) <= toleranceMm ? nearest : null;
}

/** Printers by kind of label; `T` is a printer's name or record. */
export interface RoutesTo<T> {
  readonly byPaper: Readonly<Partial<Record<LabelPaper, T | null>>>;
  /** For labels that came as ZPL, on any paper, before `byPaper`. */
  readonly zpl: T | null;
  /** For papers without a route of their own. */
  readonly otherwise: T | null;
}

/** `paper` is null if it is not known yet. */
export function chooseRoute<T>(
  { byPaper, zpl, otherwise }: RoutesTo<T>,
  { paper, hasZpl }: Pick<LabelSnapshot, 'paper' | 'hasZpl'>,
): T | null {
  const size = paper === null ? null : routePaper(paper);
  return (hasZpl ? zpl : null) ?? (size === null ? null : byPaper[size]) ?? otherwise;
}

export function findPrinterDpi(
  settings: Settings,
  label: Pick<LabelSnapshot, 'paper' | 'hasZpl'>,
): PrinterDpi {
  return readPrinterDpi(settings, label) ?? usualDpi;
}

/** Like `findPrinterDpi`, but null if the settings do not say. */
export function readPrinterDpi(
  settings: Settings,
  label: Pick<LabelSnapshot, 'paper' | 'hasZpl'>,
): PrinterDpi | null {
  return settings.printerDpi[findPrinterName(settings, label) ?? ''] ?? null;
}

/** Returns the printer of this label by the settings; null if they name none. */
export function findPrinterName(
  { routes: { byPaper, zpl }, printer, perSheet }: Settings,
  label: Pick<LabelSnapshot, 'paper' | 'hasZpl'>,
): string | null {
  return perSheet === null
    ? chooseRoute({ byPaper, zpl, otherwise: printer }, label)
    : (byPaper.a4 ?? printer);
}

/** Returns the printer of a workstation that chose none: the system's default, or the only one. */
export function findUsualPrinter(printers: readonly PrinterInfo[] | null): string | null {
  const one =
    printers?.find(({ isDefault }) => isDefault) ??
    (printers?.length === 1 ? printers[0] : undefined);
  return one?.name ?? null;
}

export type PrintLayout = Pick<PrintRequest, 'copies' | 'sheet'>;

/**
 * Returns the settings' layout of labels on paper, each print from the first place of a sheet on.
 */
export function chooseUsualLayout({
  copies,
  perSheet,
}: Pick<Settings, 'copies' | 'perSheet'>): PrintLayout {
  return { copies, sheet: perSheet === null ? null : { perSheet, start: 1 } };
}
