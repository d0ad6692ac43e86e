import type { Address, DocumentStatus } from './grouping.ts';

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

/** An invoice as the ERP tells it when asked for it alone, which is beyond the contract. */
export interface InvoiceDetails {
  readonly id: number;
  readonly number: number | null;
  /** The 44 digits, or null where there are none. */
  readonly accessKey: string | null;
  readonly status: DocumentStatus | null;
  readonly volumes: number | null;
}

/** Contract 2.4. */
export interface SaleRef {
  readonly id: number;
  readonly orderNumber: string | null;
}

/** What an invoice or a sale is made of. */
export interface MadeSource {
  readonly action: 'generate-invoice' | 'generate-sale';
  readonly id: number;
}

/** An invoice or a sale that was asked for here. */
export interface Made {
  readonly atMs: number;
  readonly person: string | null;
  /** Null where no answer came: it may be there or not. */
  readonly document: InvoiceRef | SaleRef | null;
}

/** Contract 3.1, the eight codes of a service order's `situacao`. */
export const serviceOrderStatuses = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type ServiceOrderStatus = (typeof serviceOrderStatuses)[number];
