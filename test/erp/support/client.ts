import {
  createErpClient,
  type ErpClient,
  type ErpClientOptions,
} from '../../../src/main/erp/index.ts';
import { systemClock, type Clock } from '../../../src/main/os/clock.ts';
import type { Fault, Result } from '#shared/faults/faults.ts';

/** Unlike any other text, so that a leak can be searched for. */
export const testToken = 'tok-7f3a9c51e2d84b06';

export function clientFor(baseUrl: string, more: Partial<ErpClientOptions> = {}): ErpClient {
  return createErpClient({
    baseUrl,
    token: () => Promise.resolve(testToken),
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    ...more,
  });
}

/** Sleeps shorter than this are skipped by `skippingClock`; time-outs are longer. */
const longMs = 1e8;

/** Skips waits and records their lengths; sleeps of more than a day never end. */
function skippingClock(): Clock & { readonly slept: number[] } {
  let nowMs = 1_750_000_000_000;
  const slept: number[] = [];
  return {
    slept,
    now: () => nowMs,
    awake: () => nowMs,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      if (ms >= longMs) {
        await new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      }
      slept.push(ms);
      nowMs += ms;
    },
  };
}

/** A client that skips its waits; `slept` has their lengths. */
export function patientClient(baseUrl: string, more: Partial<ErpClientOptions> = {}) {
  const clock = skippingClock();
  return {
    client: clientFor(baseUrl, { clock, timeoutMs: 2e8, random: () => 0.5, ...more }),
    slept: clock.slept,
  };
}

export function faultOf(result: Result<unknown>): Fault {
  if (result.ok) throw new Error('a fault was expected, it went well');
  return result.fault;
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`it was expected to go well: ${JSON.stringify(result.fault)}`);
  return result.value;
}
