import { z } from 'zod';
import type { Paper } from '../domain/labels.ts';
import { printerLanguages } from '../domain/printing.ts';
import type {
  LabelTally,
  PageCount,
  PlaceSpan,
  PrinterCondition,
  PrinterLanguage,
  SpoolState,
} from '../domain/printing.ts';
import { copies, host, id, ids, job, nothing, perSheet, port, takes, tells, text } from './define.ts';
import type { Parsed } from './define.ts';

const printer = z.strictObject({ printer: text(300) });
const printRequest = job().extend({
  /** `null`: each label to the printer that the settings name for its kind. */
  printer: text(300).nullable(),
  /** Whose labels, in the order of the print. */
  shipmentIds: ids(),
  copies: copies(),
  /** `null`: one label a page, at its own size. */
  sheet: z
    .strictObject({ perSheet: perSheet(), start: z.int().min(1).max(4) })
    .refine((sheet) => sheet.start <= sheet.perSheet)
    .nullable(),
  /**
   * How often these labels were printed until now, all together, as the packer sees it: fault `floor-taken` where another
   * station has printed one meanwhile. Left out by who does not mind.
   */
  printsSeen: z.int().min(0).exactOptional(),
});

export type PrintRequest = Parsed<typeof printRequest>;

export const printRequests = {
  /** The pages of one shipment's label, as a PDF. */
  'job.preview': takes(job().extend({ shipmentId: id() })).gives<Uint8Array>(),
  /** All pages of the files of one shipment's label, chosen or not, whole. */
  'job.pages': takes(job().extend({ shipmentId: id() })).gives<Uint8Array>(),
  'print.printers': takes(nothing()).gives<readonly PrinterInfo[]>(),
  /** Asks a label printer at this address how it is, without setting it up; ZPL where no language is given. Fault: `printer-unavailable`. */
  'print.probe': takes(
    z.strictObject({ host: host(), port: port(), language: z.enum(printerLanguages).exactOptional() }),
  ).gives<PrinterInfo>(),
  /** Which spool jobs this print would become, for the packer to see before it does. */
  'print.plan': takes(printRequest).gives<PrintPlanInfo>(),
  /** What would be printed, as a PDF. */
  'print.preview': takes(printRequest).gives<Uint8Array>(),
  'print.start': takes(printRequest).gives(),
  /** Of what is in doubt: all or nothing is on paper, or these are. Fault `not-ready` while the snapshot has a `leftPrint`. */
  'print.resolve': takes(job().extend({ printed: z.union([z.boolean(), ids()]) })).gives(),
  /** Stays with the snapshot's `leftPrint` until it ends; `print.withdraw` takes it out of its queue. */
  'print.wait': takes(job()).gives(),
  'print.withdraw': takes(job()).gives(),
  /** The folder in which it is; `null` where it went to paper. */
  'print.test-page': takes(printer).gives<string | null>(),
  /** Doca's own spool jobs since it was started, newest first. */
  'print.queue': takes(nothing()).gives<readonly SpoolJobInfo[]>(),
  /** Fault `not-ready` where the spool job has ended. */
  'print.cancel': takes(z.strictObject({ queueEntryId: id() })).gives(),
  /** Lets a stopped printer go on. Fault `printer-unavailable` where it can only be done at the printer. */
  'print.resume': takes(printer).gives(),
};

export const printEvents = {
  'print.queue-changed': tells<readonly SpoolJobInfo[]>(),
};

export interface PrinterInfo {
  readonly name: string;
  readonly kind: 'file' | 'system' | 'network';
  readonly isDefault: boolean;
  /** A label printer without driver: PDF labels are drawn for it at its resolution where it speaks ZPL. */
  readonly zplOnly: boolean;
  /** `unknown`: it cannot be asked. */
  readonly state: 'ready' | 'printing' | 'stopped' | 'unknown';
  readonly conditions: readonly PrinterCondition[];
  /** Why it stands, in the system's own words. */
  readonly reason: string | null;
}

/** What a print would do. Its spool jobs, one after the other, print each printer's labels in the order of the list. */
export interface PrintPlanInfo {
  readonly jobs: readonly {
    readonly printer: string;
    readonly kind: 'pdf' | PrinterLanguage;
    /** PDF drawn as ZPL bitmaps on the way to the printer. */
    readonly rendered: boolean;
    /** `null` for a file whose pages differ in size. */
    readonly paper: Paper | null;
    readonly shipmentIds: readonly number[];
    readonly pages: number;
  }[];
  /** Labels for which the settings name no printer. */
  readonly unrouted: readonly number[];
}

/** One spool job as the queue panel shows it. */
export interface SpoolJobInfo {
  /** The queue's own number (`queueEntryId`), which the journal's `printRunId` has nothing to do with. */
  readonly id: number;
  readonly printer: string;
  /** `null` for a test page. */
  readonly groupingId: number | null;
  readonly groupingName: string | null;
  /** Labels in it, copies not counted; 0 for a test page and for a grouping's manifest. */
  readonly labels: number;
  /** Where they stand in the grouping's list, the first of them; none where that is not known (any more). */
  readonly places: readonly PlaceSpan[];
  /** How many of them had been printed before. */
  readonly again: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly state: SpoolState;
  readonly conditions: readonly PrinterCondition[];
  /** The system's own words. */
  readonly reason: string | null;
  /** What is known of its labels where the printer counts: as far as it has come, or how a batch broke. */
  readonly tally: LabelTally | null;
  /** What its system has handed to the printer, where that counts pages. */
  readonly pages: PageCount | null;
  /** It runs, and nothing has moved at its printer for a minute. */
  readonly stalled: boolean;
  /** Whether `print.resume` can help it. */
  readonly canResume: boolean;
}
