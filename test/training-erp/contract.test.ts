import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, dispatchIds, labelLink, open } from './client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

/** Every endpoint of contract section 4 once, with ids that are known. */
async function everyEndpoint(
  sandbox: Awaited<ReturnType<typeof open>>,
): Promise<[string, string, unknown?][]> {
  const [order] = sandbox.known.serviceOrders;
  const [quote] = sandbox.known.quotes;
  const [dispatch] = await dispatchIds(sandbox);
  const grouping = sandbox.firstGroupingId;
  return [
    ['PUT', `/ordem-servico/${order}/situacao`, { situacao: 3 }],
    ['POST', `/ordem-servico/${order}/marcadores`, [{ descricao: 'Urgente' }]],
    ['PUT', `/ordem-servico/${order}/marcadores`, [{ descricao: 'Urgente' }]],
    ['DELETE', `/ordem-servico/${order}/marcadores`],
    ['POST', `/ordem-servico/${order}/gerar-nota-fiscal`],
    ['POST', `/orcamentos/${quote}/venda`],
    ['GET', `/expedicao/${grouping}`],
    ['GET', `/expedicao/${grouping}/expedicao/${dispatch}/etiquetas`],
    ['POST', `/expedicao/${grouping}/concluir`],
    ['POST', `/notas/${sandbox.known.invoices.reversible}/estornar-contas`],
    ['GET', '/info'],
  ];
}

const string: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const boolean: unknown = expect.any(Boolean);
const date: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

const address = {
  endereco: string,
  numero: string,
  complemento: string,
  bairro: string,
  municipio: string,
  cep: string,
  uf: string,
  pais: string,
};
const document = {
  id: number,
  numero: number,
  data: date,
  situacao: number,
};
const named = { id: number, nome: string };

describe('contract 2, resources and their fields', () => {
  it('2.3 and 4.5: an invoice reference is id, numero and serie, as integers', async () => {
    const sandbox = await open();
    const { status, json } = await call(
      sandbox,
      'POST',
      `/ordem-servico/${sandbox.known.serviceOrders[0]}/gerar-nota-fiscal`,
    );
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['id', 'numero', 'serie']);
    expect(Object.values(json).every(Number.isInteger)).toBe(true);
  });

  it('2.4 and 4.6: a sale reference is an integer id and a numeroPedido string', async () => {
    const sandbox = await open();
    const { status, json } = await call(
      sandbox,
      'POST',
      `/orcamentos/${sandbox.known.quotes[0]}/venda`,
    );
    expect(status).toBe(200);
    expect(json).toEqual({ id: number, numeroPedido: expect.stringMatching(/^\d+$/) as unknown });
  });

  it('2.5 to 2.10: a grouping has exactly the listed fields, each of the listed type', async () => {
    const sandbox = await open({ shipments: 60 });
    const { status, json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
    expect(status).toBe(200);
    const { expedicoes, ...grouping } = json;
    expect(grouping).toEqual({
      id: sandbox.firstGroupingId,
      identificacao: string,
      data: date,
      formaEnvio: named,
    });
    expect(expedicoes).toHaveLength(60);
    for (const dispatch of expedicoes) {
      expect(dispatch).toEqual({
        id: number,
        data: string,
        situacao: string,
        tipoObjeto: string,
        idObjeto: number,
        dataEmissao: string,
        venda: document,
        notaFiscal: document,
        destinatario: {
          id: number,
          nome: string,
          codigo: string,
          fantasia: string,
          tipoPessoa: expect.stringMatching(/^[A-Z]$/) as unknown,
          cpfCnpj: string,
          inscricaoEstadual: string,
          rg: string,
          telefone: string,
          celular: string,
          email: string,
          endereco: address,
        },
        volume: {
          embalagem: { id: number, tipo: number, descricao: string },
          largura: number,
          altura: number,
          comprimento: number,
          diametro: number,
          pesoBruto: number,
          quantidadeVolumes: number,
        },
        logistica: {
          codigoRastreio: string,
          urlRastreio: string,
          possuiValorDeclarado: boolean,
          valorDeclarado: number,
          possuiAvisoRecebimento: boolean,
          formaFrete: named,
          transportador: dispatch.logistica.transportador === null ? null : named,
        },
      });
    }
  });

  it('2.11: the company info has exactly the listed fields', async () => {
    const { json } = await call(await open(), 'GET', '/info');
    expect(json).toEqual({
      razaoSocial: string,
      cpfCnpj: string,
      fantasia: string,
      enderecoEmpresa: address,
      fone: string,
      email: string,
      inscricaoEstadual: string,
      regimeTributario: number,
    });
  });

  it('2.12: the label list is {urls}, on an origin of its own', async () => {
    const sandbox = await open();
    const url = await labelLink(sandbox);
    expect(new URL(url).origin).toBe(sandbox.labelOrigin);
    expect(sandbox.labelOrigin).not.toBe(new URL(sandbox.baseUrl).origin);
  });

  it('2.13: the error body is {mensagem, detalhes: [{campo, mensagem}] or null}', async () => {
    const sandbox = await open();
    const path = `/ordem-servico/${sandbox.known.serviceOrders[0]}/marcadores`;
    const details = await call(sandbox, 'POST', path, {
      body: [{}, { descricao: 'a' }, { descricao: '' }],
    });
    expect(details.json).toEqual({
      mensagem: string,
      detalhes: [
        { campo: '[0].descricao', mensagem: string },
        { campo: '[2].descricao', mensagem: string },
      ],
    });
    const without = await call(
      sandbox,
      'POST',
      `/notas/${sandbox.known.invoices.settled}/estornar-contas`,
    );
    expect(without.json).toEqual({ mensagem: string, detalhes: null });
  });
});

describe('contract 3, states', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, null])(
    '3.1: situacao %s is accepted with 204 and no body, and kept',
    async (situacao) => {
      const sandbox = await open();
      const order = sandbox.known.serviceOrders[1];
      const { status, text } = await call(sandbox, 'PUT', `/ordem-servico/${order}/situacao`, {
        body: { situacao },
      });
      expect([status, text]).toEqual([204, '']);
      expect(sandbox.serviceOrderStatus(order)).toBe(situacao);
    },
  );

  it('3.1 and 4.1: the field is optional; without it nothing changes', async () => {
    const sandbox = await open();
    const order = sandbox.known.serviceOrders[2];
    const before = sandbox.serviceOrderStatus(order);
    expect(
      (await call(sandbox, 'PUT', `/ordem-servico/${order}/situacao`, { body: {} })).status,
    ).toBe(204);
    expect(sandbox.serviceOrderStatus(order)).toBe(before);
  });

  it('3.1 and 4.1: any other value is refused with 400, names the field and changes nothing', async () => {
    const sandbox = await open();
    const order = sandbox.known.serviceOrders[0];
    const before = sandbox.serviceOrderStatus(order);
    const allowed = (value: unknown): boolean =>
      value === null ||
      value === undefined ||
      (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 7);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), fc.integer({ min: -9, max: 16 })),
        async (situacao) => {
          fc.pre(!allowed(situacao) || typeof situacao === 'string');
          const answer = await call(sandbox, 'PUT', `/ordem-servico/${order}/situacao`, {
            body: { situacao },
          });
          expect(answer.status).toBe(400);
          expect(answer.json.detalhes).toEqual([{ campo: 'situacao', mensagem: string }]);
          expect(sandbox.serviceOrderStatus(order)).toBe(before);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('3.2: a conclusion counts once; the second is refused', async () => {
    const sandbox = await open();
    const path = `/expedicao/${sandbox.firstGroupingId}/concluir`;
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    expect((await call(sandbox, 'POST', path)).status).toBe(200);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    const again = await call(sandbox, 'POST', path);
    expect([again.status, again.json.mensagem]).toEqual([400, 'Agrupamento já concluído']);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    expect(sandbox.conclusions(groupingIdOf(1))).toBe(0);
  });
});

describe('contract 4, endpoints', () => {
  it('1 to 11: every method and path of the table answers as listed', async () => {
    const sandbox = await open();
    const statuses: number[] = [];
    for (const [method, path, body] of await everyEndpoint(sandbox)) {
      const answer = await call(sandbox, method, path, body === undefined ? {} : { body });
      if (answer.status === 204) expect(answer.text).toBe('');
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 200, 200, 200, 200, 200, 204, 200]);
  });

  it('2, 3 and 4: POST adds tags without doubling them, PUT replaces them, DELETE clears them', async () => {
    const sandbox = await open();
    const order = sandbox.known.serviceOrders[0];
    const path = `/ordem-servico/${order}/marcadores`;
    const tags = (...texts: string[]): { body: unknown } => ({
      body: texts.map((descricao) => ({ descricao })),
    });
    await call(sandbox, 'POST', path, tags('Urgente', 'Retirar'));
    await call(sandbox, 'POST', path, tags('Retirar', 'Frágil'));
    expect(sandbox.tags(order)).toEqual(['Urgente', 'Retirar', 'Frágil']);
    await call(sandbox, 'PUT', path, tags('Só este'));
    expect(sandbox.tags(order)).toEqual(['Só este']);
    await call(sandbox, 'DELETE', path);
    expect(sandbox.tags(order)).toEqual([]);
    expect(sandbox.tags(sandbox.known.serviceOrders[1])).toEqual([]);
  });

  it.each([
    ['not an array', { descricao: 'x' }],
    ['an item without descricao', [{ nome: 'x' }]],
    ['a descricao that is no string', [{ descricao: 7 }]],
    ['an empty descricao', [{ descricao: ' ' }]],
    ['an item that is no object', ['x']],
    ['null', null],
  ])(
    '2 and 3: tags that are %s are refused with 400 and detalhes, and none is stored',
    async (_, body) => {
      const sandbox = await open();
      const order = sandbox.known.serviceOrders[0];
      for (const method of ['POST', 'PUT']) {
        const answer = await call(sandbox, method, `/ordem-servico/${order}/marcadores`, { body });
        expect(answer.status).toBe(400);
        expect(answer.json.detalhes?.length).toBeGreaterThan(0);
      }
      expect(sandbox.tags(order)).toEqual([]);
    },
  );

  it('5: invoice numbers increase; a service order gets one only', async () => {
    const sandbox = await open();
    const [first, second] = sandbox.known.serviceOrders;
    const one = await call(sandbox, 'POST', `/ordem-servico/${first}/gerar-nota-fiscal`);
    const other = await call(sandbox, 'POST', `/ordem-servico/${second}/gerar-nota-fiscal`);
    expect(other.json.numero).toBeGreaterThan(one.json.numero);
    expect(other.json.id).toBeGreaterThan(one.json.id);
    expect((await call(sandbox, 'POST', `/ordem-servico/${first}/gerar-nota-fiscal`)).status).toBe(
      400,
    );
  });

  it('6: sale numbers increase', async () => {
    const sandbox = await open();
    const numbers: number[] = [];
    for (const quote of sandbox.known.quotes) {
      numbers.push(
        Number((await call(sandbox, 'POST', `/orcamentos/${quote}/venda`)).json.numeroPedido),
      );
    }
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  it('10, rule 2: the three refusals, each in its own words, and 204 once', async () => {
    const sandbox = await open();
    const { invoices } = sandbox.known;
    const reverse = (id: number) => call(sandbox, 'POST', `/notas/${id}/estornar-contas`);
    const refusals = [
      await reverse(invoices.withoutAccounts),
      await reverse(invoices.postedByOrigin),
      await reverse(invoices.settled),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refusals.map(({ json }) => json.mensagem)).toEqual([
      'A nota fiscal não possui contas lançadas',
      'As contas foram lançadas pela origem da nota fiscal (venda, ordem de serviço etc.)',
      'A nota fiscal possui contas já liquidadas',
    ]);
    expect((await reverse(invoices.reversible)).status).toBe(204);
    const again = await reverse(invoices.reversible);
    expect([again.status, again.json.mensagem]).toEqual([
      400,
      'A nota fiscal não possui contas lançadas',
    ]);
  });

  it('10: invoices of shipments and of service orders had their accounts posted by their origin', async () => {
    const sandbox = await open();
    const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
    const order = sandbox.known.serviceOrders[0];
    const generated = await call(sandbox, 'POST', `/ordem-servico/${order}/gerar-nota-fiscal`);
    for (const id of [json.expedicoes[0]!.notaFiscal.id, generated.json.id]) {
      const answer = await call(sandbox, 'POST', `/notas/${id}/estornar-contas`);
      expect([answer.status, answer.json.mensagem]).toEqual([
        400,
        expect.stringContaining('origem'),
      ]);
    }
  });

  it('1: a body that is not JSON, or no object, is refused with 400', async () => {
    const sandbox = await open();
    const path = `/ordem-servico/${sandbox.known.serviceOrders[0]}/situacao`;
    for (const raw of [
      '',
      '{',
      '[]',
      '3',
      'null',
      '"x"',
      'situacao=3',
      Uint8Array.of(0x22, 0xff, 0x22),
    ]) {
      const answer = await call(sandbox, 'PUT', path, { raw });
      expect([answer.status, answer.json.detalhes?.length]).toEqual([400, 1]);
    }
  });

  it('path parameters are integers: anything else is a validation error that names the parameter', async () => {
    const sandbox = await open();
    const answer = await call(sandbox, 'GET', '/expedicao/abc/expedicao/1e3/etiquetas');
    expect(answer.status).toBe(400);
    expect(answer.json.detalhes?.map(({ campo }) => campo)).toEqual([
      'idAgrupamento',
      'idExpedicao',
    ]);
  });

  it('unknown paths are 404, known paths with another method 405', async () => {
    const sandbox = await open();
    for (const path of [
      '/',
      '/nada',
      '/expedicao',
      '/info/',
      `/expedicao/${groupingIdOf(0)}/`,
      '/ordem-servico/2001',
    ]) {
      expect((await call(sandbox, 'GET', path)).status).toBe(404);
    }
    const outside = await fetch(new URL('/info', sandbox.baseUrl), {
      headers: { Authorization: `Bearer ${sandbox.token}` },
    });
    expect(outside.status).toBe(404);
    for (const [method, path] of await everyEndpoint(sandbox)) {
      const wrong = await call(sandbox, 'PATCH', path, { body: {} });
      expect(wrong.status).toBe(405);
      expect(wrong.headers.get('allow')).toContain(method);
    }
  });
});

describe('contract 5, authentication', () => {
  it('5.3: every endpoint answers 401 without a credential, with another scheme and with an unknown token', async () => {
    const sandbox = await open();
    for (const [method, path, body] of await everyEndpoint(sandbox)) {
      for (const token of [null, '', 'wrong', `${sandbox.token}x`]) {
        const answer = await call(sandbox, method, path, {
          token,
          ...(body === undefined ? {} : { body }),
        });
        expect(answer.status).toBe(401);
      }
      const basic = await fetch(sandbox.baseUrl + path, {
        method,
        headers: { Authorization: `Basic ${sandbox.token}` },
      });
      expect(basic.status).toBe(401);
    }
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
  });

  it('5.3: every endpoint answers 403 to the token without permission, and does nothing', async () => {
    const sandbox = await open();
    for (const [method, path, body] of await everyEndpoint(sandbox)) {
      const answer = await call(sandbox, method, path, {
        token: sandbox.powerlessToken,
        ...(body === undefined ? {} : { body }),
      });
      expect(answer.status).toBe(403);
    }
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
  });

  it('5.1: after a change only the new token is good', async () => {
    const sandbox = await open({ token: 'first' });
    expect((await call(sandbox, 'GET', '/info', { token: 'first' })).status).toBe(200);
    sandbox.changeToken('second');
    expect(sandbox.token).toBe('second');
    expect((await call(sandbox, 'GET', '/info', { token: 'first' })).status).toBe(401);
    expect((await call(sandbox, 'GET', '/info', { token: 'second' })).status).toBe(200);
  });
});

describe('contract 7, errors', () => {
  it('unknown ids are 404 at every endpoint that takes one', async () => {
    const sandbox = await open();
    const [dispatch] = await dispatchIds(sandbox, groupingIdOf(1));
    for (const [method, path, body] of [
      ['PUT', '/ordem-servico/77/situacao', { situacao: 1 }],
      ['POST', '/ordem-servico/77/marcadores', []],
      ['PUT', '/ordem-servico/77/marcadores', []],
      ['DELETE', '/ordem-servico/77/marcadores'],
      ['POST', '/ordem-servico/77/gerar-nota-fiscal'],
      ['POST', '/orcamentos/77/venda'],
      ['GET', '/expedicao/77'],
      ['GET', '/expedicao/-1'],
      ['GET', '/expedicao/99999999999999999999999'],
      ['GET', '/expedicao/77/expedicao/1/etiquetas'],
      ['GET', `/expedicao/${sandbox.firstGroupingId}/expedicao/77/etiquetas`],
      // A dispatch of another grouping is not one of this.
      ['GET', `/expedicao/${sandbox.firstGroupingId}/expedicao/${dispatch}/etiquetas`],
      ['POST', '/expedicao/77/concluir'],
      ['POST', '/notas/77/estornar-contas'],
    ] as [string, string, unknown?][]) {
      const answer = await call(sandbox, method, path, body === undefined ? {} : { body });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it('messages are Portuguese with their accents, in UTF-8', async () => {
    const sandbox = await open();
    const answer = await call(sandbox, 'GET', '/expedicao/77');
    expect(answer.json.mensagem).toBe('Agrupamento não encontrado');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
