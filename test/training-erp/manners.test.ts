import { expect, it } from 'vitest';
import { call, dispatchIds, labelLink, open } from './client.ts';

const real = { contractOnly: false } as const;

it('sends texts instead of documented numbers, an invalid date, and now and then no carrier', async () => {
  const sandbox = await open({ ...real, shipments: 30 });
  const read = async (): Promise<Record<string, never>[]> =>
    (await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`)).json.expedicoes as never;
  const dispatches = await read();
  for (const dispatch of dispatches) {
    expect(dispatch).toMatchObject({
      situacao: '1',
      venda: { dataPrevista: '0000-00-00' },
      notaFiscal: { numero: expect.stringMatching(/^0\d{6}$/) as unknown, situacao: '6' },
    });
  }
  const logistics = dispatches.map(
    ({ logistica }) => logistica as unknown as Record<string, unknown>,
  );
  for (const name of ['formaFrete', 'transportador']) {
    const missing = logistics.filter((one) => one[name] === null).length;
    expect(missing, name).toBeGreaterThan(0);
    expect(missing, name).toBeLessThan(30);
  }
  await call(sandbox, 'POST', `/expedicao/${sandbox.firstGroupingId}/concluir`);
  expect((await read())[0]).toMatchObject({ situacao: '2' });
});

it('gives few reasons for refusals: no details, and none at all for a permission or the limit', async () => {
  const sandbox = await open({ ...real, rateLimitPerMinute: 3 });
  const unknown = await call(sandbox, 'GET', '/expedicao/1');
  expect(unknown.text).toBe('{"mensagem":"Agrupamento não encontrado"}');
  const wrong = await call(sandbox, 'GET', '/expedicao/x');
  expect(wrong.json.detalhes?.map(({ campo }) => campo)).toEqual(['idAgrupamento']);
  const powerless = await call(sandbox, 'GET', '/info', { token: sandbox.powerlessToken });
  const limited = await call(sandbox, 'GET', '/info');
  expect([powerless, limited].map(({ status, text }) => [status, text])).toEqual([
    [403, ''],
    [429, ''],
  ]);
});

it.each([
  ['pdf', /^\/doca-treino\/etiquetas\/[0-9a-f]{32}\.pdf$/],
  ['zpl', /^\/doca-treino\/etiquetas\/[0-9a-f]{32}\.zpl$/],
] as const)(
  'gives links to %s files that are not signed, and good for ever',
  async (format, path) => {
    const sandbox = await open({ ...real, formats: [format] });
    const url = new URL(await labelLink(sandbox));
    expect([url.origin, url.search]).toEqual([sandbox.labelOrigin, '']);
    expect(url.pathname).toMatch(path);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(new URL('/doca-treino/etiquetas/other.pdf', url))).status).toBe(404);
  },
);

it('has a page behind the link to an invoice, not a DANFE', async () => {
  const sandbox = await open(real);
  const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
  const answer = await call(sandbox, 'GET', `/notas/${json.expedicoes[0]!.notaFiscal.id}/link`);
  const page = await fetch((JSON.parse(answer.text) as { readonly link: string }).link);
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(await page.text()).toMatch(/^<!DOCTYPE html>/);
});

it('does none of this if it has only the contract', async () => {
  const sandbox = await open({ contractOnly: true });
  const [id] = await dispatchIds(sandbox);
  const { json, text } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
  expect(json.expedicoes[0]).toMatchObject({
    id,
    situacao: 'Aberta',
    notaFiscal: { numero: 102_340, situacao: 6 },
  });
  expect(text).not.toContain('0000-00-00');
  expect((await call(sandbox, 'GET', '/expedicao/1')).json.detalhes).toBeNull();
  expect(
    (await call(sandbox, 'GET', '/info', { token: sandbox.powerlessToken })).json.mensagem,
  ).toMatch(/permissão/);
  expect(new URL(await labelLink(sandbox)).search).toMatch(/signature=/);
});
