import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerBytes, answerJson, answerText } from '../../../src/training-erp/http/answers.ts';
import type { Answer, Delivery } from '../../../src/training-erp/http/answers.ts';
import type { PendingRequest, SandboxEndpoint } from '../../../src/training-erp/index.ts';
import { makeBadFile } from './bad-files.ts';
import type { BadFile } from './bad-files.ts';

export type SandboxFault =
  /** Answers with this status, headers and body instead of doing the work, or `afterWork`. */
  | {
      readonly type: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly afterWork?: boolean;
    }
  /** Answers normally, after this time. */
  | { readonly type: 'slow'; readonly ms: number }
  /** Does the work (a conclusion counts), then cuts the connection before any answer. */
  | { readonly type: 'cut-after' }
  /** Cuts the connection before doing anything. */
  | { readonly type: 'cut-before' }
  /** Sends half of the body, then resets. */
  | { readonly type: 'reset-mid-body' }
  /** Sends half of the body, then stalls. */
  | { readonly type: 'stall-mid-body' }
  /** Never answers; `afterWork`: does the work first. */
  | { readonly type: 'stall'; readonly afterWork?: boolean }
  /** Changes the JSON body on its way out. */
  | { readonly type: 'mutate'; readonly change: (body: unknown) => unknown }
  /** Sends text that is not JSON with status 200. */
  | { readonly type: 'malformed-json' }
  /** Redirects there; `self` redirects to itself for ever. */
  | { readonly type: 'redirect'; readonly to: string; readonly status?: number }
  /** Replaces the file's bytes. */
  | {
      readonly type: 'file';
      readonly bytes: Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A file that is broken in the named way. */
  | { readonly type: 'bad-file'; readonly how: BadFile };

export interface SandboxRule {
  readonly on: SandboxEndpoint;
  /** 0-based place in the list, for `etiquetas` and `label-file`; all shipments if omitted. */
  readonly shipment?: number;
  /** The number of times it strikes; for ever if omitted. */
  readonly times?: number;
  readonly fault: SandboxFault;
  /** Called each time it strikes. */
  readonly struck?: () => void;
}

/** The armed faults; the first one that matches strikes first. */
export class FaultBoard {
  #rules: { readonly rule: SandboxRule; left: number }[] = [];

  /** Arms a fault. Returns the function that removes it. */
  inject(rule: SandboxRule): () => void {
    if (rule.on === 'label-file' && rule.fault.type === 'mutate')
      throw new RangeError('a label file has no JSON body');
    const entry = { rule, left: rule.times ?? Infinity };
    this.#rules.push(entry);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== entry);
    };
  }

  /** Returns the replacement for the endpoint's answer if a fault strikes this request. */
  intercept(request: PendingRequest): Promise<Delivery> | null {
    const { endpoint, shipment } = request;
    const entry = this.#rules.find(
      ({ rule, left }) =>
        left > 0 &&
        rule.on === endpoint &&
        (rule.shipment === undefined || rule.shipment === shipment),
    );
    if (entry === undefined) return null;
    entry.left -= 1;
    entry.rule.struck?.();
    return faultyDelivery(entry.rule.fault, request);
  }
}

async function faultyDelivery(fault: SandboxFault, request: PendingRequest): Promise<Delivery> {
  switch (fault.type) {
    case 'status':
      if (fault.afterWork === true) await request.work();
      return { answer: answerBytes(fault.status, Buffer.from(fault.body ?? ''), fault.headers) };
    case 'cut-after':
      await request.work();
      return { send: cutConnection };
    case 'cut-before':
      return { send: cutConnection };
    case 'reset-mid-body':
    case 'stall-mid-body':
      return sendHalf(await request.work(), fault.type === 'reset-mid-body');
    case 'slow':
      await sleep(fault.ms);
      return { answer: await request.work() };
    case 'stall':
      if (fault.afterWork === true) await request.work();
      return { send: () => undefined };
    case 'mutate':
      return { answer: mutate(await request.work(), fault.change) };
    case 'malformed-json':
      await request.work();
      return { answer: answerText(200, 'application/json', '{"id": 1, "expedicoes": [{') };
    case 'redirect': {
      const location = fault.to === 'self' ? request.target : fault.to;
      return { answer: answerBytes(fault.status ?? 302, new Uint8Array(), { Location: location }) };
    }
    case 'file':
      return {
        answer: answerBytes(
          200,
          fault.bytes,
          fault.headers ?? { 'Content-Type': 'application/octet-stream' },
        ),
      };
    case 'bad-file':
      return makeBadFile(fault.how, request);
  }
}

function cutConnection(response: ServerResponse): void {
  response.socket?.destroy();
}

/** Half of a body, then a reset or a stall. The body must be long enough to have a missing half. */
function sendHalf({ status, headers, body }: Answer, thenReset: boolean): Delivery {
  const first = body.subarray(0, Math.floor(body.length / 2));
  return {
    send(response) {
      response.writeHead(status, {
        ...headers,
        'Content-Length': String(Math.max(body.length, 2)),
      });
      response.flushHeaders();
      if (first.length > 0) response.write(first);
      // The client should see the half before the reset.
      if (thenReset) setTimeout(() => response.socket?.resetAndDestroy(), 20);
    },
  };
}

function mutate(answer: Answer, change: (body: unknown) => unknown): Answer {
  const before = Buffer.from(answer.body).toString('utf8');
  const after = change(before === '' ? undefined : JSON.parse(before));
  return after === undefined
    ? { ...answer, body: new Uint8Array() }
    : answerJson(answer.status, after);
}
