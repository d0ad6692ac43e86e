import { z } from 'zod';

/**
 * The records of a dispatch desk. Fields that the ERP may omit are `null`, never `undefined`; codes that the contract
 * does not explain are kept as they came. The types follow from these schemas, with which the journal reads back its
 * rows; `src/main/erp/wire` maps each field to the ERP's name.
 */
const text = z.string().nullable();
const number = z.number().nullable();
const flag = z.boolean().nullable();
const namedRef = z.object({ id: number, name: text });

/** An order's or invoice's status; null: not said. `other`: no consequence; `#` and the ERP's text: unknown. */
const documentStatus = z
  .union([
    z.enum(['cancelled', 'rejected', 'denied', 'pending', 'issued', 'sent', 'awaiting-protocol', 'other']),
    z.templateLiteral(['#', z.string()]),
  ])
  .nullable();
export type DocumentStatus = NonNullable<z.output<typeof documentStatus>>;

const documentRef = z.object({ id: number, number, date: text, status: documentStatus });

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

const packaging = z.object({ id: number, type: number, description: text });

/** The contract names no units; in practice they are centimetres and kilograms, and shown as such. */
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
  objectId: number,
  issueDate: text,
  sale: documentRef.nullable(),
  invoice: documentRef.nullable(),
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

export type NamedRef = Readonly<z.infer<typeof namedRef>>;
export type DocumentRef = Readonly<z.infer<typeof documentRef>>;
export type Address = Readonly<z.infer<typeof address>>;
export type Packaging = Readonly<z.infer<typeof packaging>>;
export type Recipient = ReadonlyParts<z.infer<typeof recipient>>;
export type Volume = ReadonlyParts<z.infer<typeof volume>>;
export type Logistics = ReadonlyParts<z.infer<typeof logistics>>;
export type Shipment = ReadonlyParts<z.infer<typeof shipmentSchema>>;

/** Dispatch grouping (contract 2.5). `shipments` keeps the ERP's order, the order of list and print. */
export type Grouping = ReadonlyParts<z.infer<typeof groupingSchema>> & { readonly shipments: readonly Shipment[] };

export interface GroupingName {
  readonly groupingId: number;
  readonly identification: string | null;
  readonly date: string | null;
  readonly shippingMethod: string | null;
}

type ReadonlyParts<T> = { readonly [K in keyof T]: T[K] extends object | null ? ReadonlyParts<T[K]> : T[K] };
