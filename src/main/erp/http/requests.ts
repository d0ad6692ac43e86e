import type { z } from 'zod';
import { asksForToken, fail, failed, isCancelled, ok, type Result } from '#shared/faults/faults.ts';
import { isAborted, pauseUnlessAborted } from '../../os/clock.ts';
import { isPage } from '../../os/network/faults.ts';
import { Outage } from '../../os/network/outage.ts';
import { leaveOnAbort } from '../../os/timeout.ts';
import { tryRequest, nameRequest, type ErpRequest, type RawAnswer } from './attempt.ts';
import { parseBaseUrl } from './base-url.ts';
import { Pacer } from '../pacing/pacer.ts';
import type { Turn } from '../pacing/rate-limit.ts';
import { isTransient, RetryPlan, type RepeatRule } from './retry.ts';
import type { ErpClientOptions } from '../types.ts';
import { parseJson } from '../wire/answers.ts';
import { findContradiction } from '../wire/outcome.ts';

export type Send = (
  request: ErpRequest,
  repeat: RepeatRule,
  turn: Turn,
  signal: AbortSignal | undefined,
) => Promise<Result<RawAnswer>>;

/** One attempt: its result, its duration, and the token it used, '' for none. */
type Attempt = {
  readonly answer: Result<RawAnswer>;
  readonly tookMs: number;
  readonly token: string;
};
type QueueEnd = 'back' | 'front';

/**
 * Sends requests with the current token, repeated if that is safe. Reads and writes are paced
 * apart, as limited.
 */
export function createSender(options: ErpClientOptions): Send {
  const {
    clock,
    fetch,
    random = Math.random,
    concurrency = 8,
    timeoutMs = 30_000,
    patienceMs = 0,
  } = options;
  const outage = new Outage(patienceMs);
  const baseUrl = parseBaseUrl(options.baseUrl);
  const waits = { reads: 0, writes: 0 };
  const createPacer = (kind: keyof typeof waits): Pacer => {
    const onWait = (untilMs: number | null): void => {
      waits[kind] = untilMs ?? 0;
      options.onRateLimitWait?.(Math.max(waits.reads, waits.writes) || null);
    };
    return new Pacer({ clock, concurrency, onWait });
  };
  const reads = createPacer('reads');
  const writes = createPacer('writes');

  return async (request, repeat, turn, signal) => {
    const cancelled = fail('cancelled', { detail: nameRequest(request) });

    const tryOnce = async (end: QueueEnd): Promise<Attempt> => {
      const leave = (answer: Result<never>): Attempt => ({ answer, tookMs: 0, token: '' });
      if (!baseUrl.ok) return leave(baseUrl);
      const slot = await (request.method === 'GET' ? reads : writes).enter(signal, turn, end);
      if (slot === null) return leave(cancelled);
      try {
        const token = await leaveOnAbort(readToken(options), signal, () => cancelled);
        if (!token.ok) return leave(token);
        if (isAborted(signal)) return leave(cancelled);
        options.onRequest?.();
        const startedMs = clock.awake();
        const context = {
          urlPrefix: baseUrl.value.prefix,
          token: token.value,
          fetch,
          clock,
          timeoutMs,
        };
        const answer = await tryRequest(request, slot, context, signal);
        return { answer, tookMs: clock.awake() - startedMs, token: token.value };
      } finally {
        slot.leave();
      }
    };

    /** Tries again with another token if the ERP refuses the present one and another can be had. */
    const tryWithGoodToken = async (end: QueueEnd): Promise<Attempt> => {
      const attempt = await tryOnce(end);
      if (attempt.answer.ok || !asksForToken(attempt.answer.fault) || options.renew === undefined)
        return attempt;
      const renewed = await options.renew(attempt.token, signal);
      if (!renewed.ok) return { ...attempt, answer: failed({ ...renewed.fault, reached: 'no' }) };
      return renewed.value ? tryOnce('front') : attempt;
    };

    const plan = new RetryPlan(repeat, random, outage);
    for (let end: QueueEnd = 'back'; ; end = 'front') {
      const { answer, tookMs } = await tryWithGoodToken(end);
      // The caller's leaving says nothing about the ERP.
      if (!answer.ok && isCancelled(answer.fault)) return answer;
      if (answer.ok || !isTransient(answer.fault)) outage.end();
      if (answer.ok) return answer;
      const waitMs = plan.next(answer.fault, tookMs, clock.awake());
      if (waitMs === null) return answer;
      if (waitMs > 0 && !(await pauseUnlessAborted(clock, waitMs, signal))) return cancelled;
    }
  };
}

/** Parses the body of a 2xx. The detail names the fields that do not fit, never their values. */
export function parseAnswer<T>(answer: RawAnswer, schema: z.ZodType<T>): Result<T> {
  const json = parseJson(answer.text);
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  if (isPage(answer.text)) return refusePage(answer);
  const places = parsed.error.issues
    .slice(0, 3)
    .map((issue) => issue.path.join('.') || 'the whole body');
  const reason = json === undefined ? 'not JSON' : `unusable at ${places.join(', ')}`;
  // A 2xx that breaks the contract: the request has been done.
  const { where, status } = answer;
  return fail('bad-response', { status, reached: 'yes', detail: `${where}: ${reason}` });
}

/** Returns what the 2xx after a request that changes something says: done, or unknown. */
export function readOutcome(answer: RawAnswer): Result<void> {
  const { where, status, text } = answer;
  if (isPage(text)) return refusePage(answer);
  const contradiction = findContradiction(text, !where.endsWith('/concluir'));
  if (contradiction === null) return ok();
  const { reason, ...words } = contradiction;
  const detail = `${where}: ${status}, but ${reason}`;
  return fail('bad-response', { status, reached: 'maybe', detail, ...words });
}

/** A server between Doca and the ERP answered in its place: the effect is unknown. */
function refusePage({ where, status }: RawAnswer): Result<never> {
  return fail('gateway', { status, reached: 'maybe', detail: `${where}: ${status}, a page` });
}

/** Reads the token and checks it here, because `fetch` would quote a malformed one in its error. */
async function readToken(options: ErpClientOptions): Promise<Result<string>> {
  const token = (await options.token())?.trim() ?? '';
  if (token === '') return fail('no-token');
  if (/^[\x21-\x7e]+$/.test(token)) return ok(token);
  return fail('invalid-input', { detail: 'the token holds characters that a token cannot have' });
}
