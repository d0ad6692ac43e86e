/**
 * The journal's rows as they are read from the disk: anything that does not parse is damage, not a
 * guess.
 */
import { z } from 'zod';
import { historyKinds } from '#shared/domain/history.ts';
import { jobStates, labelBlocks, type LabelFile, waivers } from '#shared/domain/job.ts';
import { labelFormats } from '#shared/domain/labels.ts';
import type { PageChoice } from '#shared/domain/records.ts';
import { type Fault, faultKinds } from '#shared/faults/faults.ts';
import * as records from '#shared/domain/records.ts';
import type { PreparedLabel } from '../labels/index.ts';

/** `late` and `coming` are not stored: work that a process leaves begins again. */
export const storedLabelFiles = [
  'missing',
  'ready',
  'failed',
  'refused',
  'panel',
  'withheld',
] as const satisfies readonly LabelFile[];

/** The states of a print run. `running` after a restart means that its end is unknown. */
export const printOutcomes = ['running', 'done', 'failed', 'cancelled', 'unknown'] as const;
/** In a query: of a print run that is open. */
export const isOpenOutcome = `IN ('running', 'unknown')`;

/** Further events of a grouping's own record. */
const eventKinds = [
  ...historyKinds,
  'opened',
  'list-changed',
  'label-failed',
  'label-stopped',
  'label-confirmed',
  'print-started',
  'print-ended',
  'print-resolved',
  'difference-accepted',
  'concluding',
  'conclusion-refused',
  'conclusion-resolved',
  'pages-chosen',
  'fewer-seen',
  'taken-back',
  'volume-checked',
  'volume-unchecked',
  'corrected',
] as const;

const text = z.string().nullable();
const number = z.number().nullable();

const faultSchema: z.ZodType<Fault> = z.object({
  kind: z.enum(faultKinds),
  status: number,
  erpMessage: text,
  erpDetails: z.array(z.object({ field: z.string(), message: z.string() })),
  detail: text,
  reached: z.enum(['no', 'maybe', 'yes']),
  retryAfterMs: number,
});

export const spoolSchema = z.object({
  title: z.string(),
  /** The printer's kind of system; null if a spool job cannot be found again. */
  system: text,
  /** Null until the system's id was reported, which is before anything can be on paper. */
  jobId: text,
  /**
   * When the computer was started (epoch milliseconds): a count need not have survived a power cut.
   */
  bootedAtMs: z.number(),
  placed: z.object({
    /** In the printer's count of the file: from `first` to before `end`. */
    places: z
      .array(z.object({ shipmentId: z.number(), first: z.number(), end: z.number() }).readonly())
      .readonly(),
    total: z.number(),
  }),
});

const areaSchema = z.object({
  left: z.number(),
  right: z.number(),
  top: z.number(),
  bottom: z.number(),
});

const looksSchema: z.ZodType<PreparedLabel['looks']> = z.object({
  sha256: z.string(),
  findings: z.array(
    z.array(z.object({ isPlain: z.boolean(), labels: z.array(areaSchema), differs: z.boolean() })),
  ),
});

interface ReadContent extends PreparedLabel {
  readonly sha256: string;
  readonly choice: PageChoice;
  /** Doca's. */
  readonly version: string;
}

/** Looks that are damaged are those of no file. */
const contentSchema: z.ZodType<ReadContent> = z.object({
  sha256: z.string(),
  format: z.enum(labelFormats),
  pages: z.number(),
  hasZpl: z.boolean(),
  filePages: z.number(),
  croppedPages: z.number(),
  paper: records.paperSchema,
  choice: records.pageChoiceSchema,
  version: z.string(),
  leftOut: z.array(z.string()),
  isMended: z.boolean(),
  kind: z.string(),
  isDrawn: z.boolean(),
  looks: looksSchema.catch({ sha256: '', findings: [] }),
});

export function makeJsonColumn<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

export const bit = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

export const jobRow = z.object({
  id: z.number(),
  grouping: makeJsonColumn(records.groupingSchema),
  state: z.enum(jobStates),
  difference: makeJsonColumn(records.differenceSchema).nullable(),
  fault: makeJsonColumn(faultSchema).nullable(),
  pdfPath: text,
  zplPath: text,
  /**
   * During a print, the verdict if the program died now: perhaps for what is being sent, not for
   * what follows.
   */
  printVerdict: makeJsonColumn(records.verdictSchema).nullable(),
  floorSeq: number,
});

export const claimRow = z.object({
  shipmentId: z.number(),
  copy: z.number(),
  /** It stays this station's if it was not printed after all. */
  isKept: bit,
  /** It may be sent to a printer; its end has to be reported. */
  isPrinting: bit,
  /** By the packer's word, while the floor could not be asked. */
  isAlone: bit,
});

export const labelRow = z.object({
  file: z.enum(storedLabelFiles),
  block: z.enum(labelBlocks).nullable(),
  fault: makeJsonColumn(faultSchema).nullable(),
  waived: z.enum(waivers).nullable(),
  timesPrinted: z.number(),
  ownChoice: makeJsonColumn(records.pageChoiceSchema).nullable(),
  fewerSeen: makeJsonColumn(records.seenVolumesSchema).nullable(),
  manySeen: text,
});

export const shipmentColumn = makeJsonColumn(records.shipmentSchema);

export const shipmentRow = labelRow.extend({
  /** 1-based place in the list; null once the shipment has left the grouping. */
  position: number,
  shipment: shipmentColumn,
  checkedAtMs: number,
  scannedVolumes: makeJsonColumn(records.scannedVolumesSchema).nullable(),
  /** The last print run of the shipment. */
  printRunId: number,
  isSaved: bit,
});

export const fileRow = z.object({
  shipmentId: z.number(),
  /** 0-based place in the ERP's list. */
  ordinal: z.number(),
  /** SHA-256 of the URL. */
  urlHash: z.string(),
  content: makeJsonColumn(contentSchema).nullable(),
});

export const printRunRow = z.object({
  id: z.number(),
  printer: z.string(),
  shipmentIds: makeJsonColumn(z.array(z.number()).readonly()),
  outcome: z.enum(printOutcomes),
  spool: makeJsonColumn(spoolSchema),
  /**
   * The last report, if it can be read: any part of the file that was not sent by it had not been
   * sent when the program died.
   */
  tally: makeJsonColumn(records.tallySchema).nullable().catch(null),
});

export const summaryRow = z.object({
  company: z.string(),
  grouping: makeJsonColumn(records.groupingSchema),
  state: z.enum(jobStates),
  /** When it was concluded last; null if never. */
  concludedAtMs: number,
  /** A print with an unknown end, or one that runs. */
  hasOpenPrint: bit,
  /** A print ended, and it is not known whether some of its labels are on paper. */
  hasDoubt: bit,
  /** `ready` are there and not printed yet. */
  ...records.groupingCountsSchema.shape,
  /** Those of `failed` that another attempt may bring. */
  retryable: z.number(),
  /** Accepted or not, they come after the conclusion. */
  withheld: z.number(),
});

export const printCountRow = z.object({ shipmentId: z.number(), count: z.number() });

export const dayTallyRow = z.object({
  labels: z.number(),
  parcels: z.number(),
  groupings: z.number(),
});

export const keyRow = z.object({ company: z.string(), groupingId: z.number() });

export const elsewhereRow = z.object({
  company: z.string(),
  state: z.enum(jobStates),
  isPrinted: bit,
});

export const listedShipmentRow = z.object({
  groupingId: z.number(),
  identification: text,
  shipment: shipmentColumn,
});

export const otherPrintRow = listedShipmentRow.extend({ company: z.string(), atMs: z.number() });

export const eventRow = z.object({
  id: z.number(),
  atMs: z.number(),
  kind: z.enum(eventKinds),
  shipmentId: number,
  person: text,
  /** Null: this one. */
  station: text,
  /** Of its shipment, as it is now. `data` of a print here has the tracking code of then. */
  position: number,
  tracking: text,
  invoice: number,
  data: makeJsonColumn(
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ),
});

export const historyRow = records.historyRowSchema.extend({
  shippingMethod: makeJsonColumn(records.groupingSchema.shape.shippingMethod),
  isConcluded: bit,
});
