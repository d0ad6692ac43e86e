import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ErpClient } from '../../src/main/erp/index.ts';
import type { Fetch } from '../../src/main/os/fetch.ts';
import { clientFor, faultOf, patientClient } from './support/client.ts';
import { eventually, httpErp, json } from './support/http-erp.ts';
import { simulatedClock } from './support/simulated-clock.ts';
import { concluding, writes } from './support/writes.ts';

const company = { razaoSocial: 'Exemplo Ltda' };
const found = { ok: true, value: { legalName: 'Exemplo Ltda' } };

/** Aborts when the head of the answer is there, while its body is being read. */
const thenAbort = (controller: AbortController): Fetch => {
  return async (url, init) => {
    const response = await fetch(url, init);
    setImmediate(() => controller.abort());
    return response;
  };
};

describe('a read is asked again', () => {
  it.each([500, 502, 503, 504])('after a %d', async (status) => {
    const erp = await httpErp((response, nth) => json(response, nth < 2 ? status : 200, company));
    const { client, slept } = patientClient(erp.baseUrl);
    expect(await client.companyInfo()).toMatchObject(found);
    expect(erp.requests).toHaveLength(3);
    expect(slept).toEqual([250, 500]);
  });

  it('after a cut connection, before or inside of the body', async () => {
    const erp = await httpErp((response, nth) => {
      if (nth === 0) response.destroy();
      else if (nth === 1) {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{', () => response.destroy());
      } else json(response, 200, company);
    });
    const { client } = patientClient(erp.baseUrl);
    expect(await client.companyInfo()).toMatchObject(found);
    expect(erp.requests).toHaveLength(3);
  });

  it('after a silence before the head and one inside of the body', async () => {
    const silences = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const erp = await httpErp((response, nth) => {
      if (nth === 1) response.writeHead(200, { 'content-length': '1000' }).write('{');
      if (nth === 2) json(response, 200, company);
      silences[nth]?.resolve(null);
    });
    let timeouts = 0;
    // Time is up for a request once the ERP has fallen silent; the third one is answered.
    const sleep = async (ms: number): Promise<void> => {
      if (ms > 0) await (silences[timeouts++]?.promise ?? new Promise(() => undefined));
    };
    const clock = { now: () => Date.now(), awake: () => Date.now(), sleep };
    expect(await clientFor(erp.baseUrl, { clock, random: () => 0 }).companyInfo()).toMatchObject(
      found,
    );
    expect(erp.requests).toHaveLength(3);
  });

  it('with waits that double, spread from zero by chance', async () => {
    const erp = await httpErp((response) => json(response, 503, {}));
    const most = patientClient(erp.baseUrl, { random: () => 1 });
    expect(faultOf(await most.client.companyInfo())).toMatchObject({
      kind: 'unavailable',
      status: 503,
    });
    expect(most.slept).toEqual([500, 1000, 2000, 4000]);
    expect(erp.requests).toHaveLength(5);
    const least = patientClient(erp.baseUrl, { random: () => 0 });
    await least.client.companyInfo();
    expect(least.slept).toEqual([]);
    expect(erp.requests).toHaveLength(10);
  });

  it('not before Retry-After', async () => {
    const erp = await httpErp((response, nth) =>
      json(response, nth === 0 ? 503 : 200, company, { 'Retry-After': '20' }),
    );
    const { client, slept } = patientClient(erp.baseUrl);
    expect(await client.companyInfo()).toMatchObject(found);
    expect(slept).toEqual([20_250]);
  });

  it('not at all if Retry-After is too long to wait for', async () => {
    const erp = await httpErp((response) => json(response, 503, {}, { 'Retry-After': '3600' }));
    const { client, slept } = patientClient(erp.baseUrl);
    expect(faultOf(await client.companyInfo())).toMatchObject({
      kind: 'unavailable',
      retryAfterMs: 3_600_000,
    });
    expect(slept).toEqual([]);
    expect(erp.requests).toHaveLength(1);
  });

  it('not once it has taken too long in all', async () => {
    const erp = await httpErp((response) => json(response, 503, {}, { 'Retry-After': '40' }));
    const { client, slept } = patientClient(erp.baseUrl);
    expect(faultOf(await client.companyInfo()).kind).toBe('unavailable');
    expect(slept).toEqual([40_250, 40_500]);
    expect(erp.requests).toHaveLength(3);
  });

  it('nor when the attempts themselves took too long', async () => {
    const clock = simulatedClock();
    let attempts = 0;
    const fetch = async (): Promise<Response> => {
      attempts += 1;
      await clock.sleep(40_000);
      return new Response(null, { status: 503 });
    };
    const client = clientFor('https://erp.example', { clock, fetch, timeoutMs: 50_000 });
    expect(faultOf(await clock.run(client.companyInfo())).kind).toBe('unavailable');
    expect(attempts).toBe(3);
    expect(clock.sleeping).toBe(0);
  });

  it('with the new token, if it changed meanwhile', async () => {
    const erp = await httpErp((response, nth) => json(response, nth === 0 ? 500 : 200, company));
    const tokens = ['old', 'new'];
    const { client } = patientClient(erp.baseUrl, {
      token: () => Promise.resolve(tokens.shift() ?? null),
    });
    await client.companyInfo();
    expect(erp.requests.map((one) => one.headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });

  it.each([400, 401, 403, 404, 409, 501])(
    'but not after a %d, which is an answer',
    async (status) => {
      const erp = await httpErp((response) => json(response, status, {}));
      expect(faultOf(await patientClient(erp.baseUrl).client.companyInfo()).status).toBe(status);
      expect(erp.requests).toHaveLength(1);
    },
  );
});

describe('an outage, with patience', () => {
  /** An ERP that answers from `backAfterMs` on, of one shipment never, and is silent about 77. */
  function start(backAfterMs: number, never = 0) {
    const clock = simulatedClock();
    const startMs = clock.now();
    const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
      const isSilent = url.includes('/expedicao/77/');
      await clock.sleep(isSilent ? 1e6 : 50, init?.signal ?? undefined);
      const isDown =
        clock.now() - startMs < backAfterMs || url.includes(`/expedicao/${String(never)}/`);
      return new Response('{"urls":["https://a.example/1"]}', { status: isDown ? 503 : 200 });
    };
    const client = clientFor('https://erp.example/v3', {
      clock,
      fetch,
      timeoutMs: 1e6,
      patienceMs: 30_000,
    });
    const ask = (ids: readonly number[]) =>
      clock.run(Promise.all(ids.map((id) => client.labelUrls(9, id))));
    const stopAfter = (ms: number): AbortSignal => {
      const stop = new AbortController();
      void clock.sleep(ms).then(() => stop.abort());
      return stop.signal;
    };
    return { ask, client, stopAfter, seconds: () => (clock.now() - startMs) / 1000 };
  }

  it('is waited for', async () => {
    const { ask, seconds } = start(25_000);
    expect((await ask([1, 2, 3])).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(seconds()).toBeLessThan(40);
  });

  it('is waited for, though another request is given up meanwhile', async () => {
    const { ask, client, stopAfter } = start(25_000);
    const answers = ask([1, 2, 3]);
    const other = client.labelUrls(9, 77, stopAfter(4_000));
    expect((await answers).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(faultOf(await other).kind).toBe('cancelled');
  });

  it('that does not end is waited for once, not once for each request', async () => {
    const { ask, seconds } = start(1e9);
    const answers = await ask(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(answers.every(({ ok }) => !ok)).toBe(true);
    expect(seconds()).toBeGreaterThan(25);
    expect(seconds()).toBeLessThan(120);
  });

  it('for one shipment alone is none', async () => {
    const { ask, seconds } = start(0, 2);
    expect((await ask([1, 2, 3])).map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(seconds()).toBeLessThan(20);
  });
});

describe('429', () => {
  it('is waited out, as long as Retry-After demands', async () => {
    const erp = await httpErp((response, nth) =>
      json(response, nth < 3 ? 429 : 200, company, { 'Retry-After': '9' }),
    );
    const { client, slept } = patientClient(erp.baseUrl);
    expect(await client.companyInfo()).toMatchObject(found);
    expect(slept).toEqual([9000, 9000, 9000]);
  });

  it('is waited out with growing pauses if it has no time', async () => {
    const erp = await httpErp((response, nth) => json(response, nth < 4 ? 429 : 200, company));
    const { client, slept } = patientClient(erp.baseUrl);
    expect(await client.companyInfo()).toMatchObject(found);
    expect(slept).toEqual([2000, 4000, 8000, 16_000]);
  });

  it('is waited out for a second at least, also if Retry-After is zero', async () => {
    const erp = await httpErp((response, nth) =>
      json(response, nth < 2 ? 429 : 200, company, { 'Retry-After': '0' }),
    );
    const { client, slept } = patientClient(erp.baseUrl);
    expect(await client.companyInfo()).toMatchObject(found);
    expect(slept).toEqual([1000, 1000]);
  });

  it('keeps its place before later ones', async () => {
    const clock = simulatedClock();
    const asked: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      asked.push(url.split('/').at(-2) ?? '');
      await clock.sleep(100);
      return new Response('{}', { status: asked.length === 2 ? 429 : 200 });
    };
    const client = clientFor('https://erp.example/v3', { clock, fetch, concurrency: 1 });
    await clock.run(client.companyInfo());
    await clock.run(Promise.all([1, 2, 3].map((id) => client.labelUrls(9, id))));
    expect(asked.slice(1)).toEqual(['1', '1', '2', '3']);
  });

  it('for ever is a fault in the end', async () => {
    const erp = await httpErp((response) => json(response, 429, { mensagem: 'Limite' }));
    const fault = faultOf(await patientClient(erp.baseUrl).client.companyInfo());
    expect(fault).toMatchObject({ kind: 'rate-limited', status: 429, erpMessage: 'Limite' });
    expect(erp.requests).toHaveLength(9);
  });

  it('with an absurd Retry-After is a fault immediately', async () => {
    const erp = await httpErp((response) => json(response, 429, {}, { 'Retry-After': '86400' }));
    expect(faultOf(await patientClient(erp.baseUrl).client.companyInfo()).retryAfterMs).toBe(
      86_400_000,
    );
    expect(erp.requests).toHaveLength(1);
  });
});

describe('a write', () => {
  it.each([...writes, concluding])('%s is never repeated after a fault', async (_name, call) => {
    for (const status of [400, 401, 500, 502, 503, 504]) {
      const erp = await httpErp((response) => json(response, status, {}, { 'Retry-After': '1' }));
      expect(faultOf(await call(patientClient(erp.baseUrl).client)).status).toBe(status);
      expect(erp.requests).toHaveLength(1);
    }
  });

  it.each([...writes, concluding])(
    '%s is repeated after a 429, which had no effect',
    async (_name, call) => {
      const erp = await httpErp((response, nth) =>
        json(response, nth === 0 ? 429 : 200, { id: 1 }, { 'Retry-After': '3' }),
      );
      const { client, slept } = patientClient(erp.baseUrl);
      expect((await call(client)).ok).toBe(true);
      expect(erp.requests).toHaveLength(2);
      expect(erp.requests[1]!.body).toBe(erp.requests[0]!.body);
      expect(slept).toEqual([3000]);
    },
  );

  it.each([
    ['is not waited for long', '60', 1],
    ['is not waited for often', '3', 4],
  ])('concluir %s', async (_name, retryAfter, requests) => {
    const erp = await httpErp((response) => json(response, 429, {}, { 'Retry-After': retryAfter }));
    const fault = faultOf(await concluding[1](patientClient(erp.baseUrl).client));
    expect(fault).toMatchObject({ kind: 'rate-limited', reached: 'yes' });
    expect(erp.requests).toHaveLength(requests);
  });
});

describe('cancelling', () => {
  it('before anything is sent', async () => {
    const erp = await httpErp((response) => json(response, 200, {}));
    const fault = faultOf(await clientFor(erp.baseUrl).conclude(1, AbortSignal.abort()));
    expect(fault).toMatchObject({ kind: 'cancelled', reached: 'no' });
    expect(erp.requests).toHaveLength(0);
  });

  it('while the token is fetched', async () => {
    const erp = await httpErp((response) => json(response, 200, {}));
    const controller = new AbortController();
    const client = clientFor(erp.baseUrl, {
      token: () => {
        controller.abort();
        return Promise.resolve('t');
      },
    });
    expect(faultOf(await client.conclude(1, controller.signal))).toMatchObject({
      kind: 'cancelled',
      reached: 'no',
    });
    expect(erp.requests).toHaveLength(0);
    expect((await client.conclude(1)).ok).toBe(true);
  });

  it('while waiting for the answer: unknown', async () => {
    const erp = await httpErp(() => undefined);
    const controller = new AbortController();
    const result = clientFor(erp.baseUrl).conclude(1, controller.signal);
    await eventually(() => erp.requests.length === 1);
    controller.abort(new Error('a reason of the caller'));
    expect(faultOf(await result)).toMatchObject({ kind: 'cancelled', reached: 'maybe' });
  });

  it('inside of the body: a write has had its effect', async () => {
    for (const [call, reached] of [
      [(c: ErpClient, s: AbortSignal) => c.generateInvoice(1, s), 'yes'],
      [(c: ErpClient, s: AbortSignal) => c.companyInfo(s), 'maybe'],
    ] as const) {
      const controller = new AbortController();
      const erp = await httpErp((response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{');
      });
      const client = clientFor(erp.baseUrl, { fetch: thenAbort(controller) });
      const fault = faultOf(await call(client, controller.signal));
      expect(fault).toMatchObject({ kind: 'cancelled', reached });
      expect(erp.requests).toHaveLength(1);
    }
  });

  it('between two attempts', async () => {
    const controller = new AbortController();
    const erp = await httpErp((response) => json(response, 503, {}, { 'Retry-After': '60' }));
    const result = clientFor(erp.baseUrl).companyInfo(controller.signal);
    await eventually(() => erp.requests.length === 1);
    setTimeout(() => controller.abort(), 30);
    expect(faultOf(await result).kind).toBe('cancelled');
    expect(erp.requests).toHaveLength(1);
  });

  it('leaves no listener on a signal that lives longer', async () => {
    const { signal } = new AbortController();
    const erp = await httpErp((response, nth) => json(response, nth === 0 ? 500 : 200, {}));
    const client = clientFor(erp.baseUrl, { random: () => 0.01 });
    await client.companyInfo(signal);
    await client.conclude(1, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not hide a refusal that is already there', async () => {
    const controller = new AbortController();
    const erp = await httpErp((response) => {
      response.writeHead(400, { 'content-length': '100' });
      response.write('{');
    });
    const client = clientFor(erp.baseUrl, { fetch: thenAbort(controller) });
    const fault = faultOf(await client.conclude(1, controller.signal));
    expect(fault).toMatchObject({ kind: 'validation', status: 400, reached: 'yes' });
  });
});
