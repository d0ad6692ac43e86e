/**
 * The journal's rows as they come back from the disk. A file on a disk is the outside world: everything is parsed, and
 * what does not parse is damage, not a guess.
 */
import { z } from 'zod';
import { faultKinds, jobStates, labelFormats } from '../../../shared/index.ts';
import type { Fault, Grouping, GroupingDifference, PrintVerdict, Shipment } from '../../../shared/index.ts';
import { printOutcomes } from './schema.ts';
import { eventKinds, historyKinds, storedLabelStates } from './records.ts';

const text = z.string().nullable();
const number = z.number().nullable();
const flag = z.boolean().nullable();
const namedRef = z.object({ id: number, name: text }).nullable();
const documentRef = z.object({ id: number, number, date: text, status: number }).nullable();

const address = z.object({
  street: text,
  number: text,
  complement: text,
  district: text,
  city: text,
  postalCode: text,
  state: text,
  country: text,
});

const recipient = z.object({
  id: number,
  name: text,
  code: text,
  tradeName: text,
  personType: text,
  taxId: text,
  stateRegistration: text,
  identityCard: text,
  phone: text,
  mobile: text,
  email: text,
  address: address.nullable(),
});

const volume = z.object({
  packaging: z.object({ id: number, type: number, description: text }).nullable(),
  width: number,
  height: number,
  length: number,
  diameter: number,
  grossWeight: number,
  quantity: number,
});

const logistics = z.object({
  trackingCode: text,
  trackingUrl: text,
  hasDeclaredValue: flag,
  declaredValue: number,
  hasReceiptNotice: flag,
  freightMode: namedRef,
  carrier: namedRef,
});

export const shipmentSchema: z.ZodType<Shipment> = z.object({
  id: z.number(),
  date: text,
  status: text,
  objectType: text,
  objectId: number,
  issueDate: text,
  sale: documentRef,
  invoice: documentRef,
  recipient: recipient.nullable(),
  volume: volume.nullable(),
  logistics: logistics.nullable(),
});

export const groupingSchema: z.ZodType<Omit<Grouping, 'shipments'>> = z.object({
  id: z.number(),
  identification: text,
  date: text,
  shippingMethod: namedRef,
});

export const faultSchema: z.ZodType<Fault> = z.object({
  kind: z.enum(faultKinds),
  status: number,
  erpMessage: text,
  erpDetails: z.array(z.object({ field: z.string(), message: z.string() })),
  detail: text,
  reached: z.enum(['no', 'maybe', 'yes']),
  retryAfterMs: number,
});

export const differenceSchema: z.ZodType<GroupingDifference> = z.object({
  added: z.array(shipmentSchema),
  removed: z.array(shipmentSchema),
});

export const verdictSchema: z.ZodType<PrintVerdict> = z.object({
  printed: z.array(z.number()),
  perhaps: z.array(z.number()),
  not: z.array(z.number()),
});

/** A column that holds JSON of the given shape. */
export function json<T>(schema: z.ZodType<T>): z.ZodType<T> {
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

const bit = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

export const jobRow = z.object({
  id: z.number(),
  grouping: json(groupingSchema),
  state: z.enum(jobStates),
  difference: json(differenceSchema).nullable(),
  fault: json(faultSchema).nullable(),
  pdf_path: text,
  zpl_path: text,
  print_verdict: json(verdictSchema).nullable(),
});

export const shipmentRow = z.object({
  shipment_id: z.number(),
  position: number,
  shipment: json(shipmentSchema),
  checked_at_ms: number,
  state: z.enum(storedLabelStates),
  fault: json(faultSchema).nullable(),
  accepted: bit,
  times_printed: z.number(),
});

export const fileRow = z.object({
  shipment_id: z.number(),
  ordinal: z.number(),
  url_hash: z.string(),
  sha256: text,
  bytes: z.number(),
  format: z.enum(labelFormats).nullable(),
  pages: z.number(),
  has_zpl: bit,
});

export const printRunRow = z.object({
  id: z.number(),
  printer: z.string(),
  shipment_ids: json(z.array(z.number())),
  outcome: z.enum(printOutcomes),
});

export const summaryRow = z.object({
  erp_origin: z.string(),
  grouping: json(groupingSchema),
  state: z.enum(jobStates),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
  shipments: z.number(),
  ready: z.number(),
  printed: z.number(),
  failed: z.number(),
});

export const eventRow = z.object({
  id: z.number(),
  at_ms: z.number(),
  kind: z.enum(eventKinds),
  shipment_id: number,
  data: json(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});

export const historyRow = z.object({
  at_ms: z.number(),
  kind: z.enum(historyKinds),
  grouping: json(groupingSchema),
  shipment_id: number,
  shipment: json(shipmentSchema).nullable(),
  spool_job: number,
});
