import type { LabelReading } from './domain/records.ts';

/** Returns true if probably nothing on this label can be read at the printer's resolution. */
export function mayBeUnreadable({ dpi, looked }: LabelReading, printerDpi: number): boolean {
  return looked && (dpi === null || dpi > printerDpi);
}
