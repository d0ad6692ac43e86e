import type { PrinterDescription } from '../types.ts';
import { isRaw, readConditions, readPrinterFlags } from './spooler.ts';
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

function readAccepts(driver: string | null): PrinterDescription['accepts'] {
  if (isRaw(driver)) return ['zpl'];
  return /zebra|zdesigner|zpl/i.test(driver ?? '') ? ['pdf', 'zpl'] : ['pdf'];
}
