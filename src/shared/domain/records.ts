import { z } from 'zod';
import { historyKinds } from './history.ts';
import { readingDpis } from './resolutions.ts';

/**
 * The records that are stored. Their types follow from these schemas, with which the journal reads
 * back its rows. In those of the ERP, fields that it may omit are `null`, never `undefined`; codes
 * that the contract does not explain are kept as they came; `src/main/erp/wire` maps each field to
 * the ERP's name.
 */
const text = z.string().nullable();
const number = z.number().nullable();
const flag = z.boolean().nullable();
const namedRef = z.object({ id: number, name: text });

/**
 * An order's or invoice's status; null: not said. `other`: no consequence; `#` and the ERP's text:
 * unknown.
 */
const documentStatus = z
  .union([
    z.enum([
      'cancelled',
      'rejected',
      'denied',
      'pending',
      'issued',
      'sent',
      'awaiting-protocol',
      'other',
    ]),
    z.templateLiteral(['#', z.string()]),
  ])
  .nullable();
export type DocumentStatus = NonNullable<z.output<typeof documentStatus>>;

const documentRef = z.object({ id: number, number, date: text, status: documentStatus });
/** `accessKey`, `isLearned`: once the ERP was asked for the invoice itself, for its status too. */
const listedInvoice = documentRef.extend({
  accessKey: text.optional(),
  isLearned: z.boolean().optional(),
});

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
  taxId: text,
  phone: text,
  mobile: text,
  email: text,
  address: address.nullable(),
});

const packaging = z.object({ id: number, type: number, description: text });

/**
 * The contract names no units; in practice they are centimetres and kilograms, and shown as such.
 */
const volume = z.object({
  packaging: packaging.nullable(),
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
  freightMode: namedRef.nullable(),
  carrier: namedRef.nullable(),
});

/** One dispatch of a grouping (contract 2.6). */
export const shipmentSchema = z.object({
  id: z.number(),
  date: text,
  status: text,
  objectType: text,
  sale: documentRef.nullable(),
  invoice: listedInvoice.nullable(),
  recipient: recipient.nullable(),
  volume: volume.nullable(),
  logistics: logistics.nullable(),
});

/** A grouping without its list. */
export const groupingSchema = z.object({
  id: z.number(),
  identification: text,
  /** As the ERP sends it; usually `YYYY-MM-DD`. */
  date: text,
  shippingMethod: namedRef.nullable(),
});

const invoiceRef = z.object({ id: z.number(), number, series: number });
const saleRef = z.object({ id: z.number(), orderNumber: text });

/** An invoice or a sale that was requested here. */
export const madeSchema = z.object({
  atMs: z.number(),
  person: text,
  /** Null if no answer came: it may exist or not. */
  document: z.union([invoiceRef, saleRef]).nullable(),
});

const shipments = z.array(shipmentSchema).readonly();
/** The changes in the ERP since the labels were printed. */
export const differenceSchema = z.object({
  added: shipments,
  removed: shipments,
  /** Issued anew: the label on paper is an old one. */
  changed: shipments,
});

/**
 * The pages of a label to print, numbered from 1 through all of its files. `auto`: the label-sized
 * pages if there are any, else the first of several A4 or Letter pages; the others are instructions
 * or declarations. Numbers that the label does not have count as `auto`. Anything but PDF is always
 * printed whole.
 */
const pages = z.union([
  z.enum(['auto', 'all']),
  z.array(z.int().min(1).max(5000)).min(1).max(200).readonly(),
]);

/** `crop: 'auto'`: an A4 or Letter page with the label on a part of it is cropped to the label. */
export const pageChoiceSchema = z.strictObject({ pages, crop: z.enum(['auto', 'whole']) });

export const paperSchema = z.object({ widthMm: z.number(), heightMm: z.number() });

/** A label with fewer pages than volumes. */
export const seenVolumesSchema = z.object({ volumes: z.number(), pages: z.number() });

export const scannedVolumesSchema = z.object({
  /** One code per volume, in the order of the scans. */
  codes: z.array(z.string()).readonly(),
  of: z.number(),
});

const shipmentIds = z.array(z.number()).readonly();
/**
 * A print that did not end well, or left places open, by shipment: on paper, perhaps, not. It stays
 * until the next print begins, or the answer about `perhaps` leaves nothing missing. Shipments that
 * left the grouping stay in it.
 */
export const verdictSchema = z.object({
  printed: shipmentIds,
  perhaps: shipmentIds,
  not: shipmentIds,
});

const foundCode = z.object({
  /** As its reader calls it, such as `Code128`, `QRCode`, `DataMatrix`. */
  symbology: z.string(),
  text: z.string(),
  /** 1-based page of the label. */
  page: z.number(),
});

/** The codes on the pages of a label. It does not say whose label it is. */
export const readingSchema = z.object({
  codes: z.array(foundCode).readonly(),
  pages: z.number(),
  /** The coarsest printer resolution at which a code can be read; null if at none. */
  dpi: z.literal(readingDpis).nullable(),
  /**
   * False if nothing is known of whether its codes can be read, such as pictures of codes in ZPL.
   */
  looked: z.boolean(),
});

export const historyRowSchema = z.object({
  /** The event's. */
  id: z.number(),
  atMs: z.number(),
  kind: z.enum(historyKinds),
  /** The person who was signed in, or null. */
  person: text,
  /** The event's station; null for this one. */
  station: text,
  groupingId: z.number(),
  identification: text,
  shippingMethod: namedRef.nullable(),
  shipmentId: number,
  recipient: text,
  trackingCode: text,
  invoiceNumber: number,
  /** For a print: the journal's number of its spool job, as in `LabelSnapshot.printRunId`. */
  printRunId: number,
  printer: text,
  /** The name of the file that the label came from, or null. */
  file: text,
  /** The shipment's state now; 0 and null if the event concerns no shipment. */
  timesPrinted: z.number(),
  checkedAtMs: number,
  isConcluded: z.boolean(),
});

/**
 * Counts of shipments by state, each once: as `accepted` if it is. The rest of `shipments` has no
 * label yet.
 */
export const groupingCountsSchema = z.object({
  shipments: z.number(),
  ready: z.number(),
  printed: z.number(),
  failed: z.number(),
  /** The ERP has no label for these. */
  without: z.number(),
  accepted: z.number(),
  /** Those of `accepted` that stay here. */
  staying: z.number(),
  checked: z.number(),
});

/**
 * The state of a broken batch, in labels from the first on: certainly on paper, then perhaps, then
 * not.
 */
export const tallySchema = z.object({ printed: z.number(), perhaps: z.number(), not: z.number() });

export type NamedRef = Stored<typeof namedRef>;
export type DocumentRef = Stored<typeof documentRef>;
export type ListedInvoice = Stored<typeof listedInvoice>;
export type Address = Stored<typeof address>;
export type Packaging = Stored<typeof packaging>;
export type Recipient = Stored<typeof recipient>;
export type Volume = Stored<typeof volume>;
export type Logistics = Stored<typeof logistics>;
export type Shipment = Stored<typeof shipmentSchema>;
/**
 * Dispatch grouping (contract 2.5). `shipments` keeps the ERP's order, the order of list and print.
 */
export type Grouping = Stored<typeof groupingSchema> & { readonly shipments: readonly Shipment[] };
export type InvoiceRef = Stored<typeof invoiceRef>;
export type SaleRef = Stored<typeof saleRef>;
export type Made = Stored<typeof madeSchema>;
export type FoundCode = Stored<typeof foundCode>;
export type LabelReading = Stored<typeof readingSchema>;
export type HistoryRow = Stored<typeof historyRowSchema>;
export type GroupingCounts = Stored<typeof groupingCountsSchema>;
export type GroupingDifference = Stored<typeof differenceSchema>;
export type PageRule = Stored<typeof pages>;
export type PageChoice = Stored<typeof pageChoiceSchema>;
export type Paper = Stored<typeof paperSchema>;
export type SeenVolumes = Stored<typeof seenVolumesSchema>;
export type ScannedVolumes = Stored<typeof scannedVolumesSchema>;
export type PrintVerdict = Stored<typeof verdictSchema>;
export type LabelTally = Stored<typeof tallySchema>;

export interface GroupingName {
  readonly groupingId: number;
  readonly identification: string | null;
  readonly date: string | null;
  readonly shippingMethod: string | null;
}

type Stored<S extends z.ZodType> = ReadonlyDeep<z.infer<S>>;

export type ReadonlyDeep<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly ReadonlyDeep<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
      : T;
