import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxKind, SandboxLabelFormat } from './data/label-ways.ts';
import type { ErpEndpoint } from './erp/erp-routes.ts';
import type { Answer, Delivery, Incoming } from './http/answers.ts';

export type { SandboxKind, SandboxLabelFormat };

export interface SandboxOptions {
  /** Same seed, same data. Default 1. */
  readonly seed?: number;
  /** Port of the ERP on 127.0.0.1; 0 (the default) takes a free one. The label host always takes a free one. */
  readonly port?: number;
  /** The accepted token; by default a fixed training token. */
  readonly token?: string;
  /** Shipments of the first grouping. Default 12. */
  readonly shipments?: number;
  /** Number of groupings. Default 3. */
  readonly groupings?: number;
  /** Adds one grouping of each kind, with that kind's labels. Default: none. */
  readonly kinds?: readonly SandboxKind[];
  /** Label formats, in turn. Default: all, as real ERPs send them. */
  readonly formats?: readonly SandboxLabelFormat[];
  /** Added before each answer, on both origins. */
  readonly latencyMs?: number;
  /** Lifetime of a label link. Default: 900 s as in the contract, or permanent and unsigned as in the service. */
  readonly linkLifetimeSeconds?: number;
  /** Answers endpoint 8 with 400 until the grouping is concluded. */
  readonly labelsAfterConclusion?: boolean;
  /** Some shipments have two or three volumes and a label for one of them. Default: every shipment is one parcel. */
  readonly severalVolumes?: boolean;
  /** How many label files (evenly spread) are permanently broken: the host answers 200 with an HTML page. */
  readonly brokenLabels?: number;
  /** Only the contract: anything beyond it answers 404, and the manners are the contract's. */
  readonly contractOnly?: boolean;
  /** Called for each request to the ERP, in place of its answer. */
  readonly around?: (request: Incoming, answer: (request: Incoming) => Promise<Delivery>) => Promise<Delivery>;
  /** Called before each answer to an allowed request; its result is sent instead. */
  readonly intercept?: (request: PendingRequest) => Delivery | Promise<Delivery> | null;
  /** Called when a request arrives at one of the two origins. */
  readonly arrived?: (host: 'erp' | 'labels', request: IncomingMessage, response: ServerResponse) => void;
}

/** The endpoint of a request. `label-file` is any file of the label host; all others are the ERP's. */
export type SandboxEndpoint = ErpEndpoint | 'label-file';

/** A request that is about to be answered. */
export interface PendingRequest {
  readonly endpoint: SandboxEndpoint;
  /** 0-based place in the list; null if the endpoint concerns no shipment. */
  readonly shipment: number | null;
  /** Path and query. */
  readonly target: string;
  readonly work: () => Promise<Answer>;
  /** The shipment's intact label in this format; null if the endpoint does not return a single label. */
  readonly label: ((format: SandboxLabelFormat) => Promise<Uint8Array>) | null;
}
