import { expect, it } from 'vitest';
import { readInvoice } from '../../src/main/labels/danfe/invoice.ts';
import { readAccessKey } from '#shared/identities/access-key.ts';
import type { WireDispatch } from '../../src/training-erp/data/dispatches.ts';
import { call, dispatchIds, open } from './client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

interface Listed {
  readonly itens: readonly {
    readonly id: number;
    readonly identificacao: string;
    readonly data: string;
    readonly quantidadeObjetos: number;
  }[];
  readonly paginacao: { readonly limit: number; readonly offset: number; readonly total: number };
}

const readList = ({ text }: { readonly text: string }): Listed => JSON.parse(text) as Listed;

/** By the machine's calendar, as the training ERP does. */
function writeDate(daysAgo: number): string {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

const withExtras = { contractOnly: false };

it('has nothing beyond the contract if so configured', async () => {
  const sandbox = await open({ contractOnly: true });
  const [dispatch] = await dispatchIds(sandbox);
  const grouping = sandbox.firstGroupingId;
  const extras: readonly [string, string, unknown?][] = [
    ['GET', '/expedicao'],
    ['GET', `/expedicao/${grouping}/etiquetas`],
    ['PUT', `/expedicao/${grouping}/expedicao/${dispatch}`, {}],
    ['GET', '/notas/815000000'],
    ['GET', '/notas/815000000/link'],
  ];
  for (const [method, path, body] of extras) {
    expect((await call(sandbox, method, path, { body })).status, `${method} ${path}`).toBe(404);
  }
});

it('lists its groupings by the days before today, whatever date is on their labels', async () => {
  const sandbox = await open({ ...withExtras, groupings: 4, shipments: 5 });
  const all = readList(await call(sandbox, 'GET', '/expedicao?orderBy=desc'));
  const groupings = all.itens.filter(({ id }, at) => id !== all.itens[at - 1]?.id);
  expect(groupings.map(({ id, data }) => [id, data])).toEqual([
    [groupingIdOf(1), writeDate(0)],
    [groupingIdOf(0), writeDate(0)],
    [groupingIdOf(2), writeDate(1)],
    [groupingIdOf(3), writeDate(2)],
  ]);
  // The number that people see runs with the days; the id is another one, that no screen shows.
  expect(groupings.map(({ identificacao }) => identificacao)).toEqual([
    '8413',
    '8412',
    '8411',
    '8410',
  ]);
  expect(
    groupings.every(({ id }, at) => /^\d{9}$/.test(`${id}`) && id > (groupings[at + 1]?.id ?? 0)),
  ).toBe(true);
});

it('has a row for each object, and no count of them', async () => {
  const sandbox = await open({ ...withExtras, groupings: 1, shipments: 5 });
  const { itens, paginacao } = readList(await call(sandbox, 'GET', '/expedicao?limit=3&offset=3'));
  expect(itens.map(({ id, quantidadeObjetos }) => [id, quantidadeObjetos])).toEqual([
    [groupingIdOf(0), 0],
    [groupingIdOf(0), 0],
  ]);
  expect(paginacao).toEqual({ limit: 3, offset: 3, total: 5 });
});

it('lists some of them: by date, by shipping method, by page', async () => {
  const sandbox = await open({ ...withExtras, groupings: 4 });
  const ids = async (query: string) =>
    readList(await call(sandbox, 'GET', `/expedicao?${query}`)).itens.map(({ id }) => id);
  const groupings = async (query: string) => [...new Set(await ids(query))];
  expect(await groupings(`dataInicial=${writeDate(1)}&dataFinal=${writeDate(1)}`)).toEqual([
    groupingIdOf(2),
  ]);
  expect(await groupings('idFormaEnvio=301&orderBy=asc')).toEqual([
    groupingIdOf(3),
    groupingIdOf(0),
  ]);
  const all = await ids('');
  expect(await ids('limit=2&offset=5')).toEqual(all.slice(5, 7));
  const wrong = await call(sandbox, 'GET', '/expedicao?dataInicial=ontem&limit=0');
  expect(wrong.status).toBe(400);
  expect(wrong.json.detalhes?.map(({ campo }) => campo)).toEqual(['dataInicial', 'limit']);
});

it('returns all labels of a grouping as one PDF and one ZIP', async () => {
  const sandbox = await open({ ...withExtras, shipments: 8 });
  const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}/etiquetas`);
  const files = await Promise.all(
    json.urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
  expect(files.map((file) => file.subarray(0, 4).toString('latin1'))).toEqual([
    '%PDF',
    'PK\u0003\u0004',
  ]);
  expect(files[0]?.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  // Labels in a ZIP of their own bring a sheet for the packer.
  const entries = files[1]?.toString('latin1').split('PK\u0001\u0002').length ?? 0;
  expect(entries - 1).toBe(8);
});

it('returns them when the single ones come: not before the conclusion', async () => {
  const sandbox = await open({ ...withExtras, labelsAfterConclusion: true });
  const path = `/expedicao/${sandbox.firstGroupingId}/etiquetas`;
  expect((await call(sandbox, 'GET', path)).json.mensagem).toBe(
    'Agrupamento ainda não foi concluído',
  );
  await call(sandbox, 'POST', `/expedicao/${sandbox.firstGroupingId}/concluir`);
  expect((await call(sandbox, 'GET', path)).json.urls).toHaveLength(2);
});

it('returns an invoice, with an access key that contains its number', async () => {
  const sandbox = await open(withExtras);
  const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
  const { id, numero } = json.expedicoes[0]!.notaFiscal;
  const invoice = JSON.parse((await call(sandbox, 'GET', `/notas/${id}`)).text) as Record<
    string,
    unknown
  >;
  expect(invoice).toMatchObject({ id, situacao: '6', qtdVolumes: 1 });
  expect(readAccessKey(String(invoice['chaveAcesso']))?.number).toBe(Number(`${numero}`));
  expect((await call(sandbox, 'GET', '/notas/1')).status).toBe(404);
});

it("returns an invoice's XML, which says that it has no fiscal value", async () => {
  const sandbox = await open(withExtras);
  const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
  const { notaFiscal, destinatario } = json.expedicoes[0]!;
  const { text } = await call(sandbox, 'GET', `/notas/${notaFiscal.id}/xml`);
  const { xmlNfe } = JSON.parse(text) as { readonly xmlNfe: string };
  const invoice = readInvoice(Buffer.from(xmlNfe));
  expect(invoice).toMatchObject({ isTest: true, recipient: { name: destinatario.nome } });
  expect(readAccessKey(invoice.key)?.number).toBe(Number(`${notaFiscal.numero}`));
  const bare = await open({ ...withExtras, contractOnly: true });
  expect((await call(bare, 'GET', `/notas/${notaFiscal.id}/xml`)).status).toBe(404);
});

it('takes a corrected weight and tracking code, and prints them on the label from then on', async () => {
  const sandbox = await open({ ...withExtras, formats: ['zpl'] });
  const grouping = sandbox.firstGroupingId;
  const [id] = await dispatchIds(sandbox);
  const path = `/expedicao/${grouping}/expedicao/${id}`;
  const readFirst = async (): Promise<WireDispatch> =>
    (await call(sandbox, 'GET', `/expedicao/${grouping}`)).json.expedicoes[0]!;
  const before = await readFirst();
  await sandbox.labelBytes(grouping, 0);
  const refused = await call(sandbox, 'PUT', path, { body: { volume: { pesoBruto: -1 } } });
  expect(refused.json.detalhes?.map(({ campo }) => campo)).toEqual(['volume.pesoBruto']);
  const body = { volume: { pesoBruto: 2.5 }, logistica: { codigoRastreio: 'AA123456785BR' } };
  expect((await call(sandbox, 'PUT', path, { body })).status).toBe(204);
  const after = await readFirst();
  expect(after.volume).toEqual({ ...before.volume, pesoBruto: 2.5 });
  expect(after.logistica.codigoRastreio).toBe('AA123456785BR');
  expect(Buffer.from(await sandbox.labelBytes(grouping, 0)).toString()).toContain('AA123456785BR');
});
