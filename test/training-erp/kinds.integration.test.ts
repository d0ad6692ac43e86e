import { expect, it, onTestFinished, vi } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import type { SandboxKind } from '../../src/training-erp/index.ts';
import { call, dispatchIds, open } from './client.ts';
import type { Answer } from './client.ts';

const kindOf = (
  kind: SandboxKind,
  more: { readonly contractOnly?: boolean; readonly shipments?: number } = {},
) => open({ groupings: 0, kinds: [kind], contractOnly: false, shipments: 6, ...more });
type Sandbox = Awaited<ReturnType<typeof kindOf>>;

async function askAll(sandbox: Sandbox): Promise<Answer[]> {
  const ids = await dispatchIds(sandbox);
  const grouping = sandbox.firstGroupingId;
  return Promise.all(
    ids.map((id) => call(sandbox, 'GET', `/expedicao/${grouping}/expedicao/${id}/etiquetas`)),
  );
}

const wordsOf = (answers: readonly Answer[]): string[] =>
  answers.map(({ status, json }) => (status === 200 ? 'a label' : `${status} ${json.mensagem}`));

async function conclude(sandbox: Sandbox): Promise<void> {
  expect(
    (await call(sandbox, 'POST', `/expedicao/${sandbox.firstGroupingId}/concluir`)).status,
  ).toBe(200);
}

async function fileOf(answer: Answer | undefined, ending: string): Promise<Buffer> {
  const url = answer?.json.urls[0] ?? '';
  expect(url.endsWith(ending)).toBe(true);
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

/** Width and height of each page, in millimetres. */
async function sizesOf(pdf: Uint8Array): Promise<number[][]> {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map((page) => {
    const { width, height } = page.getSize();
    return [width, height].map((points) => Math.round((points / 72) * 25.4));
  });
}

const notYet = '400 Agrupamento ainda não foi concluído';
const a4 = [210, 297];

it('own: a PDF immediately, of one label', async () => {
  const answers = await askAll(await kindOf('own'));
  expect(wordsOf(answers)).toEqual(Array.from({ length: 6 }, () => 'a label'));
  expect(await sizesOf(await fileOf(answers[0], '.pdf'))).toEqual([[100, 150]]);
});

it.each([false, true])(
  'correios: with the conclusion, A4 with a place for each volume (contract alone: %s)',
  async (contractOnly) => {
    const sandbox = await kindOf('correios', { contractOnly });
    expect(wordsOf(await askAll(sandbox))).toEqual(Array.from({ length: 6 }, () => notYet));
    await conclude(sandbox);
    const answers = await askAll(sandbox);
    expect(wordsOf(answers)).toEqual(Array.from({ length: 6 }, () => 'a label'));
    const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
    expect(json.expedicoes.map(({ volume }) => volume.quantidadeVolumes)).toEqual([
      1, 2, 3, 4, 1, 2,
    ]);
    expect(await sizesOf(await sandbox.labelBytes(sandbox.firstGroupingId, 3))).toEqual([a4]);
    // All of the grouping: thirteen labels, four on a sheet.
    if (contractOnly) return;
    const all = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}/etiquetas`);
    expect(await sizesOf(await fileOf(all, '.pdf'))).toEqual([a4, a4, a4, a4]);
  },
);

it('jadlog: ZPL, seconds after the conclusion', async () => {
  const startMs = Date.UTC(2026, 0, 5, 12);
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = await kindOf('jadlog', { shipments: 1 });
  vi.setSystemTime(startMs + 60_000);
  expect(wordsOf(await askAll(sandbox))).toEqual([notYet]);
  await conclude(sandbox);
  vi.setSystemTime(startMs + 63_999);
  expect(wordsOf(await askAll(sandbox))).toEqual([notYet]);
  vi.setSystemTime(startMs + 64_000);
  const [answer] = await askAll(sandbox);
  expect((await fileOf(answer, '.zpl')).toString().match(/\^XA/g)).toHaveLength(1);
});

it('mercado-envios: none here, before the conclusion and after it', async () => {
  const sandbox = await kindOf('mercado-envios', { shipments: 2 });
  const words = [
    '400 Forma de envio não possui recurso de etiquetas',
    '400 Não foi possível obter as etiquetas em sua plataforma e-commerce',
  ];
  expect(wordsOf(await askAll(sandbox))).toEqual(words);
  await conclude(sandbox);
  expect(wordsOf(await askAll(sandbox))).toEqual(words);
  const all = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}/etiquetas`);
  expect([all.status, all.json.mensagem]).toEqual([
    400,
    'Forma de envio não possui recurso de etiquetas',
  ]);
});

it('shopee: the label and then the DANFE, with its key, in one ZPL', async () => {
  const sandbox = await kindOf('shopee', { shipments: 1 });
  const [answer] = await askAll(sandbox);
  const zpl = (await fileOf(answer, '.zpl')).toString();
  const [, label = '', danfe = ''] = zpl.split('^XA');
  expect(zpl.split('^XA')).toHaveLength(3);
  const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
  const [dispatch] = json.expedicoes;
  expect(label).toContain(dispatch!.destinatario.endereco.cep);
  expect(label).not.toContain('DANFE');
  expect(danfe).toContain('DANFE SIMPLIFICADO');
  const invoice = await call(sandbox, 'GET', `/notas/${dispatch!.notaFiscal.id}`);
  const { chaveAcesso } = JSON.parse(invoice.text) as { readonly chaveAcesso: string };
  // As bars, and for people.
  expect(danfe).toContain(`^FD${chaveAcesso}^FS`);
  expect(danfe).toContain(chaveAcesso.match(/\d{4}/g)!.join(' '));
});

it('amazon: the label on half of the first of three A4 pages, with a code that the ERP does not have', async () => {
  const sandbox = await kindOf('amazon', { shipments: 1 });
  expect(wordsOf(await askAll(sandbox))).toEqual([notYet]);
  await conclude(sandbox);
  const [answer] = await askAll(sandbox);
  expect(await sizesOf(await fileOf(answer, '.pdf'))).toEqual([a4, a4, a4]);
  const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
  expect(json.expedicoes.map(({ logistica }) => logistica.codigoRastreio)).toEqual(['']);
});

it('mixed: one of each, distinguished by the freight mode alone', async () => {
  const sandbox = await kindOf('mixed');
  const { json } = await call(sandbox, 'GET', `/expedicao/${sandbox.firstGroupingId}`);
  const modes = json.expedicoes.map(({ logistica }) => logistica.formaFrete.nome);
  expect(new Set(modes).size).toBe(6);
  const elsewhere = '400 Não foi possível obter as etiquetas em sua plataforma e-commerce';
  expect(wordsOf(await askAll(sandbox))).toEqual([
    'a label',
    notYet,
    notYet,
    elsewhere,
    'a label',
    notYet,
  ]);
  await conclude(sandbox);
  expect(wordsOf(await askAll(sandbox))).toEqual([
    'a label',
    'a label',
    notYet,
    elsewhere,
    'a label',
    'a label',
  ]);
});
