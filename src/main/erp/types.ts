import type {
  CompanyInfo,
  Grouping,
  InvoiceDetails,
  InvoiceRef,
  NamedRef,
  Result,
  SaleRef,
  ServiceOrderStatus,
} from '../../shared/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Fetch } from '../os/fetch.ts';
import type { Turn } from './pacing/rate-limit.ts';

/** The 11 endpoints of the documented service (contract section 4), one method each, and what services have besides. */
export interface ErpClient {
  /** The same client for requests whose turn is another; without it, it is `work`. */
  as(turn: Turn): ErpClient;
  /** Beyond the contract: each may not be there, which `Extensions` finds out. */
  readonly extras: ErpExtras;
  /** Endpoint 1. `null` is allowed by the contract and sent as it is. */
  setServiceOrderStatus(
    serviceOrderId: number,
    status: ServiceOrderStatus | null,
    signal?: AbortSignal,
  ): Promise<Result<void>>;
  /** Endpoint 2. */
  addServiceOrderTags(serviceOrderId: number, tags: readonly string[], signal?: AbortSignal): Promise<Result<void>>;
  /** Endpoint 3. */
  replaceServiceOrderTags(serviceOrderId: number, tags: readonly string[], signal?: AbortSignal): Promise<Result<void>>;
  /** Endpoint 4. */
  deleteServiceOrderTags(serviceOrderId: number, signal?: AbortSignal): Promise<Result<void>>;
  /** Endpoint 5. */
  generateInvoice(serviceOrderId: number, signal?: AbortSignal): Promise<Result<InvoiceRef>>;
  /** Endpoint 6. */
  generateSale(quoteId: number, signal?: AbortSignal): Promise<Result<SaleRef>>;
  /** Endpoint 7. */
  grouping(groupingId: number, signal?: AbortSignal): Promise<Result<Grouping>>;
  /** Endpoint 8: the URLs as the ERP lists them; an empty list is a success. */
  labelUrls(groupingId: number, shipmentId: number, signal?: AbortSignal): Promise<Result<readonly string[]>>;
  /**
   * Endpoint 9. Repeated only after a 429 that asks for a short wait. A fault with `reached: 'no'` certainly had no
   * effect; with `'maybe'` (connection lost, time-out, 5xx, a page, a 2xx that names an error) nobody knows; with `'yes'`
   * (4xx) the ERP refused.
   */
  conclude(groupingId: number, signal?: AbortSignal): Promise<Result<void>>;
  /** Endpoint 10. */
  reverseInvoiceAccounts(invoiceId: number, signal?: AbortSignal): Promise<Result<void>>;
  /** Endpoint 11. */
  companyInfo(signal?: AbortSignal): Promise<Result<CompanyInfo>>;
}

/**
 * After the ERP refused this token ('' where there was none): true where another one is there now, with which the request
 * is sent once more, writes too, because a 401 says that nothing was done. False: there is none. The fault takes the
 * place of the ERP's refusal.
 */
export type RenewToken = (refused: string, signal?: AbortSignal) => Promise<Result<boolean>>;
/** What services of this family have beyond the contract, as their own interface description and their users have it. */
export interface ErpExtras {
  /** `GET /expedicao`. */
  listGroupings(query: GroupingQuery, signal?: AbortSignal): Promise<Result<GroupingPage>>;
  /** `GET /expedicao/{id}/etiquetas`: files with all labels of a grouping, in no order that is promised. */
  groupingLabelUrls(groupingId: number, signal?: AbortSignal): Promise<Result<readonly string[]>>;
  /** `GET /notas/{id}`. */
  invoice(invoiceId: number, signal?: AbortSignal): Promise<Result<InvoiceDetails>>;
  /** `GET /notas/{id}/link`: where the invoice's paper is. */
  invoiceLink(invoiceId: number, signal?: AbortSignal): Promise<Result<string>>;
  /** `PUT /expedicao/{id}/expedicao/{idExp}`; sent once, as every write. */
  correctShipment(
    groupingId: number,
    shipmentId: number,
    correction: ShipmentCorrection,
    signal?: AbortSignal,
  ): Promise<Result<void>>;
}

export interface GroupingQuery {
  /** `YYYY-MM-DD`: of this day and later ones; null: of all days. */
  readonly from: string | null;
  readonly limit: number;
  readonly offset: number;
}

export interface GroupingPage {
  /** As many as could be read: an entry without an id leads nowhere. */
  readonly groupings: readonly GroupingRow[];
  /** How many entries the page had, readable or not. */
  readonly entries: number;
  /** On all pages; null where the service does not say. */
  readonly total: number | null;
}

export interface GroupingRow {
  readonly id: number;
  readonly identification: string | null;
  readonly date: string | null;
  readonly shippingMethod: NamedRef | null;
}

/** What is given replaces what the ERP has; the rest stays. */
export interface ShipmentCorrection {
  readonly grossWeightKg?: number;
  readonly trackingCode?: string;
}

export interface ErpClientOptions {
  /** The service's public address with its version prefix, as in contract section 9; a trailing slash does not matter. */
  readonly baseUrl: string;
  /** Asked before each request, so that a new token counts at once. `null`: nobody has given one yet. */
  readonly token: () => Promise<string | null>;
  readonly renew?: RenewToken | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Reads under way at once, and writes. One in the background comes on top. */
  readonly concurrency?: number;
  /** For one attempt, from its sending to the last byte of its answer. */
  readonly timeoutMs?: number;
  /** How long an outage of the ERP is waited for by reads, beyond their own attempts. None where not given. */
  readonly patienceMs?: number;
  /** Called for every request that is sent, repeats included. */
  readonly onRequest?: () => void;
  /**
   * Called when the rate limit makes requests wait, with the end of the wait (epoch ms), and with null when it is over.
   * Those in the background wait untold.
   */
  readonly onRateLimitWait?: (untilMs: number | null) => void;
  /** Source of jitter in [0, 1); `Math.random` where not given. */
  readonly random?: () => number;
}
