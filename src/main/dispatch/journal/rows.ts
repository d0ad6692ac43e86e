/**
 * The journal's rows as they are read from the disk. A file on a disk is outside data: everything is parsed, and
 * anything that does not parse is damage, not a guess. Columns have their names in the program.
 */
import { z } from 'zod';
import { faultKinds, historyKinds, jobStates, labelFormats, rawLanguages, readingDpis } from '../../../shared/index.ts';
import { groupingSchema, shipmentSchema } from '../../../shared/domain/grouping.ts';
import { pageChoiceSchema } from '../../../shared/domain/page-choice.ts';
import type { Fault, GroupingDifference, LabelReading, Made, PrintVerdict } from '../../../shared/index.ts';
import { eventKinds, printOutcomes, storedLabelStates } from './records.ts';
import type { FileContent, SpoolRecord } from './records.ts';

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

const differenceSchema: z.ZodType<GroupingDifference> = z.object({
  added: z.array(shipmentSchema),
  removed: z.array(shipmentSchema),
  changed: z.array(shipmentSchema),
});

const verdictSchema: z.ZodType<PrintVerdict> = z.object({
  printed: z.array(z.number()),
  perhaps: z.array(z.number()),
  not: z.array(z.number()),
});

const spoolSchema: z.ZodType<SpoolRecord> = z.object({
  title: z.string(),
  system: text,
  jobId: text,
  bootedAtMs: z.number(),
  placed: z.object({
    places: z.array(z.object({ shipmentId: z.number(), first: z.number(), end: z.number() })),
    total: z.number(),
  }),
});

const contentSchema: z.ZodType<Omit<FileContent, 'sha256'>> = z.object({
  bytes: z.number(),
  format: z.enum([...labelFormats, ...rawLanguages]),
  pages: z.number(),
  hasZpl: z.boolean(),
  filePages: z.number(),
  croppedPages: z.number(),
  paper: z.object({ widthMm: z.number(), heightMm: z.number() }),
  choice: pageChoiceSchema,
});

/** A column that holds JSON of the given shape. */
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
  grouping: makeJsonColumn(groupingSchema),
  state: z.enum(jobStates),
  difference: makeJsonColumn(differenceSchema).nullable(),
  fault: makeJsonColumn(faultSchema).nullable(),
  pdfPath: text,
  zplPath: text,
  printVerdict: makeJsonColumn(verdictSchema).nullable(),
  floorSeq: number,
});

export const claimRow = z.object({
  shipmentId: z.number(),
  copy: z.number(),
  isKept: bit,
  isPrinting: bit,
  isAlone: bit,
});

export const shipmentRow = z.object({
  shipmentId: z.number(),
  position: number,
  shipment: makeJsonColumn(shipmentSchema),
  checkedAtMs: number,
  scannedVolumes: makeJsonColumn(z.object({ codes: z.array(z.string()), of: z.number() })).nullable(),
  state: z.enum(storedLabelStates),
  fault: makeJsonColumn(faultSchema).nullable(),
  accepted: bit,
  timesPrinted: z.number(),
  ownChoice: makeJsonColumn(pageChoiceSchema).nullable(),
  fewerSeen: makeJsonColumn(z.object({ volumes: z.number(), pages: z.number() })).nullable(),
  manySeen: text,
});

export const fileRow = z.object({
  shipmentId: z.number(),
  ordinal: z.number(),
  urlHash: z.string(),
  sha256: text,
  content: makeJsonColumn(contentSchema).nullable(),
});

export const printRunRow = z.object({
  id: z.number(),
  printer: z.string(),
  shipmentIds: makeJsonColumn(z.array(z.number())),
  outcome: z.enum(printOutcomes),
});

export const spoolRow = z.object({
  spool: makeJsonColumn(spoolSchema),
  tally: makeJsonColumn(z.object({ printed: z.number(), perhaps: z.number(), not: z.number() })).nullable(),
});

export const summaryRow = z.object({
  company: z.string(),
  grouping: makeJsonColumn(groupingSchema),
  state: z.enum(jobStates),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  concludedAtMs: number,
  hasOpenPrint: bit,
  hasDoubt: bit,
  shipments: z.number(),
  ready: z.number(),
  printed: z.number(),
  failed: z.number(),
  failedBy: makeJsonColumn(z.array(z.enum(faultKinds))),
  without: z.number(),
  accepted: z.number(),
  heldBack: z.number(),
  checked: z.number(),
});

export const printCountRow = z.object({ shipmentId: z.number(), count: z.number() });

export const countRow = z.object({ count: z.number() });

export const checkedRow = z.object({
  shipments: z.number(),
  quantity: number,
  volumes: number,
  scanned: z.number(),
  isChecked: bit,
});

export const madeRow: z.ZodType<Made> = z.object({
  atMs: z.number(),
  person: text,
  document: makeJsonColumn(
    z.union([z.object({ id: z.number(), number, series: number }), z.object({ id: z.number(), orderNumber: text })]),
  ).nullable(),
});

export const keyRow = z.object({ company: z.string(), groupingId: z.number() });

const readingSchema: z.ZodType<LabelReading> = z.object({
  codes: z.array(z.object({ symbology: z.string(), text: z.string(), page: z.number() })),
  pages: z.number(),
  dpi: z.literal(readingDpis).nullable(),
  looked: z.boolean(),
});

export const readingRow = z.object({ reading: makeJsonColumn(readingSchema) });

export const fileDigestRow = z.object({ sha256: z.string() });

export const knownShipmentRow = z.object({ shipment: makeJsonColumn(shipmentSchema) });

export const listedShipmentRow = z.object({
  groupingId: z.number(),
  identification: text,
  shipment: makeJsonColumn(shipmentSchema),
});

export const mergedFilesRow = z.object({ pdf: text, zpl: text });

export const eventRow = z.object({
  id: z.number(),
  atMs: z.number(),
  kind: z.enum(eventKinds),
  shipmentId: number,
  station: text,
  data: makeJsonColumn(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});

export const historyRow = z.object({
  id: z.number(),
  atMs: z.number(),
  kind: z.enum(historyKinds),
  person: text,
  station: text,
  grouping: makeJsonColumn(groupingSchema),
  shipmentId: number,
  shipment: makeJsonColumn(shipmentSchema).nullable(),
  printRunId: number,
  timesPrinted: z.number(),
  checkedAtMs: number,
  isConcluded: bit,
});
