import type { SandboxKind, SandboxLabelFormat } from './data/label-ways.ts';
import type { Answer, Delivery } from './http/answers.ts';

export type { SandboxKind, SandboxLabelFormat };

export interface SandboxOptions {
  /** Same seed, same data. Default 1. */
  readonly seed?: number;
  /** Port of the ERP on 127.0.0.1; 0 (the default) takes a free one. The label host always takes a free one. */
  readonly port?: number;
  /** The token that is accepted; a fixed training token where not given. */
  readonly token?: string;
  /** Shipments of the first grouping. Default 12. */
  readonly shipments?: number;
  /** How many groupings there are. Default 3. */
  readonly groupings?: number;
  /** One grouping of each of these after the others, with labels as that kind's come. Default: none. */
  readonly kinds?: readonly SandboxKind[];
  /** How long after the conclusion the labels of a late carrier come. Default 4 s. */
  readonly lateLabelsMs?: number;
  /** Label formats, in turn. Default: all, as real ERPs send them. */
  readonly formats?: readonly SandboxLabelFormat[];
  /** Added before each answer, on both origins. */
  readonly latencyMs?: number;
  /**
   * Requests a minute, of reads and of writes each (fixed windows from their first request); 429 and `X-RateLimit-*` headers.
   * No limit where not given.
   */
  readonly rateLimitPerMinute?: number | { readonly reads: number; readonly writes: number };
  /** Length of the rate limit's window, for tests that cannot wait a minute. Default 60 000. */
  readonly rateLimitWindowMs?: number;
  /** How long a label link is good. Default: 900 s as the contract's, for ever and without a signature as the service's. */
  readonly linkLifetimeSeconds?: number;
  /** Answers endpoint 8 with 400 until the grouping is concluded. */
  readonly labelsAfterConclusion?: boolean;
  /** How many of the last shipments have a shipping method without labels (400 on endpoint 8). */
  readonly labelLess?: number;
  /** Some shipments have two or three volumes and a label for one of them. Default: every shipment is one parcel. */
  readonly severalVolumes?: boolean;
  /** How many label files (evenly spread) are broken for good: the host answers 200 with an HTML page. */
  readonly brokenLabels?: number;
  /** Whether another token than the fixed one is good: of a sign-in service beside it. Default: none is. */
  readonly acceptsToken?: (token: string) => Promise<boolean>;
  /** Only what the contract documents: whatever the service has beyond it answers 404, and its manners are the contract's. */
  readonly contractOnly?: boolean;
  /** Asked before each answer to a request that is allowed; what it gives goes out instead. */
  readonly intercept?: (request: PendingRequest) => Delivery | Promise<Delivery> | null;
  /** Hears of each request when it arrives; what it gives hears the status when there is one. */
  readonly log?: (request: Omit<SandboxRequest, 'status'>) => (status: number) => void;
}

/** What is asked for. `label-file` is the label host, whatever file it is; all others are the ERP. */
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
  | SandboxExtension
  | 'label-file';

/** What the service has beyond the contract. */
type SandboxExtension = 'agrupamentos' | 'etiquetas-do-agrupamento' | 'corrigir-expedicao' | 'nota' | 'link-da-nota';

/** A request whose answer is about to be made. */
export interface PendingRequest {
  readonly endpoint: SandboxEndpoint;
  /** 0-based place in the list; null where the endpoint is about no shipment. */
  readonly shipment: number | null;
  /** Path and query. */
  readonly target: string;
  /** Does the endpoint's work. */
  readonly work: () => Promise<Answer>;
  /** The good label of the shipment in this format; null where the endpoint gives no file of one shipment's label. */
  readonly label: ((format: SandboxLabelFormat) => Promise<Uint8Array>) | null;
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
