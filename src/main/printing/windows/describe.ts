import type { PrinterDescription } from '../types.ts';
import { readConditions, readPrinterFlags } from './job.ts';
import type { PrinterRecord } from './types.ts';

/** Describes a printer by Windows' data. Null for `record`: no answer in time. */
export function describePrinter(
  name: string,
  isDefault: boolean,
  record: PrinterRecord | null,
): PrinterDescription {
  const shared = { name, kind: 'system', isDefault } as const;
  if (record === null) {
    const reason = 'the printer or its server does not answer';
    return { ...shared, accepts: ['pdf'], state: 'unknown', conditions: [], reason };
  }
  const flags = readPrinterFlags(record);
  const conditions = readConditions(flags);
  const isBusy = flags.some((flag) => /^(?:Printing|Processing|Busy|IOActive)$/.test(flag));
  const accepts = readAccepts(record.driver);
  if (conditions.length > 0)
    return { ...shared, accepts, state: 'stopped', conditions, reason: flags.join(', ') };
  return { ...shared, accepts, state: isBusy ? 'printing' : 'ready', conditions, reason: null };
}

/** The driver that only passes text on: it would print a PDF's source. */
export function isRaw(driver: string | null): boolean {
  return /^Generic \/ Text Only$/i.test(driver ?? '');
}

/**
 * Windows' drivers that draw everything themselves, or write files: IPP class, redirected desktop,
 * file writers.
 */
export function takesNoRaw(driver: string | null): boolean {
  const names =
    /IPP Class|Virtual Print Class|Universal Print|Easy Print|Print To PDF|XPS Document/i;
  return names.test(driver ?? '');
}

function readAccepts(driver: string | null): PrinterDescription['accepts'] {
  if (isRaw(driver)) return ['zpl'];
  return /zebra|zdesigner|zpl/i.test(driver ?? '') ? ['pdf', 'zpl'] : ['pdf'];
}
