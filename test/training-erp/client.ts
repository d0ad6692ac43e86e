import { onTestFinished } from 'vitest';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { WireDispatch } from '../../src/training-erp/data/dispatches.ts';
import type { FaultySandbox, FaultySandboxOptions } from '../support/faulty-erp/index.ts';

/** Opens a sandbox that is closed after the test. */
export async function open(options: FaultySandboxOptions = {}): Promise<FaultySandbox> {
  const sandbox = await startFaultySandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** All fields of the answers' JSON together: a test reads those that its endpoint promises. */
interface Body {
  readonly id: number;
  readonly numero: number;
  readonly identificacao: string;
  readonly numeroPedido: string;
  readonly expedicoes: readonly WireDispatch[];
  readonly urls: readonly string[];
  readonly mensagem: string;
  readonly detalhes: readonly { readonly campo: string; readonly mensagem: string }[] | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Body;
}

export interface CallOptions {
  /** `null` sends no Authorization header. */
  readonly token?: string | null;
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** One request to the sandbox's ERP, without any of Doca's own client. */
export async function call(
  sandbox: FaultySandbox,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const token = options.token === undefined ? sandbox.token : options.token;
  const body =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(sandbox.baseUrl + path, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson && text !== '' ? JSON.parse(text) : null) as Body,
  };
}

export async function dispatchIds(
  sandbox: FaultySandbox,
  grouping = sandbox.firstGroupingId,
): Promise<number[]> {
  const { json } = await call(sandbox, 'GET', `/expedicao/${grouping}`);
  return json.expedicoes.map(({ id }) => id);
}

/** A fresh link to the label of the shipment at this place of the first grouping. */
export async function labelLink(sandbox: FaultySandbox, place = 0): Promise<string> {
  const ids = await dispatchIds(sandbox);
  const path = `/expedicao/${sandbox.firstGroupingId}/expedicao/${ids[place]}/etiquetas`;
  const { json } = await call(sandbox, 'GET', path);
  return json.urls[0]!;
}
