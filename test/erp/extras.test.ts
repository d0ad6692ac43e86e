import { describe, expect, it } from 'vitest';
import { Extensions } from '../../src/main/erp/index.ts';
import type { Extension } from '../../src/main/erp/index.ts';
import { failed, fault, type FaultKind, ok, type Result } from '#shared/faults/faults.ts';
import { clientFor, faultOf, valueOf } from './support/client.ts';
import { httpErp, json } from './support/http-erp.ts';

async function answering(status: number, body: unknown) {
  const erp = await httpErp((response) => json(response, status, body));
  return { erp, extras: clientFor(erp.baseUrl).extras };
}

describe('requests beyond the contract on the wire', () => {
  it('asks for a page of groupings from a day on, the newest first', async () => {
    const { erp, extras } = await answering(200, { itens: [] });
    await extras.listGroupings({ from: '2031-05-02', limit: 50, offset: 100 });
    expect(erp.requests).toMatchObject([
      {
        method: 'GET',
        path: '/public-api/v3/expedicao?dataInicial=2031-05-02&orderBy=desc&limit=50&offset=100',
        body: '',
      },
    ]);
  });

  it('corrects only the named fields, once, whatever happens to the request', async () => {
    const { erp, extras } = await answering(503, {});
    const corrected = await extras.correctShipment(7, 8, { trackingCode: 'AA1' });
    expect(faultOf(corrected).reached).toBe('maybe');
    await extras.correctShipment(7, 8, { grossWeightKg: 1.25 });
    expect(erp.requests).toMatchObject([
      {
        method: 'PUT',
        path: '/public-api/v3/expedicao/7/expedicao/8',
        body: '{"logistica":{"codigoRastreio":"AA1"}}',
      },
      {
        method: 'PUT',
        path: '/public-api/v3/expedicao/7/expedicao/8',
        body: '{"volume":{"pesoBruto":1.25}}',
      },
    ]);
  });
});

describe('answers', () => {
  it("is an invoice's XML, bare or in a field, with its cancellation; a page is none", async () => {
    const xml = '<nfeProc versao="4.00"/>';
    const reads = async (body: string) => {
      const erp = await httpErp((response) => response.writeHead(200).end(body));
      return clientFor(erp.baseUrl).extras.invoiceXml(9);
    };
    expect(valueOf(await reads(xml))).toEqual({ xml, isCancelled: false });
    expect(valueOf(await reads(JSON.stringify({ xmlNfe: xml, xmlCancelamento: '' })))).toEqual({
      xml,
      isCancelled: false,
    });
    expect(
      valueOf(await reads(JSON.stringify({ xmlNfe: xml, xmlCancelamento: '<e/>' }))),
    ).toMatchObject({
      isCancelled: true,
    });
    expect(faultOf(await reads('<html>Login</html>')).kind).toBe('gateway');
    expect(faultOf(await reads('{"xmlNfe":""}')).kind).toBe('bad-response');
    expect(faultOf(await reads(xml.padEnd(3 << 20))).kind).toBe('bad-response');
  });

  it('is a list of the readable groupings, with the page’s total', async () => {
    const { extras } = await answering(200, {
      itens: [
        {
          id: '12',
          identificacao: 'Coleta',
          data: '2031-05-02',
          quantidadeObjetos: 0,
          formaEnvio: { id: 3, nome: 'X' },
        },
        { identificacao: 'without an id' },
        null,
        { id: 13 },
      ],
      paginacao: { limit: 100, offset: 0, total: 9 },
    });
    const nothing = { identification: null, date: null, shippingMethod: null };
    expect(
      valueOf(await extras.listGroupings({ from: '2031-05-01', limit: 100, offset: 0 })),
    ).toEqual({
      groupings: [
        {
          id: 12,
          identification: 'Coleta',
          date: '2031-05-02',
          shippingMethod: { id: 3, name: 'X' },
        },
        { id: 13, ...nothing },
      ],
      entries: 4,
      total: 9,
    });
  });

  it('is no list if the answer has none', async () => {
    const { extras } = await answering(200, { paginacao: {} });
    const list = await extras.listGroupings({ from: '2031-05-01', limit: 100, offset: 0 });
    expect(faultOf(list).kind).toBe('bad-response');
  });

  it('is an invoice, its numbers as numbers or as texts, its key with or without blanks', async () => {
    const key = '35310511222333000181550010001023481815000007';
    const { extras } = await answering(200, {
      id: 5,
      numero: '102348',
      situacao: '3',
      chaveAcesso: key.replaceAll(/(.{4})/g, '$1 '),
    });
    const invoice = { id: 5, number: 102_348, accessKey: key, status: 'cancelled' };
    expect(valueOf(await extras.invoice(5))).toEqual(invoice);
    expect(faultOf(await extras.invoice(6)).kind).toBe('bad-response');
  });

  it('is an invoice without senseless values', async () => {
    const { extras } = await answering(200, { id: 5, chaveAcesso: 'pendente', situacao: ['6'] });
    const nothing = { number: null, accessKey: null, status: null };
    expect(valueOf(await extras.invoice(5))).toEqual({ id: 5, ...nothing });
  });
});

describe('extensions', () => {
  function setUp(before: readonly (readonly [Extension, boolean])[] = []) {
    const extensions = new Extensions(before);
    /** A use that would go well: null where the service is known not to have it. */
    const isHere = async () =>
      (await extensions.ask('invoices', () => Promise.resolve(ok('there')))) !== null;
    let asked = 0;
    const use = (answer: Result<string>, id?: number) => {
      const request = () => {
        asked += 1;
        return new Promise<Result<string>>((resolve) => setImmediate(() => resolve(answer)));
      };
      return extensions.ask('invoices', request, undefined, id);
    };
    return { extensions, isHere, use, asked: () => asked };
  }
  const refuse = (kind: FaultKind, status: number | null = null): Result<never> =>
    failed(fault(kind, { status, reached: 'no' }));

  it('are detected by the first use, which alone is sent while they are unknown', async () => {
    const { use, asked, isHere } = setUp();
    const uses = Array.from({ length: 20 }, () => use(refuse('not-found', 404)));
    expect(await Promise.all(uses)).toEqual(uses.map(() => null));
    expect(asked()).toBe(1);
    expect(await isHere()).toBe(false);
  });

  it('go on together once the first use was answered', async () => {
    const { use, asked, isHere } = setUp();
    expect(await Promise.all([use(ok('a')), use(ok('b')), use(refuse('not-found', 404))])).toEqual([
      ok('a'),
      ok('b'),
      refuse('not-found', 404),
    ]);
    expect(asked()).toBe(3);
    expect(await isHere()).toBe(true);
  });

  it('are not requested again if they are known to be missing', async () => {
    const { use, asked } = setUp([['invoices', false]]);
    expect(await use(ok('a'))).toBeNull();
    expect(asked()).toBe(0);
  });

  it('stay here when one thing of them is not', async () => {
    const { use, isHere } = setUp([['invoices', true]]);
    expect(await use(refuse('not-found', 404))).toEqual(refuse('not-found', 404));
    expect(await isHere()).toBe(true);
  });

  // Contract 7: 404 is listed without a body, so that a deleted invoice looks like a missing path.
  it('are there although some things of them are not; none of several means that they are not', async () => {
    const { use, isHere, asked } = setUp();
    const missing = refuse('not-found', 404);
    expect([await use(missing, 1), await use(missing, 1), await use(missing, 2)]).toEqual([
      missing,
      missing,
      missing,
    ]);
    expect(await use(missing, 3)).toBeNull();
    expect(asked()).toBe(4);
    expect(await isHere()).toBe(false);
    const other = setUp();
    expect([await other.use(missing, 1), await other.use(ok('a'), 2)]).toEqual([missing, ok('a')]);
    expect(await other.isHere()).toBe(true);
  });

  it('are asked again for a thing that was missing', async () => {
    const { use } = setUp();
    const missing = refuse('not-found', 404);
    expect([await use(missing, 1), await use(ok('a'), 1)]).toEqual([missing, ok('a')]);
  });

  it.each([
    ['not-found', 404, false],
    ['validation', 405, false],
    ['server', 501, false],
    ['validation', 400, true],
  ] as const)('learn from %s %s', async (kind, status, expected) => {
    const { use, isHere } = setUp();
    expect((await use(refuse(kind, status))) === null).toBe(!expected);
    expect(await isHere()).toBe(expected);
  });

  it('learn for this connection only from a refusal of the user', async () => {
    const { use, asked } = setUp();
    expect([await use(refuse('forbidden', 403)), await use(ok('a'))]).toEqual([null, null]);
    expect(asked()).toBe(1);
  });

  it.each(['network', 'timeout', 'rate-limited', 'unavailable', 'unauthorized'] as const)(
    'learn nothing from %s, and the next one asks',
    async (kind) => {
      const { use, asked } = setUp();
      expect(await use(refuse(kind))).toEqual(refuse(kind));
      expect(await use(ok('a'))).toEqual(ok('a'));
      expect(asked()).toBe(2);
    },
  );

  // A permission that is missing for a moment looks so too.
  it('are there although some uses of them were forbidden', async () => {
    const { use, isHere } = setUp();
    const forbidden = refuse('forbidden', 403);
    expect([await use(forbidden, 1), await use(ok('a'), 1)]).toEqual([forbidden, ok('a')]);
    expect(await isHere()).toBe(true);
    const other = setUp();
    const uses = [1, 2, 3].map((id) => other.use(forbidden, id));
    expect(await Promise.all(uses)).toEqual([forbidden, forbidden, null]);
  });

  it('are missing if a list that always is there is not, whatever the words', async () => {
    const { extensions } = setUp();
    const words = { status: 404, erpMessage: 'Recurso não encontrado' };
    const gone = failed(fault('not-found', { ...words, reached: 'yes' }));
    expect(await extensions.ask('groupings', () => Promise.resolve(gone))).toBeNull();
  });

  it('hold no use that is cancelled, though another one is not answered', async () => {
    const { extensions } = setUp();
    void extensions.ask('invoices', () => new Promise<never>(() => undefined));
    const stop = new AbortController();
    const waiting = extensions.ask('invoices', () => Promise.resolve(ok('a')), stop.signal);
    stop.abort();
    expect(await waiting).toMatchObject({ fault: { kind: 'cancelled' } });
  });

  it('let the next use detect it if a use broke', async () => {
    const { extensions, use } = setUp();
    const broken = extensions.ask('invoices', () => Promise.reject(new Error('a defect')));
    const next = use(ok('a'));
    await expect(broken).rejects.toThrow('a defect');
    expect(await next).toEqual(ok('a'));
  });
});
