import type { PrinterInfo, Settings } from './contract/index.ts';
import type { LabelSnapshot } from './domain/job.ts';
import { a4Paper } from './domain/labels.ts';
import type { Paper } from './domain/labels.ts';
import { usualDpi } from './domain/printing.ts';
import type { LabelPaper, PrinterDpi } from './domain/printing.ts';

const sizes: readonly (readonly [LabelPaper, Paper])[] = [
  ['100x150', { widthMm: 100, heightMm: 150 }],
  ['100x100', { widthMm: 100, heightMm: 100 }],
  ['a6', { widthMm: 105, heightMm: 148 }],
  ['a4', a4Paper],
];
/** 4 × 6 inches (101.6×152.4 mm) is 100×150 mm to everybody who sells labels, and A6 is not. */
const toleranceMm = 2.5;

/** The nearest of the usual papers, whichever way the page is turned; null where it is none of them. */
export function routePaper({ widthMm, heightMm }: Paper): LabelPaper | null {
  const short = Math.min(widthMm, heightMm);
  const long = Math.max(widthMm, heightMm);
  const off = ({ widthMm: width, heightMm: height }: Paper): number =>
    Math.max(Math.abs(short - width), Math.abs(long - height));
  const [nearest] = sizes.toSorted(([, a], [, b]) => off(a) - off(b));
  return nearest !== undefined && off(nearest[1]) <= toleranceMm ? nearest[0] : null;
}

/** Where each kind of label goes; what a printer is called, or what is known of it. */
interface RoutesTo<T> {
  readonly byPaper: Readonly<Partial<Record<LabelPaper, T | null>>>;
  /** For labels that came as ZPL, whatever their paper, before `byPaper`. */
  readonly zpl: T | null;
  /** For papers without a route of their own. */
  readonly otherwise: T | null;
}

/** `paper` is null where it is not known yet. */
export function chooseRoute<T>(
  { byPaper, zpl, otherwise }: RoutesTo<T>,
  { paper, hasZpl }: Pick<LabelSnapshot, 'paper' | 'hasZpl'>,
): T | null {
  const size = paper === null ? null : routePaper(paper);
  return (hasZpl ? zpl : null) ?? (size === null ? null : byPaper[size]) ?? otherwise;
}

/** The resolution of the printer to which the settings lead this label, where no other is chosen for a print. */
export function findPrinterDpi(settings: Settings, label: Pick<LabelSnapshot, 'paper' | 'hasZpl'>): PrinterDpi {
  return readPrinterDpi(settings, label) ?? usualDpi;
}

/** The same; null where nobody has said it. */
export function readPrinterDpi(
  { routes: { byPaper, zpl }, printer, perSheet, printerDpi }: Settings,
  label: Pick<LabelSnapshot, 'paper' | 'hasZpl'>,
): PrinterDpi | null {
  const name = perSheet === null ? chooseRoute({ byPaper, zpl, otherwise: printer }, label) : (byPaper.a4 ?? printer);
  return printerDpi[name ?? ''] ?? null;
}

/** The printer of a workstation on which none was chosen: the system's, or the only one. */
export function findUsualPrinter(printers: readonly PrinterInfo[] | null): string | null {
  const one = printers?.find(({ isDefault }) => isDefault) ?? (printers?.length === 1 ? printers[0] : undefined);
  return one?.name ?? null;
}
