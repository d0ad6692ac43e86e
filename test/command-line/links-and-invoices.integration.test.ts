import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { answerError, answerJson } from '../../src/training-erp/http/answers.ts';
import { startSandbox } from '../../src/training-erp/index.ts';
import { readCodesHere } from '../support/label-process/codes-here.ts';
import { runCliWith } from '../support/cli.ts';

/** As sign-in services and label hosts make them: with the same header. */
function makeJwt(payload: object, key: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

/**
 * An ERP whose list omits the statuses of invoices: the first of three was deleted (contract 7:
 * 404), the second cancelled. Its label links are signed with JWTs, as its access token is.
 */
it('fetches labels by signed links, and holds one whose invoice was cancelled beside a deleted one', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'doca-invoices-'));
  const signature = makeJwt({ label: 1 }, 'labels');
  const seen: string[] = [];
  const sandbox = await startSandbox({
    shipments: 3,
    formats: ['pdf'],
    token: makeJwt({ sub: 'maria' }, 'erp'),
    arrived: (host, { url = '' }) => void (host === 'labels' && seen.push(url)),
    around: async (request, answer) => {
      const delivery = await answer(request);
      if (!('answer' in delivery) || delivery.answer.status !== 200) return delivery;
      const body = JSON.parse(Buffer.from(delivery.answer.body).toString()) as {
        urls: string[];
        expedicoes: { notaFiscal: object }[];
      };
      const [first, second] = [...sandbox.world.groupings.values()][0]!.shipments.map(
        ({ dispatch }) => `/notas/${dispatch.notaFiscal.id}`,
      );
      const { path } = request;
      if (path.endsWith('/etiquetas')) {
        const urls = body.urls.map((url) => `${url}?token=${signature}`);
        return { answer: answerJson(200, { urls }) };
      }
      if (/\/expedicao\/\d+$/.test(path)) {
        const expedicoes = body.expedicoes.map((one) => {
          return { ...one, notaFiscal: { ...one.notaFiscal, situacao: null } };
        });
        return { answer: answerJson(200, { ...body, expedicoes }) };
      }
      if (path.endsWith(first!)) return { answer: answerError(404, 'Nota fiscal não encontrada') };
      if (path.endsWith(second!)) return { answer: answerJson(200, { ...body, situacao: '3' }) };
      return delivery;
    },
  });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(dir, { recursive: true });
  });
  const { code, output } = await runCliWith(
    { startCodeProcess: readCodesHere },
    { T: sandbox.token, HOME: dir, DOCA_READ_LABELS: 'false' },
    [
      ...['dispatch', '8412', '--base-url', sandbox.baseUrl, '--token-env', 'T'],
      ...['--data', join(dir, 'data'), '--out', join(dir, 'out'), '--accept', 'missing'],
    ],
  );
  expect(seen.map((url) => url.split('?token=')[1])).toEqual([signature, signature, signature]);
  expect(output).toContain('#2: invoice cancelled');
  expect(output).toContain('1: The ERP did not say this invoice');
  expect(output).not.toContain('Grouping concluded');
  expect(code).toBe(4);
});
