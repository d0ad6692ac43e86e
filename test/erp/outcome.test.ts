import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findContradiction } from '../../src/main/erp/wire/outcome.ts';
import answers from '../fixtures/conclude-answers.json' with { type: 'json' };
import { contraryBodies, doneBodies } from '../support/outcomes.ts';

describe('the table of answers to a conclusion', () => {
  it.each(doneBodies)('%s is a success', (body) => {
    expect(findContradiction(body)).toBeNull();
  });

  it.each(contraryBodies)('%s speaks against it', (body) => {
    expect(findContradiction(body)).not.toBeNull();
  });

  it.each(answers)('answer of the field: $body means $means', ({ body, means }) => {
    expect(findContradiction(body) === null ? 'concluded' : 'unknown').toBe(means);
  });
});

it('the state of an order is its own, and no verdict on the request that set it', () => {
  for (const situacao of ['Em Aberto', 'Nao Aprovada', 'Cancelada', 'Em Andamento']) {
    const body = JSON.stringify({ id: 7, situacao });
    expect(findContradiction(body, true)).toBeNull();
    expect(findContradiction(body)).not.toBeNull();
  }
  expect(findContradiction('{"situacao":"Erro"}', true)).not.toBeNull();
  expect(findContradiction('{"status":"Não concluído"}', true)).not.toBeNull();
});

it('the words of a tag or an order are its own, and no verdict on the request', () => {
  for (const descricao of ['Recusado pelo cliente', 'Falha no visor', 'Erro ao ligar']) {
    for (const told of [[{ descricao }], { id: 7, descricao }, { marcadores: [{ descricao }] }])
      expect(findContradiction(JSON.stringify(told), true)).toBeNull();
    expect(findContradiction(JSON.stringify({ descricao }))).not.toBeNull();
  }
});

const signsOfFailure: readonly Readonly<Record<string, unknown>>[] = [
  ...[{ erro: 'x' }, { erros: ['x'] }, { error: { code: 5 } }, { errors: [{}] }, { falha: true }],
  ...[
    { codigo_erro: 31 },
    { codigoErro: 31 },
    { errorMessage: 'x' },
    { detalhes: [{ campo: 'x' }] },
  ],
  ...[{ status_processamento: 1 }, { status: 'Erro' }, { status: 400 }, { success: false }],
  ...[{ concluido: false }, { code: 'VALIDATION_ERROR' }, { mensagem: 'Não concluído' }],
  ...[{ message: 'Deve ser concluído' }, { title: 'Bad Request' }, { naoConcluidas: [1] }],
];
const casings: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => key.toLowerCase(),
  (key) => key.charAt(0).toUpperCase() + key.slice(1),
  (key) => key.replace(/(?=[A-Z])/g, '-'),
];
const goodNews = { status: 'OK', sucesso: true, mensagem: 'Concluído com sucesso', id: 7 };

it('finds a sign of failure at any depth, in any case of its key, among any good news', () => {
  const wrap = fc.constantFrom<(inner: unknown) => unknown>(
    (inner) => ({ retorno: inner }),
    (inner) => [inner],
    (inner) => [goodNews, inner],
    (inner) => ({ ...goodNews, data: inner }),
    (inner) => ({ expedicoes: [{ id: 1, resultado: inner }] }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...signsOfFailure),
      fc.constantFrom(...casings),
      fc.array(wrap, { maxLength: 12 }),
      (sign, rename, wraps) => {
        const renamed = Object.entries(sign).map(([key, held]) => [rename(key), held]);
        const inner: unknown = { ...goodNews, ...Object.fromEntries(renamed) };
        const body = JSON.stringify(wraps.reduce((value, wrapIt) => wrapIt(value), inner));
        expect(findContradiction(body) !== null, body).toBe(true);
      },
    ),
  );
});

it('words of success within words of failure are no success, wherever they stand', () => {
  const denial = fc.constantFrom(
    ...['não concluído', 'inconcluído', 'deve ser concluído', 'unsuccessful', 'sem sucesso'],
    ...['parcialmente concluído', 'NÃO CONCLUÍDO', 'nao pode ser finalizado', 'not completed'],
  );
  const around = fc.constantFrom('', 'Concluído.', 'OK:', 'com sucesso', 'sem pendências');
  const key = fc.constantFrom('mensagem', 'Message', 'status', 'concluido', 'retorno', 'detail');
  fc.assert(
    fc.property(denial, around, around, key, (words, before, after, name) => {
      const text = `${before} ${words} ${after}`.trim();
      for (const body of [text, JSON.stringify(text), JSON.stringify({ [name]: text })])
        expect(findContradiction(body), body).not.toBeNull();
    }),
  );
});

it('survives any JSON, and any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
      expect(findContradiction(body)?.reason ?? 'none').toMatch(/^[a-z .]+$/i);
    }),
  );
});
