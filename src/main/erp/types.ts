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

/** The 11 endpoints of the documented service (contract section 4), one method each, and its extensions. */
export interface ErpClient {
  /** Returns the same client for requests of another turn; the default is `work`. */
  as(turn: Turn): ErpClient;
  /** Beyond the contract: each may be absent, which `Extensions` finds out. */
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
   * effect; with `'maybe'` (connection lost, timeout, 5xx, a page, a 2xx that names an error) the effect is unknown;
   * with `'yes'` (4xx) the ERP refused.
   */
  conclude(groupingId: number, signal?: AbortSignal): Promise<Result<void>>;
  /** Endpoint 10. */
  reverseInvoiceAccounts(invoiceId: number, signal?: AbortSignal): Promise<Result<void>>;
  /** Endpoint 11. */
  companyInfo(signal?: AbortSignal): Promise<Result<CompanyInfo>>;
}

/**
 * Called after the ERP refused this token ('' for none). Returns true if another one is there now; the request is then
 * sent once more, writes too, because a 401 says that nothing was done. False: there is none. A fault replaces the
 * ERP's refusal.
 */
export type RenewToken = (refused: string, signal?: AbortSignal) => Promise<Result<boolean>>;
/** The service family's endpoints beyond the contract, from its own interface description and its users. */
export interface ErpExtras {
  /** `GET /expedicao`. */
  listGroupings(query: GroupingQuery, signal?: AbortSignal): Promise<Result<GroupingPage>>;
  /** `GET /expedicao/{id}/etiquetas`: files with all labels of a grouping, in no promised order. */
  groupingLabelUrls(groupingId: number, signal?: AbortSignal): Promise<Result<readonly string[]>>;
  /** `GET /notas/{id}`. */
  invoice(invoiceId: number, signal?: AbortSignal): Promise<Result<InvoiceDetails>>;
  /** `GET /notas/{id}/link`: the address of the invoice's paper. */
  invoiceLink(invoiceId: number, signal?: AbortSignal): Promise<Result<string>>;
  /** `PUT /expedicao/{id}/expedicao/{idExp}`; sent once, like every write. */
  correctShipment(
    groupingId: number,
    shipmentId: number,
    correction: ShipmentCorrection,
    signal?: AbortSignal,
  ): Promise<Result<void>>;
}

export interface GroupingQuery {
  /** `YYYY-MM-DD`, that day included; null: all days. */
  readonly from: string | null;
  readonly limit: number;
  readonly offset: number;
}

export interface GroupingPage {
  /** The readable entries: one without an id leads nowhere. */
  readonly groupings: readonly GroupingRow[];
  /** All entries of the page, readable or not. */
  readonly entries: number;
  /** On all pages; null if the service does not say. */
  readonly total: number | null;
}

export interface GroupingRow {
  readonly id: number;
  readonly identification: string | null;
  readonly date: string | null;
  readonly shippingMethod: NamedRef | null;
}

/** The given fields replace the ERP's; the others stay. */
export interface ShipmentCorrection {
  readonly grossWeightKg?: number;
  readonly trackingCode?: string;
}

export interface ErpClientOptions {
  /** The service's public address with its version prefix, as in contract section 9; a trailing slash does not matter. */
  readonly baseUrl: string;
  /** Called before each request, so that a new token counts at once. `null`: none has been entered yet. */
  readonly token: () => Promise<string | null>;
  readonly renew?: RenewToken | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Concurrent reads, and concurrent writes. One background request comes on top. */
  readonly concurrency?: number;
  /** The limit for one attempt, from sending to the last byte of its answer. */
  readonly timeoutMs?: number;
  /** How long reads wait for the end of an outage, beyond their own attempts. Default: not at all. */
  readonly patienceMs?: number;
  /** Called for every request that is sent, repeats included. */
  readonly onRequest?: () => void;
  /**
   * Called with the end of the wait (epoch ms) when the rate limit delays requests, and with null when it is over. Not
   * called for background requests.
   */
  readonly onRateLimitWait?: (untilMs: number | null) => void;
  /** Source of jitter in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
}
