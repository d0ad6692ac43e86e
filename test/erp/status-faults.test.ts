import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/main/erp/wire/answers.ts';
import { toStatusFault } from '../../src/main/erp/http/faults.ts';
import { clientFor, faultOf, patientClient, testToken } from './support/client.ts';
import { httpErp, json } from './support/http-erp.ts';

describe('statuses', () => {
  it.each([
    [400, 'validation', 'yes'],
    [401, 'unauthorized', 'yes'],
    [403, 'forbidden', 'yes'],
    [404, 'no-longer-there', 'yes'],
    [408, 'gateway', 'maybe'],
    [409, 'validation', 'yes'],
    [422, 'validation', 'yes'],
    [429, 'rate-limited', 'yes'],
    [500, 'server', 'maybe'],
    [501, 'server', 'maybe'],
    [502, 'unavailable', 'maybe'],
    [503, 'unavailable', 'maybe'],
    [504, 'unavailable', 'maybe'],
    [520, 'gateway', 'maybe'],
    [521, 'gateway', 'maybe'],
    [530, 'gateway', 'maybe'],
    [599, 'server', 'maybe'],
    [300, 'bad-response', 'maybe'],
    [304, 'bad-response', 'maybe'],
  ])('%d is %s', async (status, kind, reached) => {
    const erp = await httpErp((response) =>
      json(response, status, undefined, { 'Retry-After': '17' }),
    );
    const fault = faultOf(await clientFor(erp.baseUrl).conclude(5));
    expect(fault).toMatchObject({
      kind,
      status,
      reached,
      erpMessage: null,
      erpDetails: [],
      retryAfterMs: 17_000,
    });
    expect(fault.detail).toContain(`POST /expedicao/5/concluir: ${status}`);
    expect(erp.requests).toHaveLength(1);
  });
});

describe('a page instead of an answer', () => {
  const page = '\n<!DOCTYPE html><html><title>Attention Required! | Cloudflare</title></html>';

  it.each([302, 400, 403, 404, 500, 502, 503])(
    'with %d comes from something between Doca and the ERP',
    async (status) => {
      const erp = await httpErp((response) => response.writeHead(status).end(page));
      const fault = faultOf(await clientFor(erp.baseUrl).conclude(5));
      expect(fault).toMatchObject({ kind: 'gateway', status, reached: 'maybe' });
      expect(JSON.stringify(fault)).not.toContain('Cloudflare');
      expect(erp.requests).toHaveLength(1);
    },
  );

  it.each([
    [401, 'unauthorized'],
    [429, 'rate-limited'],
  ])('with %d is the fault of its status', async (status, kind) => {
    const erp = await httpErp((response) =>
      response.writeHead(status, { 'Retry-After': '99' }).end(page),
    );
    expect(faultOf(await clientFor(erp.baseUrl).conclude(5))).toMatchObject({
      kind,
      status,
      reached: 'yes',
    });
  });

  it.each([403, 404, 408, 503, 522])('with %d may pass: a read is tried again', async (status) => {
    const erp = await httpErp((response, nth) =>
      nth < 2 ? response.writeHead(status).end(page) : json(response, 200, { urls: [] }),
    );
    expect((await patientClient(erp.baseUrl).client.labelUrls(1, 2)).ok).toBe(true);
    expect(erp.requests).toHaveLength(3);
  });

  it('with 200, as hotels and proxies send it, is not requested again', async () => {
    const erp = await httpErp((response) => response.end(page));
    expect(faultOf(await patientClient(erp.baseUrl).client.grouping(7))).toMatchObject({
      kind: 'gateway',
      status: 200,
    });
    expect(erp.requests).toHaveLength(1);
  });
});

describe('the ERP’s own words', () => {
  it('are kept as they came', async () => {
    const body = {
      mensagem: 'Não foi possível salvar',
      detalhes: [
        { campo: 'situacao', mensagem: 'Valor inválido' },
        { campo: 'marcadores[0].descricao', mensagem: 'Obrigatório' },
      ],
    };
    const erp = await httpErp((response) => json(response, 400, body));
    expect(faultOf(await clientFor(erp.baseUrl).setServiceOrderStatus(1, 1))).toMatchObject({
      kind: 'validation',
      erpMessage: 'Não foi possível salvar',
      erpDetails: [
        { field: 'situacao', message: 'Valor inválido' },
        { field: 'marcadores[0].descricao', message: 'Obrigatório' },
      ],
    });
  });

  it.each([
    [{ mensagem: 'a', detalhes: null }, 'a', []],
    [{ mensagem: 'a' }, 'a', []],
    [{ mensagem: 5, detalhes: 'x' }, null, []],
    [
      { detalhes: [null, 7, {}, { campo: 'c' }, { mensagem: 'm' }, { campo: 1, mensagem: 'n' }] },
      null,
      ['c:', ':m', ':n'],
    ],
    [[], null, []],
    [null, null, []],
  ])('%j', async (body, message, details) => {
    const erp = await httpErp((response) => json(response, 400, body));
    const fault = faultOf(await clientFor(erp.baseUrl).conclude(1));
    expect(fault).toMatchObject({ kind: 'validation', erpMessage: message });
    expect(fault.erpDetails.map((one) => `${one.field}:${one.message}`)).toEqual(details);
  });

  it('are not needed: plain text, a cut, an endless and a stalled body leave the status', async () => {
    const erp = await httpErp((response, nth) => {
      response.writeHead(403, nth === 0 ? {} : { 'content-length': '9000000' });
      if (nth === 0) response.end('Forbidden');
      if (nth === 1) response.write('{"mensagem":', () => response.destroy());
      if (nth === 2) response.end(`{"mensagem":"${'x'.repeat(8_999_985)}"}`);
      if (nth === 3) response.write('{"mensagem":');
    });
    const client = clientFor(erp.baseUrl, { timeoutMs: 1_000 });
    for (let n = 0; n < 4; n += 1) {
      const fault = faultOf(await client.conclude(1));
      expect(fault, String(n)).toMatchObject({
        kind: 'forbidden',
        status: 403,
        reached: 'yes',
        erpMessage: null,
      });
    }
  });

  it('any JSON makes a fault with texts', () => {
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ mensagem: fc.jsonValue(), detalhes: fc.jsonValue() }),
      fc.record({
        detalhes: fc.array(fc.record({ campo: fc.jsonValue(), mensagem: fc.jsonValue() })),
      }),
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 400, max: 499 }), (json, status) => {
        const fault = toStatusFault(status, new Headers(), JSON.stringify(json), 'x');
        expect(fault.status).toBe(status);
        expect(fault.erpMessage === null || typeof fault.erpMessage === 'string').toBe(true);
        for (const detail of fault.erpDetails) {
          expect([typeof detail.field, typeof detail.message]).toEqual(['string', 'string']);
        }
      }),
    );
  });
});

describe('invalid answers', () => {
  it.each([
    ['half a JSON', '{"id":7,"expedicoes":['],
    ['nothing', ''],
    ['a text', '"ok"'],
    ['a list', '[]'],
    ['deep nesting', '['.repeat(200_000)],
    ['nesting that closes', `${'{"a":['.repeat(40)}${']}'.repeat(40)}`],
  ])('%s with status 200, and it is not asked again', async (_name, body) => {
    const erp = await httpErp((response) => response.end(body));
    const client = clientFor(erp.baseUrl);
    for (const fault of [
      faultOf(await client.companyInfo()),
      faultOf(await client.grouping(7)),
      faultOf(await client.labelUrls(7, 1)),
    ]) {
      expect(fault).toMatchObject({ kind: 'bad-response', status: 200 });
    }
    expect(erp.requests).toHaveLength(3);
  });

  it('204 instead of a promised body', async () => {
    const erp = await httpErp((response) => json(response, 204, undefined));
    expect(faultOf(await clientFor(erp.baseUrl).companyInfo())).toMatchObject({
      kind: 'bad-response',
      status: 204,
    });
  });

  it('brackets and quotes inside of words are no nesting', async () => {
    const name = `${'['.repeat(100)}"\\"{{`;
    const erp = await httpErp((response) =>
      json(response, 200, { razaoSocial: name, lista: Array(100).fill([]) }),
    );
    expect(await clientFor(erp.baseUrl).companyInfo()).toMatchObject({
      ok: true,
      value: { legalName: name },
    });
  });

  it('a quote at the end of a word does not end the next one', () => {
    const words = ['the box "A"', '['.repeat(65)];
    expect(parseJson(JSON.stringify(words))).toEqual(words);
  });

  it('a body without end is given up, not kept', async () => {
    let written = 0;
    const erp = await httpErp((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const more = (): void => {
        written += chunk.length;
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    const fault = faultOf(await clientFor(erp.baseUrl).companyInfo());
    expect(fault).toMatchObject({ kind: 'bad-response', status: 200 });
    expect(fault.detail).toContain('bytes');
    expect(written).toBeLessThan(64 * 1024 * 1024);
    expect(erp.requests).toHaveLength(1);
  });

  it('text that is not UTF-8 spoils only itself', async () => {
    const erp = await httpErp((response) =>
      response.end(Buffer.from('{"razaoSocial":"S\xe3o","uf":1}', 'latin1')),
    );
    const result = await clientFor(erp.baseUrl).companyInfo();
    expect(result).toMatchObject({ ok: true, value: { legalName: 'S\ufffdo' } });
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    '%d is not followed: no other origin gets the bearer',
    async (status) => {
      const other = await httpErp((response) => json(response, 200, { id: 1 }));
      const erp = await httpErp((response) =>
        json(response, status, undefined, { location: `${other.origin}/steal` }),
      );
      const { client } = patientClient(erp.baseUrl);
      for (const result of [
        await client.companyInfo(),
        await client.conclude(1),
        await client.generateSale(1),
      ]) {
        expect(faultOf(result)).toMatchObject({ kind: 'bad-response', status, reached: 'maybe' });
        expect(JSON.stringify(result)).not.toContain('steal');
      }
      expect(other.requests).toHaveLength(0);
      expect(erp.requests).toHaveLength(3);
    },
  );

  it('also not on the ERP itself', async () => {
    const erp = await httpErp((response) =>
      json(response, 302, undefined, { location: '/public-api/v3/info' }),
    );
    expect(faultOf(await clientFor(erp.baseUrl).companyInfo()).kind).toBe('bad-response');
    expect(erp.requests).toHaveLength(1);
  });
});

it('no fault holds the token', async () => {
  const erp = await httpErp((response, nth) => {
    if (nth % 4 === 3) response.destroy();
    else json(response, [200, 400, 500][nth % 4]!, { id: 'x' });
  });
  const { client } = patientClient(erp.baseUrl);
  for (let n = 0; n < 8; n += 1) {
    expect(
      JSON.stringify([await client.generateInvoice(1), await client.companyInfo()]),
    ).not.toContain(testToken);
  }
});
