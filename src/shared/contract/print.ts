import { z } from 'zod';
import type { PageCount, PlaceSpan, PrinterCondition, SpoolState } from '../domain/printing.ts';
import type { LabelTally, Paper } from '../domain/records.ts';
import {
  copies,
  host,
  id,
  ids,
  job,
  nothing,
  type Parsed,
  perSheet,
  port,
  takes,
  text,
} from './define.ts';

const printer = z.strictObject({ printer: text(300) });
const printRequest = job.extend({
  /** `null`: each label goes to the printer that the settings name for its kind. */
  printer: text(300).nullable(),
  /** In the order of the print. */
  shipmentIds: ids,
  copies,
  /** `null`: one label per page, at its own size. */
  sheet: z
    .strictObject({ perSheet, start: z.int().min(1).max(4) })
    .refine((sheet) => sheet.start <= sheet.perSheet)
    .nullable(),
  /**
   * The prints of these labels that the packer saw: `floor-taken` if there are more. Omitted: not
   * compared.
   */
  printsSeen: z.int().min(0).exactOptional(),
  /**
   * True: begins with the first of these labels while others are fetched. Not on sheets. Default:
   * all must be there.
   */
  whileLoading: z.boolean().exactOptional(),
});

export type PrintRequest = Parsed<typeof printRequest>;

export const printRequests = {
  /** The pages of one shipment's label, as a PDF. */
  'job.preview': takes(job.extend({ shipmentId: id })).gives<Uint8Array>(),
  /** All pages of the files of one shipment's label, chosen or not, uncropped. */
  'job.pages': takes(job.extend({ shipmentId: id })).gives<Uint8Array>(),
  'print.printers': takes(nothing).gives<readonly PrinterInfo[]>(),
  /** Asks a label printer for its state without adding it. Fault: `printer-unavailable`. */
  'print.probe': takes(z.strictObject({ host, port })).gives<PrinterInfo>(),
  'print.plan': takes(printRequest).gives<PrintPlanInfo>(),
  'print.preview': takes(printRequest).gives<Uint8Array>(),
  'print.start': takes(printRequest).gives(),
  /**
   * The answer about labels in doubt: all, none, or these are on paper. `not-ready` during an
   * `interruptedPrint`.
   */
  'print.resolve': takes(job.extend({ printed: z.union([z.boolean(), ids]) })).gives(),
  /**
   * Follows the snapshot's `interruptedPrint` until it ends; `print.withdraw` removes it from its
   * queue.
   */
  'print.wait': takes(job).gives(),
  'print.withdraw': takes(job).gives(),
  /** The folder that it was written to; `null` if it went to paper. */
  'print.test-page': takes(printer).gives<string | null>(),
  /** Opens the folder of the printer that writes files. */
  'print.open-folder': takes(nothing).gives(),
  /** Doca's own spool jobs since it was started, newest first. */
  'print.queue': takes(nothing).gives<readonly SpoolJobInfo[]>(),
  /** Fault `not-ready` if the spool job has ended. */
  'print.cancel': takes(z.strictObject({ queueEntryId: id })).gives(),
  /**
   * Resumes a stopped printer. Fault `printer-unavailable` if that can only be done at the printer.
   */
  'print.resume': takes(printer).gives(),
};

export interface PrinterInfo {
  /** Unique on this workstation. */
  readonly name: string;
  readonly kind: 'file' | 'system' | 'network';
  readonly isDefault: boolean;
  /** A label printer without driver: PDF labels are drawn for it at its resolution. */
  readonly zplOnly: boolean;
  /** `unknown`: it cannot be asked. */
  readonly state: 'ready' | 'printing' | 'stopped' | 'unknown';
  readonly conditions: readonly PrinterCondition[];
  /** Why it stopped, in the system's own words. */
  readonly reason: string | null;
}

/**
 * The effect of a print. Its spool jobs, one after the other, print each printer's labels in the
 * order of the list.
 */
export interface PrintPlanInfo {
  readonly jobs: readonly {
    readonly printer: string;
    readonly kind: 'pdf' | 'zpl';
    /**
     * True if the PDF, or the PDF part of a ZPL job, is drawn as ZPL bitmaps on the way to the
     * printer.
     */
    readonly rendered: boolean;
    /** `null` if the file's pages differ in size. */
    readonly paper: Paper | null;
    readonly shipmentIds: readonly number[];
    readonly pages: number;
  }[];
  /** Labels for which the settings name no printer. */
  readonly unrouted: readonly number[];
}

export interface SpoolJobInfo {
  /** The queue's own number (`queueEntryId`), unrelated to the journal's `printRunId`. */
  readonly id: number;
  readonly printer: string;
  /** `null` for a test page. */
  readonly groupingId: number | null;
  readonly groupingName: string | null;
  /** Without copies; 0 for a test page and for a manifest. */
  readonly labels: number;
  /** Their places in the grouping's list; empty if not known. */
  readonly places: readonly PlaceSpan[];
  /** How many of them had been printed before. */
  readonly again: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly state: SpoolState;
  readonly conditions: readonly PrinterCondition[];
  /** The system's own words. */
  readonly reason: string | null;
  /** The progress of its labels, or how a batch broke, if the printer counts. */
  readonly tally: LabelTally | null;
  /** The pages that its system has handed to the printer, if that counts them. */
  readonly pages: PageCount | null;
  /** It runs, and its printer has not moved for a minute. */
  readonly stalled: boolean;
  readonly canResume: boolean;
}
