import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';
import { contraryBodies, doneBodies, pageBodies } from '../support/outcomes.ts';
import { runCliHere } from '../support/cli.ts';

let dir: string;
let sandbox: FaultySandbox;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doca-answers-'));
  sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dir, { recursive: true });
});

/** Ships the whole grouping, as if for the first time; the ERP answers the conclusion like this. */
async function ship(
  body: string,
  { conclude = '', home = '' }: { readonly conclude?: string; readonly home?: string } = {},
) {
  const folder = home === '' ? await mkdtemp(join(dir, 'home-')) : home;
  const status = conclude === '' ? 200 : 400;
  const remove = sandbox.inject({ on: 'concluir', fault: { type: 'status', status, body } });
  const before = sandbox.requests.length;
  const { code, stdout, stderr } = await runCliHere({ T: sandbox.token, HOME: folder }, [
    ...['dispatch', String(sandbox.firstGroupingId), '--base-url', sandbox.baseUrl, '--json'],
    ...(conclude === '' ? [] : ['--conclude', conclude]),
    ...['--data', join(folder, 'data'), '--out', join(folder, 'out'), '--token-env', 'T'],
  ]);
  remove();
  const asked = sandbox.requests
    .slice(before)
    .filter(({ path }) => path.endsWith('/concluir')).length;
  return {
    code,
    stdout,
    stderr,
    asked,
    summary: JSON.parse(stdout.trim().split('\n').at(-1)!) as Summary,
  };
}

describe('a whole job, by the answer to its conclusion', () => {
  it.each(doneBodies)('%s: concluded', async (body) => {
    const { code, summary, stdout, asked } = await ship(body);
    expect(stdout).not.toContain('Nobody knows');
    expect({ code, concluded: summary.concluded, asked }).toEqual({
      code: 0,
      concluded: true,
      asked: 1,
    });
  });

  it.each([...contraryBodies, ...pageBodies])('%s: a question', async (body) => {
    const { code, summary, stdout, stderr, asked } = await ship(body);
    expect(stdout).toContain('Nobody knows whether the grouping is concluded.');
    expect(stderr).toContain('--conclusion-was');
    expect({ code, concluded: summary.concluded, asked }).toEqual({
      code: 6,
      concluded: null,
      asked: 1,
    });
  });

  /** With the ERP's words: of a conclusion to come it also says "não foi finalizada". */
  it('labels that come after a refusal are told, not taken for a conclusion', async () => {
    const refuse = (mensagem: string): string => JSON.stringify({ mensagem, detalhes: [] });
    const early = (times: number) => {
      const body = refuse('A nota fiscal ainda não foi finalizada');
      sandbox.inject({ on: 'etiquetas', times, fault: { type: 'status', status: 400, body } });
    };
    const no = refuse('Forma de frete sem contrato ativo');
    early(1);
    const { code, asked, stdout, stderr } = await ship(no, { conclude: 'first' });
    expect(stdout).toContain('Nobody knows whether the grouping is concluded.');
    expect(stderr).toContain('the ERP says: Forma de frete sem contrato ativo');
    expect({ code, asked }).toEqual({ code: 6, asked: 1 });
    // The labels anyway: they are printed, and the question stays.
    const home = await mkdtemp(join(dir, 'home-'));
    early(2);
    expect(await ship(no, { conclude: 'first', home })).toMatchObject({ code: 5, asked: 1 });
    const anyway = await ship(no, { conclude: 'refused', home });
    expect(anyway.stderr).toContain('the ERP says: Forma de frete sem contrato ativo');
    expect(anyway).toMatchObject({
      code: 6,
      asked: 0,
      summary: { conclusion: 'unknown', labels: 1, printed: true },
    });
  });
});
