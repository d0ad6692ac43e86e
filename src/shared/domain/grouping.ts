/**
 * The words of a dispatch desk. What the ERP may leave out is `null` here, never `undefined`; what it sends in codes
 * that the contract does not explain stays as it came.
 */
export interface NamedRef {
  readonly id: number | null;
  readonly name: string | null;
}

/** Dispatch grouping (contract 2.5). `shipments` keeps the ERP's order: it is the order of the list and of the print. */
export interface Grouping {
  readonly id: number;
  readonly identification: string | null;
  /** As the ERP sends it; usually `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly shippingMethod: NamedRef | null;
  readonly shipments: readonly Shipment[];
}

/** One dispatch inside a grouping (contract 2.6). */
export interface Shipment {
  readonly id: number;
  readonly date: string | null;
  readonly status: string | null;
  readonly objectType: string | null;
  readonly objectId: number | null;
  readonly issueDate: string | null;
  readonly sale: DocumentRef | null;
  readonly invoice: DocumentRef | null;
  readonly recipient: Recipient | null;
  readonly volume: Volume | null;
  readonly logistics: Logistics | null;
}

/** The sale or the invoice behind a shipment. */
export interface DocumentRef {
  readonly id: number | null;
  readonly number: number | null;
  readonly date: string | null;
  readonly status: number | null;
}

export interface Recipient {
  readonly id: number | null;
  readonly name: string | null;
  readonly code: string | null;
  readonly tradeName: string | null;
  readonly personType: string | null;
  readonly taxId: string | null;
  readonly stateRegistration: string | null;
  readonly identityCard: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly address: Address | null;
}

export interface Address {
  readonly street: string | null;
  readonly number: string | null;
  readonly complement: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly state: string | null;
  readonly country: string | null;
}

/** Units are not in the contract; in practice centimetres and kilograms, and shown as such. */
export interface Volume {
  readonly packaging: Packaging | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly length: number | null;
  readonly diameter: number | null;
  readonly grossWeight: number | null;
  readonly quantity: number | null;
}

export interface Packaging {
  readonly id: number | null;
  readonly type: number | null;
  readonly description: string | null;
}

export interface Logistics {
  readonly trackingCode: string | null;
  readonly trackingUrl: string | null;
  readonly hasDeclaredValue: boolean | null;
  readonly declaredValue: number | null;
  readonly hasReceiptNotice: boolean | null;
  readonly freightMode: NamedRef | null;
  readonly carrier: NamedRef | null;
}

/** Contract 2.11. */
export interface CompanyInfo {
  readonly legalName: string | null;
  readonly taxId: string | null;
  readonly tradeName: string | null;
  readonly address: Address | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly stateRegistration: string | null;
  readonly taxRegime: number | null;
}

/** Contract 2.3. */
export interface InvoiceRef {
  readonly id: number;
  readonly number: number | null;
  readonly series: number | null;
}

/** Contract 2.4. */
export interface SaleRef {
  readonly id: number;
  readonly orderNumber: string | null;
}

/** Contract 3.1, the eight codes of a service order's `situacao`. */
export const serviceOrderStatuses = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type ServiceOrderStatus = (typeof serviceOrderStatuses)[number];
