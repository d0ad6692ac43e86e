import { describe, expect, it } from 'vitest';
import { askCompany, type ErpClient } from '../../src/main/erp/index.ts';
import { serviceOrderStatuses } from '#shared/domain/erp.ts';
import type { Result } from '#shared/faults/faults.ts';
import { clientFor, faultOf, testToken, valueOf } from './support/client.ts';
import { httpErp, json } from './support/http-erp.ts';
import { doneBodies, pageBodies } from '../support/outcomes.ts';
import { sampleGrouping } from './support/sample-grouping.ts';

type Call = (client: ErpClient) => Promise<Result<unknown>>;

const calls: readonly [name: string, call: Call, method: string, path: string, body: string][] = [
  [
    '1',
    (c) => c.setServiceOrderStatus(11, 5),
    'PUT',
    '/ordem-servico/11/situacao',
    '{"situacao":5}',
  ],
  [
    '1, null',
    (c) => c.setServiceOrderStatus(11, null),
    'PUT',
    '/ordem-servico/11/situacao',
    '{"situacao":null}',
  ],
  [
    '2',
    (c) => c.addServiceOrderTags(12, ['urgente', 'frágil "A"']),
    'POST',
    '/ordem-servico/12/marcadores',
    '[{"descricao":"urgente"},{"descricao":"frágil \\"A\\""}]',
  ],
  [
    '3',
    (c) => c.replaceServiceOrderTags(13, ['a']),
    'PUT',
    '/ordem-servico/13/marcadores',
    '[{"descricao":"a"}]',
  ],
  [
    '3, empty',
    (c) => c.replaceServiceOrderTags(13, []),
    'PUT',
    '/ordem-servico/13/marcadores',
    '[]',
  ],
  ['4', (c) => c.deleteServiceOrderTags(14), 'DELETE', '/ordem-servico/14/marcadores', ''],
  ['5', (c) => c.generateInvoice(15), 'POST', '/ordem-servico/15/gerar-nota-fiscal', ''],
  ['6', (c) => c.generateSale(16), 'POST', '/orcamentos/16/venda', ''],
  ['7', (c) => c.grouping(17), 'GET', '/expedicao/17', ''],
  ['8', (c) => c.labelUrls(18, 19), 'GET', '/expedicao/18/expedicao/19/etiquetas', ''],
  ['9', (c) => c.conclude(20), 'POST', '/expedicao/20/concluir', ''],
  ['10', (c) => c.reverseInvoiceAccounts(21), 'POST', '/notas/21/estornar-contas', ''],
  ['11', (c) => c.companyInfo(), 'GET', '/info', ''],
];

describe('requests on the wire', () => {
  it.each(calls)('endpoint %s', async (_name, call, method, path, body) => {
    const erp = await httpErp((response) => json(response, 200, { id: 17, expedicoes: [] }));
    let announced = 0;
    const result = await call(clientFor(`${erp.baseUrl}/`, { onRequest: () => (announced += 1) }));
    expect(result.ok).toBe(true);
    expect(announced).toBe(1);
    expect(erp.requests).toHaveLength(1);
    expect(erp.requests[0]).toMatchObject({ method, path: `/public-api/v3${path}`, body });
    expect(erp.requests[0]!.headers.authorization).toBe(`Bearer ${testToken}`);
    expect(erp.requests[0]!.headers['content-type']).toBe(
      body === '' ? undefined : 'application/json',
    );
    expect(erp.requests[0]!.headers.cookie).toBeUndefined();
  });

  it('asks for the token before each request', async () => {
    const erp = await httpErp((response) => json(response, 200, {}));
    const tokens = ['first', ' second\n'];
    const client = clientFor(erp.baseUrl, { token: () => Promise.resolve(tokens.shift() ?? null) });
    await client.companyInfo();
    await client.companyInfo();
    expect(erp.requests.map((one) => one.headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
    expect(faultOf(await client.companyInfo())).toMatchObject({ kind: 'no-token', reached: 'no' });
    expect(erp.requests).toHaveLength(2);
  });

  it.each(['to\nken', 'to\r\nX-Evil: 1', 'to ken', 'tokén', 'to\u0000ken', '“token”'])(
    'refuses the token %j without showing it',
    async (bad) => {
      const erp = await httpErp((response) => json(response, 200, {}));
      const fault = faultOf(
        await clientFor(erp.baseUrl, { token: () => Promise.resolve(bad) }).companyInfo(),
      );
      expect(fault).toMatchObject({ kind: 'invalid-input', reached: 'no' });
      expect(JSON.stringify(fault)).not.toContain(JSON.stringify(bad).slice(1, -1));
      expect(erp.requests).toHaveLength(0);
    },
  );

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses the id %d',
    async (id) => {
      const erp = await httpErp((response) => json(response, 200, {}));
      const client = clientFor(erp.baseUrl);
      for (const result of [
        await client.grouping(id),
        await client.labelUrls(1, id),
        await client.labelUrls(id, 1),
        await client.conclude(id),
        await client.generateSale(id),
        await client.setServiceOrderStatus(id, 1),
      ]) {
        expect(faultOf(result)).toMatchObject({ kind: 'invalid-input', reached: 'no' });
      }
      expect(erp.requests).toHaveLength(0);
    },
  );
});

describe('answers', () => {
  it('reads a whole grouping, in the order of the list', async () => {
    const erp = await httpErp((response) => json(response, 200, sampleGrouping(7, 3)));
    const grouping = valueOf(await clientFor(erp.baseUrl).grouping(7));
    expect(grouping).toMatchObject({
      id: 7,
      identification: 'Lote 7',
      date: '2025-06-02',
      shippingMethod: { id: 3, name: 'Correios' },
    });
    expect(grouping.shipments.map((one) => one.id)).toEqual([100, 101, 102]);
    expect(grouping.shipments[1]).toEqual({
      id: 101,
      date: '2025-06-02',
      status: 'A',
      objectType: 'N',
      sale: { id: 2101, number: 3101, date: '2025-05-30', status: 'other' },
      invoice: { id: 4101, number: 5101, date: '2025-06-01', status: 'other' },
      recipient: {
        id: 6101,
        name: 'Ana Exemplo',
        code: 'C-1',
        tradeName: 'Loja Exemplo',
        taxId: '000.000.001-91',
        phone: '(11) 5555-0100',
        mobile: '(11) 95555-0100',
        email: 'ana@exemplo.test',
        address: {
          street: 'Rua das Amostras',
          number: '10',
          complement: 'fundos',
          district: 'Centro',
          city: 'São Paulo',
          postalCode: '01000-000',
          state: 'SP',
          country: 'Brasil',
        },
      },
      volume: {
        packaging: { id: 7, type: 2, description: 'Caixa M' },
        width: 16.5,
        height: 11,
        length: 20,
        diameter: 0,
        grossWeight: 0.75,
        quantity: 1,
      },
      logistics: {
        trackingCode: 'AA123456785BR',
        trackingUrl: 'https://rastreio.example/AA123456785BR',
        hasDeclaredValue: true,
        declaredValue: 99.9,
        hasReceiptNotice: false,
        freightMode: { id: 8, name: 'Expresso' },
        carrier: { id: 9, name: 'Transportes Exemplo' },
      },
    });
  });

  it('reads the company', async () => {
    const erp = await httpErp((response) =>
      json(response, 200, {
        razaoSocial: 'Exemplo Ltda',
        cpfCnpj: '00.000.000/0001-91',
        fantasia: 'Exemplo',
        enderecoEmpresa: { endereco: 'Rua A', uf: 'SP' },
        fone: '11 5555',
        email: 'a@exemplo.test',
        inscricaoEstadual: '1',
        regimeTributario: 42,
        novoCampo: true,
      }),
    );
    expect(valueOf(await clientFor(erp.baseUrl).companyInfo())).toEqual({
      legalName: 'Exemplo Ltda',
      taxId: '00.000.000/0001-91',
      tradeName: 'Exemplo',
      address: {
        street: 'Rua A',
        number: null,
        complement: null,
        district: null,
        city: null,
        postalCode: null,
        state: 'SP',
        country: null,
      },
      phone: '11 5555',
      email: 'a@exemplo.test',
    });
  });

  it('reads invoice and sale', async () => {
    const erp = await httpErp((response) =>
      json(response, 201, { id: '5', numero: 6, serie: 7, numeroPedido: '8-A' }),
    );
    const client = clientFor(erp.baseUrl);
    expect(valueOf(await client.generateInvoice(1))).toEqual({ id: 5, number: 6, series: 7 });
    expect(valueOf(await client.generateSale(1))).toEqual({ id: 5, orderNumber: '8-A' });
  });

  it.each([
    [{ urls: ['https://a.example/1', 'b', 'https://a.example/1'] }, ['https://a.example/1', 'b']],
    [{ urls: [] }, []],
    [{ urls: null }, []],
    [{ urls: ['', ' '] }, []],
    [{ urls: ['https://a.example/1', ''] }, ['https://a.example/1', '']],
    [{ urls: ['/etiqueta/7.pdf'], mensagem: 'ok' }, ['/etiqueta/7.pdf']],
    [{ urls: [], mensagem: ' ', detalhes: [] }, []],
    [{}, []],
  ])('reads the label list %j', async (body, urls) => {
    const erp = await httpErp((response) => json(response, 200, body));
    expect(valueOf(await clientFor(erp.baseUrl).labelUrls(1, 2))).toEqual(urls);
  });

  it.each([
    { mensagem: 'Etiqueta em processamento' },
    { urls: [''], erro: true, mensagem: 'Etiqueta em processamento' },
  ])('keeps the words that came in place of links: %j', async (body) => {
    const erp = await httpErp((response) => json(response, 200, body));
    const fault = faultOf(await clientFor(erp.baseUrl).labelUrls(1, 2));
    expect(fault).toMatchObject({
      kind: 'validation',
      status: 200,
      erpMessage: 'Etiqueta em processamento',
    });
  });

  it.each([
    { urls: 'https://a.example/1' },
    { urls: ['https://a.example/1', null] },
    { urls: [{}] },
    [],
    null,
    'x',
  ])('takes %j for no label list', async (body) => {
    const erp = await httpErp((response) => json(response, 200, body));
    const fault = faultOf(await clientFor(erp.baseUrl).labelUrls(1, 2));
    expect(fault).toMatchObject({ kind: 'bad-response', status: 200 });
  });

  const bodiless = calls.filter(([name]) => /^(1|2|3|4|9|10)(,|$)/.test(name));
  it.each(bodiless)(
    'a 2xx that does not contradict it is success for endpoint %s',
    async (_name, call) => {
      const erp = await httpErp((response, nth) => {
        response.writeHead([200, 201, 204][nth % 3]!);
        response.end(nth % 3 === 2 ? '' : doneBodies[nth]);
      });
      const client = clientFor(erp.baseUrl);
      for (const answer of doneBodies)
        expect(await call(client), answer).toEqual({ ok: true, value: undefined });
    },
  );

  /** One body for each way in which an answer speaks against its request, and its words. */
  const contrary: readonly (readonly [body: string, kind: string, words: string | null])[] = [
    ...pageBodies.map((page) => [page, 'gateway', null] as const),
    ...['ok, but failed', '{', 'false', '{"sucesso":false}', '{"error":{"code":5}}'].map(
      (body) => [body, 'bad-response', null] as const,
    ),
    ['{"erro":true,"mensagem":"Agrupamento bloqueado"}', 'bad-response', 'Agrupamento bloqueado'],
    [
      '{"mensagem":"Não foi possível concluir","detalhes":null}',
      'bad-response',
      'Não foi possível concluir',
    ],
    ['{"mensagem":"Tente mais tarde"}', 'bad-response', 'Tente mais tarde'],
  ];
  it.each(contrary)(
    'a 200 with %s is not believed by any of them',
    async (body, kind, erpMessage) => {
      const erp = await httpErp((response) => response.end(body));
      const client = clientFor(erp.baseUrl);
      for (const [, call] of bodiless) {
        expect(faultOf(await call(client))).toMatchObject({
          kind,
          status: 200,
          reached: 'maybe',
          erpMessage,
        });
      }
      expect(erp.requests).toHaveLength(bodiless.length);
    },
  );

  it('the meaning of a 2xx is unknown if its body breaks off or never ends', async () => {
    const erp = await httpErp((response, nth) => {
      response.writeHead(200, { 'content-length': '9000000' });
      if (nth === 0) response.write('half', () => response.destroy());
      if (nth === 1) response.write('half');
      if (nth === 2) response.end('x'.repeat(9_000_000));
    });
    const client = clientFor(erp.baseUrl, { timeoutMs: 1_000 });
    for (let nth = 0; nth < 3; nth += 1) {
      const fault = faultOf(await client.conclude(1));
      expect(fault, String(nth)).toMatchObject({
        kind: 'bad-response',
        status: 200,
        reached: 'maybe',
      });
    }
    expect(erp.requests).toHaveLength(3);
  });

  it.each([
    '',
    'not json',
    '{}',
    'null',
    '[]',
    '{"id":null}',
    '{"id":0}',
    '{"id":1.5}',
    '{"id":"a"}',
    '{"id":true}',
  ])('an invoice answered with %j happened, but is not known', async (body) => {
    const erp = await httpErp((response) => response.end(body));
    const client = clientFor(erp.baseUrl);
    for (const fault of [
      faultOf(await client.generateInvoice(1)),
      faultOf(await client.generateSale(1)),
    ]) {
      expect(fault).toMatchObject({ kind: 'bad-response', status: 200, reached: 'yes' });
    }
    expect(erp.requests).toHaveLength(2);
  });

  it('an invoice answered with an error beside its id is not known to exist', async () => {
    const erp = await httpErp((response) =>
      response.end('{"id":5,"numero":1,"serie":1,"erros":[{"erro":"Rejeitada"}]}'),
    );
    const client = clientFor(erp.baseUrl);
    for (const fault of [
      faultOf(await client.generateInvoice(1)),
      faultOf(await client.generateSale(1)),
    ])
      expect(fault).toMatchObject({ kind: 'bad-response', status: 200, reached: 'maybe' });
  });
});

it('offers exactly the statuses of the contract', () => {
  expect(serviceOrderStatuses).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

// Contract 4: any endpoint may answer 400 with the error body, whatever is not right.
it.each(['Agrupamento não encontrado', 'Nenhuma expedição vinculada'])(
  'a token without the right to `/info` is taken if the ERP refuses an unknown grouping: %s',
  async (mensagem) => {
    const erp = await httpErp((response, _nth, { url }) => {
      const isInfo = url?.endsWith('/info') === true;
      json(response, isInfo ? 403 : 400, { mensagem, detalhes: null });
    });
    expect(await askCompany(clientFor(erp.baseUrl))).toEqual({ ok: true, value: null });
  },
);
