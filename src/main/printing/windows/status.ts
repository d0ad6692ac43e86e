import type { PrinterCondition } from '../types.ts';
import type { JobRecord, PrinterRecord } from './types.ts';

/** PRINTER_STATUS_*, by the names that Windows' own administration tools give them. */
const printerFlags: readonly (readonly [bit: number, name: string])[] = [
  [0x1, 'Paused'],
  [0x2, 'Error'],
  [0x4, 'PendingDeletion'],
  [0x8, 'PaperJam'],
  [0x10, 'PaperOut'],
  [0x20, 'ManualFeed'],
  [0x40, 'PaperProblem'],
  [0x80, 'Offline'],
  [0x100, 'IOActive'],
  [0x200, 'Busy'],
  [0x400, 'Printing'],
  [0x800, 'OutputBinFull'],
  [0x1000, 'NotAvailable'],
  [0x2000, 'Waiting'],
  [0x4000, 'Processing'],
  [0x8000, 'Initializing'],
  [0x10000, 'WarmingUp'],
  [0x20000, 'TonerLow'],
  [0x40000, 'NoToner'],
  [0x80000, 'PagePunt'],
  [0x100000, 'UserIntervention'],
  [0x200000, 'OutOfMemory'],
  [0x400000, 'DoorOpen'],
  [0x800000, 'ServerUnknown'],
  [0x1000000, 'PowerSave'],
  [0x2000000, 'ServerOffline'],
  [0x4000000, 'DriverUpdateNeeded'],
];

/** JOB_STATUS_*. */
const jobFlags: readonly (readonly [bit: number, name: string])[] = [
  [0x1, 'Paused'],
  [0x2, 'Error'],
  [0x4, 'Deleting'],
  [0x8, 'Spooling'],
  [0x10, 'Printing'],
  [0x20, 'Offline'],
  [0x40, 'PaperOut'],
  [0x80, 'Printed'],
  [0x100, 'Deleted'],
  [0x200, 'Blocked'],
  [0x400, 'UserIntervention'],
  [0x800, 'Restarted'],
  [0x1000, 'Completed'],
  [0x2000, 'Retained'],
  [0x4000, 'RenderingLocally'],
];

/** PRINTER_ATTRIBUTE_WORK_OFFLINE: somebody has set it so in the queue's window; its status does not say it. */
const workOffline = 0x400;

/** A printer's flags by name. */
export function readPrinterFlags({ status, attributes }: PrinterRecord): readonly string[] {
  const flags = printerFlags.filter(([bit]) => (status & bit) !== 0).map(([, name]) => name);
  return (attributes & workOffline) !== 0 && !flags.includes('Offline') ? [...flags, 'Offline'] : flags;
}

export function readJobFlags({ status }: JobRecord): readonly string[] {
  return jobFlags.filter(([bit]) => (status & bit) !== 0).map(([, name]) => name);
}

const conditionOf: readonly (readonly [RegExp, PrinterCondition])[] = [
  [/^Paper(?:Out|Problem)$/, 'paper-out'],
  [/^NoToner$/, 'ribbon-out'],
  [/^DoorOpen$/, 'open'],
  [/^PaperJam$/, 'jam'],
  [/^Paused$/, 'paused'],
  [/^(?:Offline|NotAvailable|ServerUnknown|ServerOffline)$/, 'offline'],
  [/^OutOfMemory$/, 'buffer-full'],
  [/^(?:Error|UserIntervention|Blocked|PendingDeletion|OutputBinFull)$/, 'needs-attention'],
];

/** Of a printer's or a job's flags. */
export function readConditions(flags: readonly string[]): readonly PrinterCondition[] {
  return conditionOf.filter(([pattern]) => flags.some((flag) => pattern.test(flag))).map(([, condition]) => condition);
}
