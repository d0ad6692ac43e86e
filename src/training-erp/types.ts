import type { LabelFormat } from '../shared/index.ts';

/** What the sandbox can make. No service met so far sends JPEG labels. */
export type SandboxLabelFormat = Exclude<LabelFormat, 'jpeg'>;

export interface SandboxOptions {
  /** Same seed, same data. Default 1. */
  readonly seed?: number;
  /** Port of the ERP on 127.0.0.1; 0 (the default) takes a free one. The label host always takes a free one. */
  readonly port?: number;
  /** The token that is accepted; a fixed training token where not given. */
  readonly token?: string;
  /** Shipments of the first grouping. Default 12. */
  readonly shipments?: number;
  /** How many groupings there are; ids start at `firstGroupingId`. Default 3. */
  readonly groupings?: number;
  /** Label formats, in turn. Default: all, as real ERPs send them. */
  readonly formats?: readonly SandboxLabelFormat[];
  /** `typical` labels are some 10 KB; `heavy` PDFs carry whole fonts and a logo, about 230 KB each. */
  readonly labelWeight?: 'typical' | 'heavy';
  /** Added before each answer, on both origins. */
  readonly latencyMs?: number;
  /** Requests a minute (fixed window from the first request); 429 and `X-RateLimit-*` headers. No limit where not given. */
  readonly rateLimitPerMinute?: number;
  /** Length of the rate limit's window, for tests that cannot wait a minute. Default 60 000. */
  readonly rateLimitWindowMs?: number;
  /** How long a label link is good. Default 900 s. */
  readonly linkLifetimeSeconds?: number;
  /** Answers endpoint 8 with 400 until the grouping is concluded. */
  readonly labelsAfterConclusion?: boolean;
  /** How many of the last shipments have a shipping method without labels (400 on endpoint 8). */
  readonly labelLess?: number;
  /** How many label files (evenly spread) are broken for good: the host answers 200 with an HTML page. */
  readonly brokenLabels?: number;
}

/** Where a fault is put in the way. `label-file` is the label host, all others are the ERP. */
export type SandboxEndpoint =
  | 'situacao'
  | 'marcadores'
  | 'gerar-nota-fiscal'
  | 'venda'
  | 'agrupamento'
  | 'etiquetas'
  | 'concluir'
  | 'estornar-contas'
  | 'info'
  | 'label-file';

export type SandboxFault =
  /** Answers with this status, headers and body instead. */
  | {
      readonly type: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Does the work (a conclusion counts), then cuts the connection before any answer. */
  | { readonly type: 'cut-after' }
  /** Cuts the connection before doing anything. */
  | { readonly type: 'cut-before' }
  /** Sends half of the body, then resets. */
  | { readonly type: 'reset-mid-body' }
  /** Sends half of the body, then nothing more. */
  | { readonly type: 'stall-mid-body' }
  /** Never answers. */
  | { readonly type: 'stall' }
  /** Changes the JSON body on its way out. */
  | { readonly type: 'mutate'; readonly change: (body: unknown) => unknown }
  /** Sends text that is not JSON with status 200. */
  | { readonly type: 'malformed-json' }
  /** Redirects there; `self` redirects to itself for ever. */
  | { readonly type: 'redirect'; readonly to: string; readonly status?: number }
  /** Replaces the file's bytes. */
  | { readonly type: 'file'; readonly bytes: Uint8Array; readonly headers?: Readonly<Record<string, string>> }
  /** A file that is broken in the named way. */
  | {
      readonly type: 'bad-file';
      readonly how:
        | 'truncated-pdf'
        | 'empty'
        | 'html'
        | 'oversize'
        | 'gzip-bomb'
        | 'zip-bomb'
        | 'zip-traversal'
        | 'zip-without-label'
        | 'password-pdf';
    };

export interface SandboxRule {
  readonly on: SandboxEndpoint;
  /** 0-based place in the list, for `etiquetas` and `label-file`; all shipments where not given. */
  readonly shipment?: number;
  /** How often it strikes before it is gone; for ever where not given. */
  readonly times?: number;
  readonly fault: SandboxFault;
}

/** One request as the sandbox saw it. */
export interface SandboxRequest {
  readonly host: 'erp' | 'labels';
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The Authorization header as it came, or null. */
  readonly authorization: string | null;
  readonly atMs: number;
  /** What was answered; 0 while nothing is, and for ever where the connection was cut before an answer. */
  readonly status: number;
}

export interface Sandbox {
  /** Give this to the client as the ERP's base URL; ends in `/public-api/v3`. */
  readonly baseUrl: string;
  readonly labelOrigin: string;
  /** The token that is good at this moment. */
  readonly token: string;
  /** A valid token without any permission: 403 everywhere. */
  readonly powerlessToken: string;
  readonly firstGroupingId: number;
  /** Ids the back office endpoints know: service orders, quotes, and invoices for each answer of endpoint 10. */
  readonly known: {
    readonly serviceOrders: readonly number[];
    readonly quotes: readonly number[];
    readonly invoices: {
      readonly reversible: number;
      readonly withoutAccounts: number;
      readonly postedByOrigin: number;
      readonly settled: number;
    };
  };
  readonly requests: readonly SandboxRequest[];
  /** How often endpoint 9 took effect for this grouping. */
  conclusions(groupingId: number): number;
  /** How often the file of this shipment (0-based) was sent whole. */
  downloads(groupingId: number, shipment: number): number;
  /** Puts a fault in the way; gives the way to take it out again. */
  inject(rule: SandboxRule): () => void;
  /** From now on only this token is good: the old one gets 401. */
  changeToken(token: string): void;
  /** Adds a shipment at the end, or removes one (0-based), as a colleague in the ERP would. */
  addShipment(groupingId: number): void;
  removeShipment(groupingId: number, shipment: number): void;
  /** The stored status of a service order (contract 3.1). */
  serviceOrderStatus(serviceOrderId: number): number | null;
  /** The stored tags of a service order. */
  tags(serviceOrderId: number): readonly string[];
  /** The bytes the label host serves for this shipment (0-based). */
  labelBytes(groupingId: number, shipment: number): Promise<Uint8Array>;
  close(): Promise<void>;
}
