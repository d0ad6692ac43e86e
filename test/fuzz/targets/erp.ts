/** The ERP's answers: statuses, headers and bodies, read by every request that Doca makes. */
import { createErpClient, readRefusal } from '../../../src/main/erp/index.ts';
import type { ErpClient } from '../../../src/main/erp/index.ts';
import type { Clock } from '../../../src/main/os/clock.ts';
import type { Result } from '#shared/faults/faults.ts';
import { testToken } from '../../erp/support/client.ts';
import { sampleGrouping } from '../../erp/support/sample-grouping.ts';
import { readAnswer, writeAnswer } from './answer.ts';

const timeoutMs = 1e9;

/** Waits end immediately; timeouts of requests never come. */
function hurry(): Clock {
  let nowMs = 1_750_000_000_000;
  return {
    now: () => nowMs,
    awake: () => nowMs,
    sleep: (ms) => {
      if (ms >= timeoutMs) return new Promise(() => undefined);
      nowMs += ms;
      return Promise.resolve();
    },
  };
}

const questions: readonly ((client: ErpClient) => Promise<Result<unknown>>)[] = [
  (client) => client.grouping(7),
  (client) => client.labelUrls(7, 100),
  (client) => client.conclude(7),
  (client) => client.companyInfo(),
  (client) => client.generateInvoice(5),
  (client) => client.generateSale(5),
  ({ extras }) => extras.listGroupings({ from: '2025-06-02', limit: 20, offset: 0 }),
  ({ extras }) => extras.invoice(5),
  ({ extras }) => extras.invoiceLink(5),
  ({ extras }) => extras.invoiceXml(5),
];

/** The first letter chooses the request. */
export async function read(bytes: Buffer): Promise<void> {
  const [first = 0] = bytes;
  const text = bytes.toString('latin1', 1);
  const client = createErpClient({
    ...{
      baseUrl: 'https://erp.test',
      token: () => Promise.resolve(testToken),
      clock: hurry(),
      random: () => 0.5,
      timeoutMs,
    },
    fetch: () => Promise.resolve(readAnswer(text)),
  });
  const result = await questions[first % questions.length]?.(client);
  if (result === undefined || result.ok) return;
  readRefusal(result.fault);
  const { retryAfterMs } = result.fault;
  if (retryAfterMs !== null && !(retryAfterMs >= 0 && Number.isFinite(retryAfterMs)))
    throw new Error('no time to wait');
}

export function seeds(): readonly Uint8Array[] {
  const limits = {
    'x-ratelimit-limit': '120',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '60',
  };
  const complaint = {
    mensagem: 'Agrupamento já concluído',
    detalhes: [{ campo: 'id', mensagem: 'não' }],
  };
  const answers = [
    writeAnswer(200, limits, sampleGrouping(7, 1)),
    writeAnswer(200, {}, { urls: ['https://labels.test/1.pdf'] }),
    writeAnswer(200, {}, { sucesso: true, status: 'ok', mensagem: 'Concluído com sucesso' }),
    writeAnswer(
      200,
      {},
      { razaoSocial: 'Doca', enderecoEmpresa: { uf: 'SP' }, regimeTributario: 1 },
    ),
    writeAnswer(200, {}, { id: 5, numero: '12', serie: 1 }),
    writeAnswer(200, {}, { id: 5, numeroPedido: '12' }),
    writeAnswer(200, {}, { itens: [{ id: 7 }], paginacao: { limit: 20, offset: 0, total: 1 } }),
    writeAnswer(200, {}, { id: 5, numero: 1, chaveAcesso: '35' }),
    writeAnswer(200, {}, { link: 'https://invoices.test/5' }),
  ];
  const refusals = [
    writeAnswer(400, {}, complaint),
    writeAnswer(
      429,
      { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:27:00 GMT' },
      complaint,
    ),
    writeAnswer(503, { 'retry-after': '2' }, '<html>'),
  ];
  return [...answers, ...refusals].map((answer, index) =>
    Buffer.from(String.fromCharCode(index) + answer, 'utf8'),
  );
}
