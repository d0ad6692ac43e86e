import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxKind, SandboxLabelFormat } from './data/label-ways.ts';
import type { ErpEndpoint } from './erp/extensions.ts';
import type { Answer, Delivery, Incoming } from './http/answers.ts';
import type { WorldOptions } from './world/world.ts';

export type { SandboxKind, SandboxLabelFormat };

export interface SandboxOptions extends WorldOptions {
  /**
   * Port of the ERP on 127.0.0.1; 0 (the default) takes a free one. The label host always takes a
   * free one.
   */
  readonly port?: number;
  /** Added before each answer, on both origins. */
  readonly latencyMs?: number;
  /**
   * Lifetime of a label link. Default: 900 s as in the contract, or permanent and unsigned as in
   * the service.
   */
  readonly linkLifetimeSeconds?: number;
  /** Only the contract: anything beyond it answers 404, and the manners are the contract's. */
  readonly contractOnly?: boolean;
  /** Called for each request to the ERP, in place of its answer. */
  readonly around?: (
    request: Incoming,
    answer: (request: Incoming) => Promise<Delivery>,
  ) => Promise<Delivery>;
  /** Called before each answer to an allowed request; its result is sent instead. */
  readonly intercept?: (request: PendingRequest) => Delivery | Promise<Delivery> | null;
  /** Called when a request arrives at one of the two origins. */
  readonly arrived?: (
    host: 'erp' | 'labels',
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
}

/**
 * The endpoint of a request. `label-file` is any file of the label host; all others are the ERP's.
 */
export type SandboxEndpoint = ErpEndpoint | 'label-file';

/** A request that is about to be answered. */
export interface PendingRequest {
  readonly endpoint: SandboxEndpoint;
  /** 0-based place in the list; null if the endpoint concerns no shipment. */
  readonly shipment: number | null;
  /** Path and query. */
  readonly target: string;
  readonly work: () => Promise<Answer>;
  /**
   * The shipment's intact label in this format; null if the endpoint does not return a single
   * label.
   */
  readonly label: ((format: SandboxLabelFormat) => Promise<Uint8Array>) | null;
}
