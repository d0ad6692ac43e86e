import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeSheets } from '../support/pdf-sheets.ts';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import { findDesktopDataDir, findStationDir } from '../../src/main/os/station.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';
import { describeCliStart, nameHome, runCli, runCliHere, runCliWith } from '../support/cli.ts';
import { readCodesHere } from '../support/label-process/codes-here.ts';
import { makeZip } from '../support/zip.ts';
import { listOpenToOthers } from '../support/modes.ts';

let dir: string;
let sandbox: FaultySandbox | null = null;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doca-cli-'));
});
afterEach(async () => {
  await sandbox?.close();
  sandbox = null;
  await rm(dir, { recursive: true });
});

/** No system makes a folder there. */
const belowAFile = join(import.meta.filename, 'x');

const summaryOf = (stdout: string): Summary =>
  JSON.parse(stdout.trim().split('\n').at(-1)!) as Summary;

/**
 * A dispatch against the present sandbox, its files under `dir`; as a program, or in this process.
 */
const dispatchBy =
  (start: typeof runCliHere) =>
  (args: readonly string[] = [], input = '', token = sandbox!.token) =>
    start(
      { T: token, HOME: dir },
      [
        ...['dispatch', String(sandbox!.firstGroupingId), '--base-url', sandbox!.baseUrl, '--json'],
        ...['--data', join(dir, 'data'), '--out', join(dir, 'out')],
        ...(input === '' ? ['--token-env', 'T'] : []),
        ...args,
      ],
      input,
    );
const dispatch = dispatchBy(runCliHere);
const startDispatch = dispatchBy(runCli);
/** With the codes of labels read, in this process too, and these variables besides. */
const dispatchReading = (own: Readonly<Record<string, string>>, ...options: readonly string[]) =>
  dispatchBy((env, args) =>
    runCliWith({ startCodeProcess: readCodesHere }, { ...env, ...own }, args),
  )(options);

describe('demo', () => {
  it('ships a grouping: one PDF in list order, concluded, and reports it', async () => {
    // The complete program, as a user starts it, with every format of label.
    const args = ['demo', '--shipments', '5', '--out', dir, '--json'];
    const { code, stdout, stderr } = await runCli({}, args, '', 'whole');
    expect(stderr).toContain('training ERP at http://127.0.0.1:');
    expect(stderr).not.toMatch(/keychain/);
    expect(stdout).toMatch(/#.*Recipient.*City\/State.*Volume.*Tracking/);
    const summary = summaryOf(stdout);
    expect(summary).toMatchObject({
      shipments: 5,
      labels: 5,
      pages: 5,
      failed: [],
      printed: true,
      concluded: true,
    });
    expect(Object.values(summary.kinds).reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(Object.keys(summary.kinds)).toContain('ZIP · ZPL');
    expect(code).toBe(0);
    const pdf = await readFile(summary.pdf!);
    expect(pdf.length).toBe(summary.bytes);
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(5);
    expect(await readFile(summary.zpl!, 'latin1')).toMatch(/\^XA/);
  });

  it('ships a grouping of another kind to its end', async () => {
    const args = ['demo', '--kind', 'mixed', '--shipments', '6', '--out', dir, '--json'];
    const { code, stdout, stderr } = await runCliHere({}, args);
    expect(code, stderr).toBe(0);
    const summary = summaryOf(stdout);
    expect(summary).toMatchObject({ shipments: 6, concluded: true });
    // At least the labels that come immediately and those that come with the conclusion.
    expect(summary.labels).toBeGreaterThanOrEqual(4);
  });

  it('ends with code 4 when labels are broken, keeps the good ones and does not conclude', async () => {
    const { code, stdout, stderr } = await runCliHere({}, [
      ...['demo', '--shipments', '6', '--fail', '2', '--formats', 'pdf', '--out', dir, '--json'],
    ]);
    expect(code).toBe(4);
    expect(summaryOf(stdout)).toMatchObject({
      labels: 4,
      pages: 4,
      concluded: false,
      printed: false,
      zpl: null,
    });
    expect(summaryOf(stdout).failed.map(({ kind }) => kind)).toEqual([
      'label-unknown-format',
      'label-unknown-format',
    ]);
    expect(stderr).toContain('2 labels missing:');
    expect(stderr).toContain('With --accept missing, dispatch goes on without them.');
  });
});

describe('dispatch', () => {
  it('stops before the conclusion on request, and a second run concludes without fetching again', async () => {
    sandbox = await startFaultySandbox({ shipments: 4, formats: ['pdf'] });
    const id = sandbox.firstGroupingId;
    expect((await dispatch(['--conclude', 'no'])).code).toBe(0);
    expect(sandbox.conclusions(id)).toBe(0);
    const again = await dispatch();
    expect(again.code).toBe(0);
    expect(summaryOf(again.stdout)).toMatchObject({ concluded: true, labels: 4, printed: true });
    expect(sandbox.conclusions(id)).toBe(1);
    expect([0, 1, 2, 3].map((place) => sandbox!.downloads(id, place))).toEqual([1, 1, 1, 1]);
    expect((await dispatch()).code).toBe(0);
    expect(sandbox.conclusions(id)).toBe(1);
  });

  it('takes the next line of standard input if the token expires, and stops if there is none', async () => {
    sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf'] });
    expect((await dispatch(['--token-stdin'], 'wrong\n')).code).toBe(3);
    const runsOut = {
      on: 'etiquetas',
      shipment: 1,
      times: 1,
      fault: { type: 'status', status: 401 },
    } as const;
    sandbox.inject(runsOut);
    expect((await dispatch(['--token-stdin'], `${sandbox.token}\n`)).code).toBe(3);
    const refused = (): number => sandbox!.requests.filter(({ status }) => status === 401).length;
    const refusedSoFar = refused();
    const first = sandbox.token;
    const other = `${first}-2`;
    // From this answer on the ERP accepts only the other token.
    const change = (body: unknown): unknown => {
      sandbox!.changeToken(other);
      return body;
    };
    sandbox.inject({ on: 'etiquetas', shipment: 1, times: 1, fault: { type: 'mutate', change } });
    expect((await startDispatch(['--token-stdin'], `${first}\n${other}\n`)).code).toBe(0);
    expect(refused()).toBeGreaterThan(refusedSoFar);
  });

  it('ends with code 3 without permission', async () => {
    sandbox = await startFaultySandbox({ shipments: 2 });
    const { code, stderr } = await dispatch([], '', sandbox.powerlessToken);
    expect(code).toBe(3);
    expect(stderr).toContain(
      'The ERP refused: the user or the app lacks permission, or it was changed after signing in.',
    );
  });

  it('ends with code 5 if there is no user to ask', async () => {
    const { code, stderr } = await runCliHere({ T: 'x', HOME: dir }, [
      ...[
        'dispatch',
        '1',
        '--base-url',
        'http://127.0.0.1:1/public-api/v3',
        '--token-env',
        'T',
        '--patience',
        '0',
      ],
      ...['--data', join(dir, 'data'), '--out', join(dir, 'out')],
    ]);
    expect(stderr).toContain('The ERP could not be reached.');
    expect(code).toBe(5);
  });

  it('ends with code 6 if the answer was lost, and asks the user for their observation', async () => {
    sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
    sandbox.inject({ on: 'concluir', times: 1, fault: { type: 'cut-after' } });
    const lost = await dispatch();
    expect(lost.code).toBe(6);
    expect(lost.stderr).toContain('--conclusion-was');
    expect(lost.stdout).toContain('Nobody knows whether the grouping is concluded.');
    expect(summaryOf(lost.stdout)).toMatchObject({ concluded: null, conclusion: 'unknown' });
    expect((await dispatch()).code).toBe(6);
    const told = await dispatch(['--conclusion-was', 'done']);
    expect(told.code).toBe(0);
    expect(summaryOf(told.stdout).concluded).toBe(true);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('does not believe a contradicting answer, and takes the user’s observation, both ways', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    const refusal = Buffer.from(JSON.stringify({ erro: true, mensagem: 'Agrupamento bloqueado' }));
    sandbox.inject({ on: 'concluir', times: 1, fault: { type: 'file', bytes: refusal } });
    const refused = await dispatch();
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain('Agrupamento bloqueado');
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    expect((await dispatch(['--conclusion-was', 'done', '--conclude', 'no'])).code).toBe(0);
    const again = await dispatch(['--conclusion-was', 'not-done']);
    expect(again.code).toBe(0);
    expect(summaryOf(again.stdout).concluded).toBe(true);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('ends with code 6 if a colleague has concluded, and goes on from there on request', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    const id = sandbox.firstGroupingId;
    const path = `${sandbox.baseUrl}/expedicao/${String(id)}/concluir`;
    await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${sandbox.token}` } });
    const refused = await dispatch();
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain('Agrupamento já concluído');
    const accepted = await dispatch(['--conclusion-was', 'done']);
    expect(accepted.code).toBe(0);
    expect(summaryOf(accepted.stdout)).toMatchObject({ labels: 1, printed: true, concluded: true });
    expect(sandbox.conclusions(id)).toBe(1);
  });

  it('fetches again a label that the ERP reissued after its print, and lists the old paper', async () => {
    sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
    expect((await dispatch(['--conclude', 'no'])).code).toBe(0);
    const before = sandbox.requests.length;
    const change = (body: unknown): unknown => {
      const { expedicoes } = body as { expedicoes: { logistica: object }[] };
      expedicoes[1]!.logistica = { ...expedicoes[1]!.logistica, codigoRastreio: 'ZZ000000000BR' };
      return body;
    };
    sandbox.inject({ on: 'agrupamento', fault: { type: 'mutate', change } });
    const { code, stdout, stderr } = await dispatch();
    expect(code).toBe(0);
    expect(stderr).toContain('on paper of before: 1 label');
    expect(summaryOf(stdout)).toMatchObject({ labels: 2, printed: true, concluded: true });
    expect(
      sandbox.requests.slice(before).filter(({ path }) => path.endsWith('/etiquetas')),
    ).toHaveLength(1);
  });

  it('reports that a grouping is empty', async () => {
    sandbox = await startFaultySandbox({ shipments: 1 });
    const change = (body: unknown): unknown => ({ ...(body as object), expedicoes: [] });
    sandbox.inject({ on: 'agrupamento', fault: { type: 'mutate', change } });
    const { code, stderr } = await dispatch();
    expect(code).toBe(4);
    expect(stderr).toContain('This grouping has no shipments in the ERP.');
  });

  it('reports the same if the ERP refuses to show it for that reason', async () => {
    sandbox = await startFaultySandbox({ shipments: 1 });
    const body = JSON.stringify({ mensagem: 'Nenhuma expedição vinculada' });
    sandbox.inject({ on: 'agrupamento', fault: { type: 'status', status: 400, body } });
    const { code, stderr } = await dispatch();
    expect(code).toBe(4);
    expect(stderr).toContain('This grouping has no shipments in the ERP.');
  });

  it('concludes first if the ERP requires it', async () => {
    sandbox = await startFaultySandbox({
      shipments: 2,
      formats: ['pdf'],
      labelsAfterConclusion: true,
    });
    const first = await dispatch();
    expect(first.code).toBe(4);
    expect(first.stderr).toContain('--conclude first');
    const { code, stdout } = await dispatch(['--conclude', 'first']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ labels: 2, concluded: true, printed: true });
  });

  it('waits for labels that the ERP makes after the conclusion', async () => {
    sandbox = await startFaultySandbox({
      shipments: 2,
      formats: ['pdf'],
      labelsAfterConclusion: true,
    });
    const body = JSON.stringify({ mensagem: 'Agrupamento ainda não foi concluído' });
    const refusal = { type: 'status', status: 400, body } as const;
    // The label requested before the conclusion, and then both.
    sandbox.inject({ on: 'etiquetas', times: 3, fault: refusal });
    const { code, stdout } = await dispatch(['--conclude', 'first']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({
      labels: 2,
      concluded: true,
      printed: true,
      failed: [],
    });
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/etiquetas'))).toHaveLength(5);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  describe('a conclusion that the ERP refuses', () => {
    const body = JSON.stringify({ mensagem: 'Coleta automática' });

    it('is a question if labels come only afterwards, whose answer goes on from there', async () => {
      sandbox = await startFaultySandbox({
        shipments: 2,
        formats: ['pdf'],
        labelsAfterConclusion: true,
      });
      sandbox.inject({
        on: 'concluir',
        times: 1,
        fault: { type: 'status', status: 400, body, afterWork: true },
      });
      const asked = await dispatch(['--conclude', 'first']);
      expect(asked.code).toBe(6);
      expect(asked.stderr).toContain('labels that it refused before come now. (HTTP 400)');
      expect(asked.stderr).toContain('the ERP says: Coleta automática');
      expect(summaryOf(asked.stdout)).toMatchObject({ labels: 0, concluded: null });
      const { code, stdout } = await dispatch(['--conclusion-was', 'done']);
      expect(code).toBe(0);
      expect(summaryOf(stdout)).toMatchObject({ labels: 2, concluded: true, printed: true });
      expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    });

    it('is reported with the ERP’s words and all remedies, each of which goes on from there', async () => {
      sandbox = await startFaultySandbox({
        shipments: 2,
        formats: ['pdf'],
        labelsAfterConclusion: true,
      });
      sandbox.inject({ on: 'concluir', times: 2, fault: { type: 'status', status: 400, body } });
      const refused = await dispatch(['--conclude', 'first']);
      expect(refused.code).toBe(5);
      expect(refused.stderr).toContain('The ERP did not confirm the conclusion. (HTTP 400)');
      expect(refused.stderr).toContain('the ERP says: Coleta automática');
      for (const flag of ['--conclusion-was done', '--conclude refused'])
        expect(refused.stderr).toContain(flag);
      expect((await dispatch(['--conclude', 'first'])).code).toBe(5);
      expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
      // Meanwhile the marketplace has concluded it.
      const path = `${sandbox.baseUrl}/expedicao/${String(sandbox.firstGroupingId)}/concluir`;
      await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${sandbox.token}` } });
      const { code, stdout } = await dispatch(['--conclude', 'refused']);
      expect(code).toBe(6);
      expect(summaryOf(stdout)).toMatchObject({ labels: 2, concluded: null, printed: true });
      expect((await dispatch(['--conclusion-was', 'done'])).code).toBe(0);
      expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    });
  });

  it('concludes first without the labels that the conclusion does not bring, only on request', async () => {
    sandbox = await startFaultySandbox({
      shipments: 3,
      formats: ['pdf'],
      labelsAfterConclusion: true,
    });
    const refusal = JSON.stringify({ mensagem: 'A remessa não foi aceita' });
    sandbox.inject({
      on: 'etiquetas',
      shipment: 0,
      fault: { type: 'status', status: 400, body: refusal },
    });
    expect((await dispatch()).code).toBe(4);
    const stuck = await dispatch(['--conclude', 'first']);
    expect(stuck.code).toBe(4);
    expect(stuck.stderr).toContain(
      '#1: The ERP refused the request. the ERP says: A remessa não foi aceita',
    );
    const { code, stdout } = await dispatch(['--conclude', 'first', '--accept', 'missing']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ labels: 2, concluded: true });
  });

  it('takes the usual order if labels come immediately, whatever order was requested', async () => {
    sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
    const { code, stdout } = await dispatch(['--conclude', 'first']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ labels: 2, concluded: true, printed: true });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('concludes over fewer labels than volumes only if the user confirms it', async () => {
    sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
    const change = (body: unknown): unknown => {
      const grouping = structuredClone(body) as {
        expedicoes: { volume: { quantidadeVolumes: number } }[];
      };
      grouping.expedicoes[1]!.volume.quantidadeVolumes = 2;
      return grouping;
    };
    sandbox.inject({ on: 'agrupamento', times: Infinity, fault: { type: 'mutate', change } });
    const first = await dispatch();
    expect(first.code).toBe(4);
    expect(first.stderr).toContain('#2: 2 volumes, 1 page chosen of 1');
    expect(first.stderr).toContain('--accept fewer');
    expect(summaryOf(first.stdout)).toMatchObject({
      printed: true,
      concluded: false,
      fewer: [{ volumes: 2, of: 1 }],
    });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    const { code, stdout } = await dispatch(['--accept', 'fewer']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ concluded: true });
  });

  it('prints a label with far more pages than volumes only if confirmed, and equal links once', async () => {
    sandbox = await startFaultySandbox({ shipments: 5, formats: ['pdf'] });
    const format = '^XA^FO50,50^A0N,40^FDx^FS^XZ';
    const book = await PDFDocument.create();
    for (let page = 0; page < 90; page += 1)
      book.addPage([283, 425]).drawRectangle({ width: 90, height: 90 });
    const zip = Array.from({ length: 50 }, (_, index) => ({
      name: `etiqueta-${index}.zpl`,
      content: format,
    }));
    const files = [
      Buffer.from(format.repeat(300)),
      Buffer.from(await book.save()),
      makeZip(zip),
      // Commands that would repeat a label are removed from ZPL: one is printed.
      Buffer.from(format.replace('^XZ', '^PQ500^XZ')),
      Buffer.from(format),
    ];
    for (const [shipment, bytes] of files.entries())
      sandbox.inject({
        on: 'label-file',
        shipment,
        times: Infinity,
        fault: { type: 'file', bytes },
      });
    const twice = (body: unknown): unknown => {
      const { urls } = body as { readonly urls: readonly string[] };
      return { urls: urls.flatMap((url) => [url, `${url}#again`]) };
    };
    sandbox.inject({
      on: 'etiquetas',
      shipment: 4,
      times: Infinity,
      fault: { type: 'mutate', change: twice },
    });

    const first = await dispatch();
    expect(first.code, first.stderr).toBe(4);
    const lines = first.stderr.match(/#\d: 1 volumes, .*/g);
    expect(lines).toEqual(
      [300, 90, 50].map((n, at) => `#${at + 1}: 1 volumes, ${n} pages chosen of ${n}`),
    );
    expect(first.stderr).toContain('--accept many');
    expect(summaryOf(first.stdout)).toMatchObject({
      printed: false,
      concluded: false,
      labels: 2,
      pages: 2,
    });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    const last = await dispatch(['--accept', 'many', '--conclude', 'no']);
    expect(last.stderr).not.toContain('--accept many');
    expect(summaryOf(last.stdout)).toMatchObject({ labels: 5, pages: 442 });
  });

  it('concludes nothing if IT has made checking mandatory, and reports it', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    const { code, stdout, stderr } = await runCliHere(
      { T: sandbox.token, HOME: dir, DOCA_MUST_CHECK: 'true' },
      [
        ...[
          'dispatch',
          String(sandbox.firstGroupingId),
          '--base-url',
          sandbox.baseUrl,
          '--json',
          '--token-env',
          'T',
        ],
        ...['--data', join(dir, 'data'), '--out', join(dir, 'out')],
      ],
    );
    expect(code).toBe(4);
    expect(stderr).toContain('IT has made checking mandatory on this computer');
    expect(summaryOf(stdout)).toMatchObject({ printed: true, concluded: false });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
  });

  it('prints the pages that a rule of the desktop or of IT chooses for the shipping method', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    const sheets = [0, 1].map(
      (blue) => ({ place: 'upper left', box: `0 1 ${String(blue)}` }) as const,
    );
    sandbox.inject({
      on: 'label-file',
      shipment: 0,
      times: 2,
      fault: { type: 'file', bytes: makeSheets(sheets) },
    });
    const change = (body: unknown): unknown => ({
      ...(body as object),
      formaEnvio: { id: 7, nome: 'Loggi' },
    });
    sandbox.inject({ on: 'agrupamento', times: Infinity, fault: { type: 'mutate', change } });
    const rule = { method: { id: null, name: 'Loggi' }, choice: { pages: 'all', crop: 'auto' } };
    const run = (out: string, rules: readonly unknown[]) =>
      runCliHere({ T: sandbox!.token, HOME: dir, DOCA_PAGE_RULES: JSON.stringify(rules) }, [
        ...[
          'dispatch',
          String(sandbox!.firstGroupingId),
          '--base-url',
          sandbox!.baseUrl,
          '--json',
          '--token-env',
          'T',
        ],
        ...[
          '--data',
          join(dir, out),
          '--out',
          join(dir, out),
          '--conclude',
          'no',
          '--accept',
          'many',
        ],
      ]);
    expect(summaryOf((await run('without', [])).stdout)).toMatchObject({ pages: 1 });
    expect(summaryOf((await run('with', [rule])).stdout)).toMatchObject({ pages: 2 });
  });

  /** The ERP has two tracking codes the wrong way round: each label is of the other shipment. */
  async function swapLabels(): Promise<void> {
    sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf'] });
    const change = (body: unknown): unknown => {
      const grouping = structuredClone(body) as {
        expedicoes: { logistica: { codigoRastreio: string } }[];
      };
      const [, one, other] = grouping.expedicoes;
      [one!.logistica.codigoRastreio, other!.logistica.codigoRastreio] = [
        other!.logistica.codigoRastreio,
        one!.logistica.codigoRastreio,
      ];
      return grouping;
    };
    sandbox.inject({ on: 'agrupamento', times: Infinity, fault: { type: 'mutate', change } });
  }

  it('stops at labels of other shipments, with an exit code of its own, until they are confirmed', async () => {
    await swapLabels();
    // Accepting missing labels does not accept labels of others.
    const first = await startDispatch(['--accept', 'missing']);
    expect(first.code).toBe(7);
    expect(first.stderr).toContain(
      "2 labels stopped as another shipment's:\n  #2-3: This label belongs to another shipment",
    );
    expect(first.stderr).toContain('--accept other');
    const stopped = summaryOf(first.stdout);
    expect(stopped).toMatchObject({
      printed: false,
      concluded: false,
      labels: 1,
      read: { other: { count: 2 } },
    });
    expect(stopped.read.other.shipments).toEqual(stopped.failed.map(({ shipment }) => shipment));
    expect(sandbox!.conclusions(sandbox!.firstGroupingId)).toBe(0);
    const last = await dispatchReading({}, '--accept', 'other');
    expect(last.code, last.stderr).toBe(0);
    expect(last.stderr).toContain('taken as right: 2 labels');
    expect(summaryOf(last.stdout)).toMatchObject({ printed: true, concluded: true, labels: 3 });
  });

  it('does not read labels if IT or the desktop turned that off, IT first', async () => {
    await swapLabels();
    const home = findDesktopDataDir({}, dir);
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'settings.json'), JSON.stringify({ readLabels: false }));
    expect((await dispatchReading({ DOCA_READ_LABELS: 'true' })).code).toBe(7);
    const { code, stdout } = await dispatchReading({}, '--conclude', 'no');
    expect(code).toBe(0);
    const none = { count: 0, shipments: [] };
    expect(summaryOf(stdout)).toMatchObject({
      printed: true,
      read: { own: none, other: none, nothing: none },
    });
  });

  it('names the cancelled shipments, prints the others, and concludes only with the user’s decision about them', async () => {
    sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf'] });
    const change = (body: unknown): unknown => {
      const { expedicoes, ...rest } = body as {
        readonly expedicoes: readonly { readonly venda: object }[];
      };
      const [first, second, ...others] = expedicoes;
      return {
        ...rest,
        expedicoes: [first, { ...second, venda: { ...second?.venda, situacao: 2 } }, ...others],
      };
    };
    sandbox.inject({ on: 'agrupamento', fault: { type: 'mutate', change } });
    const first = await dispatch(['--accept', 'missing']);
    expect(first.code).toBe(4);
    expect(first.stderr).toContain('1 shipment not to leave:\n  #2: sale cancelled\n');
    expect(first.stderr).toContain('--accept cancelled');
    expect(summaryOf(first.stdout)).toMatchObject({ printed: true, labels: 2, concluded: false });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    const printed = await dispatch(['--accept', 'print-cancelled', '--conclude', 'no']);
    expect(summaryOf(printed.stdout)).toMatchObject({ labels: 3, concluded: false });
    const last = await dispatch();
    expect([last.code, summaryOf(last.stdout).concluded]).toEqual([4, false]);
    expect(last.stderr).toContain('1 shipment not to leave:\n  #2: sale cancelled\n');
    const accepted = await dispatch(['--accept', 'cancelled']);
    expect([accepted.code, summaryOf(accepted.stdout).concluded]).toEqual([0, true]);
  });

  it('names invoices that are not authorised, prints the others, and goes on with them only on request', async () => {
    sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf'] });
    const change = (body: unknown): unknown => {
      const grouping = structuredClone(body) as {
        expedicoes: { notaFiscal: { situacao: unknown } }[];
      };
      grouping.expedicoes[0]!.notaFiscal.situacao = '6';
      grouping.expedicoes[1]!.notaFiscal.situacao = '4';
      return grouping;
    };
    sandbox.inject({ on: 'agrupamento', times: Infinity, fault: { type: 'mutate', change } });
    const first = await dispatch();
    expect(first.code).toBe(4);
    const named = '1 shipment with an invoice that is not authorised yet:\n  #2: invoice sent\n';
    expect(first.stderr.split(named)).toHaveLength(2);
    expect(first.stderr).toContain('--accept unauthorised');
    expect(summaryOf(first.stdout)).toMatchObject({ printed: true, labels: 2, concluded: false });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    const last = await dispatch(['--accept', 'unauthorised']);
    expect([last.code, last.stderr]).toEqual([0, expect.stringContaining(named)]);
    expect(summaryOf(last.stdout)).toMatchObject({ labels: 3, concluded: true });
  });

  it('says before it prints what stands against leaving, by place, and in JSON', async () => {
    sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf'] });
    const change = (body: unknown): unknown => {
      const grouping = structuredClone(body) as {
        expedicoes: { notaFiscal: unknown; tipoObjeto: unknown }[];
      };
      for (const one of grouping.expedicoes.slice(1))
        Object.assign(one, { notaFiscal: null, tipoObjeto: 'venda' });
      return { ...grouping, formaEnvio: { id: 9, nome: 'Loggi' } };
    };
    sandbox.inject({ on: 'agrupamento', times: Infinity, fault: { type: 'mutate', change } });
    const { stderr, stdout } = await dispatch(['--conclude', 'no']);
    expect(stderr).toContain('#2-3: Loggi · No invoice: since 6 April 2026 it needs a DC-e');
    const { light, problems } = summaryOf(stdout);
    expect(light).toBe('amber');
    expect(problems[0]).toEqual({
      kind: 'no-invoice',
      shipmentIds: [expect.any(Number), expect.any(Number)],
      detail: 'Loggi',
    });
  });

  it('concludes without missing labels only if they are accepted', async () => {
    sandbox = await startFaultySandbox({ shipments: 3, formats: ['pdf'], labelLess: 1 });
    const change = (body: unknown): unknown => ({
      ...(body as object),
      formaEnvio: { id: 9, nome: 'Shopee Xpress' },
    });
    sandbox.inject({ on: 'agrupamento', fault: { type: 'mutate', change } });
    const first = await dispatch();
    expect(first.code).toBe(4);
    expect(first.stderr).toContain('#3: Shopee · The ERP does not provide this label;');
    expect(first.stderr).toContain('Forma de envio não possui recurso de etiquetas');
    expect(summaryOf(first.stdout)).toMatchObject({
      concluded: false,
      failed: [{ kind: 'label-in-panel' }],
    });
    const { code, stdout } = await dispatch(['--accept', 'missing']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ labels: 2, concluded: true });
  });

  it('creates all files for this user only, also if older ones were more open, and sweeps', async () => {
    sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf', 'zpl'] });
    await mkdir(join(dir, 'data'), { mode: 0o755 });
    await writeFile(join(dir, 'data', 'journal.db'), '', { mode: 0o644 });
    expect((await dispatch(['--conclude', 'no'])).code).toBe(0);
    expect(listOpenToOthers(join(dir, 'data'))).toEqual([]);
    expect(listOpenToOthers(join(dir, 'out'))).toEqual([]);
    expect(listOpenToOthers(findStationDir(dir))).toEqual([]);
    const written = await readdir(join(dir, 'out'));
    const leftover = join(dir, 'out', '.00000000-4000000-0123456789abcdef.part');
    await writeFile(leftover, 'half a label');
    await utimes(leftover, new Date(0), new Date(0));
    expect((await dispatch()).code).toBe(0);
    expect(await readdir(join(dir, 'out'))).toEqual(written);
  });

  it.each([
    [
      'an option that there is not',
      ['dispatch', '1', '--base-url', 'x', '--frob', '--json'],
      2,
      'invalid-input',
    ],
    [
      'an address that is none',
      ['dispatch', '1', '--base-url', 'x', '--token-env', 'T', '--json'],
      2,
      'address-malformed',
    ],
    [
      'no token',
      ['dispatch', '1', '--base-url', 'https://erp.invalid', '--token-env', 'U', '--json'],
      3,
      'no-token',
    ],
    [
      'a folder that cannot be made',
      [
        'dispatch',
        '1',
        '--base-url',
        'https://erp.invalid',
        '--token-env',
        'T',
        '--data',
        belowAFile,
        '--json',
      ],
      5,
      'disk',
    ],
  ])('ends --json with one line also for %s', async (_name, args, exitCode, kind) => {
    const { code, stdout, stderr } = await runCliHere({ T: 'x', HOME: dir }, args);
    expect(code).toBe(exitCode);
    const last = JSON.parse(stdout.trim().split('\n').at(-1)!) as unknown;
    expect(last).toMatchObject({ exitCode, fault: { kind }, conclusion: null });
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('ends --json with the failure and the state of the conclusion', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    const unknown = await dispatch(['--data', join(dir, 'other')], '', sandbox.token);
    expect(summaryOf(unknown.stdout)).toMatchObject({
      exitCode: 0,
      fault: null,
      conclusion: 'concluded',
    });
    const { stdout, code } = await runCliHere({ T: sandbox.token, HOME: dir }, [
      ...['dispatch', '999999', '--base-url', sandbox.baseUrl, '--token-env', 'T', '--json'],
      ...['--data', join(dir, 'data'), '--out', join(dir, 'out')],
    ]);
    expect(code).toBe(5);
    expect(summaryOf(stdout)).toMatchObject({
      exitCode: 5,
      fault: { kind: 'not-found', status: 404 },
      conclusion: null,
    });
  });

  it('takes the next token from standard input in every phase, and concludes once', async () => {
    const turns = [
      'info 1',
      'info 2',
      'agrupamento 1',
      'etiquetas 1',
      'label-file 2',
      'agrupamento 2',
    ];
    const seen = new Map<string, number>();
    let serial = 1;
    const isTurn = (endpoint: string): boolean => {
      const nth = (seen.get(endpoint) ?? 0) + 1;
      seen.set(endpoint, nth);
      return turns.includes(`${endpoint} ${nth}`);
    };
    sandbox = await startFaultySandbox({
      shipments: 2,
      formats: ['pdf'],
      token: 'token-1',
      // The token expires with the answer to such a request.
      watch: (request, answer) =>
        isTurn(request.endpoint)
          ? answer(request).then((delivery) => {
              sandbox!.changeToken(`token-${++serial}`);
              return delivery;
            })
          : null,
    });
    const lines = Array.from(
      { length: turns.length + 1 },
      (_, index) => `${index === 2 ? 'Bearer ' : ''}token-${index + 1}`,
    );
    const { code, stderr, stdout } = await dispatch(['--token-stdin'], `${lines.join('\n')}\n`);
    expect(code, stderr).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ labels: 2, failed: [], concluded: true });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    expect(serial).toBe(turns.length + 1);
  });

  it('takes the next line if a known grouping is opened again, and reports its changes', async () => {
    sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'], token: 'token-1' });
    expect((await dispatch(['--conclude', 'no'])).code).toBe(0);
    sandbox.changeToken('token-2');
    sandbox.addShipment(sandbox.firstGroupingId);
    const { code, stdout, stderr } = await dispatch(
      ['--token-stdin', '--conclude', 'no'],
      'token-1\ntoken-2\n',
    );
    expect(code, stderr).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ labels: 3 });
  });

  it('skips lines that are no token, or the refused one', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'], token: 'good' });
    const { code, stderr } = await dispatch(['--token-stdin'], 'bad\nbad\ntwo words\n\ngood\n');
    expect(code, stderr).toBe(0);
    sandbox.changeToken('other');
    expect((await dispatch(['--token-stdin', '--conclude', 'no'], 'two words\nother\n')).code).toBe(
      0,
    );
  });

  it('waits for an ERP and a label host that come back', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    // Once more than either is tried without patience.
    sandbox.inject({ on: 'etiquetas', times: 5, fault: { type: 'status', status: 503 } });
    sandbox.inject({ on: 'label-file', times: 3, fault: { type: 'status', status: 503 } });
    const { code, stdout } = await dispatch(['--patience', '60']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toMatchObject({ labels: 1, failed: [], concluded: true });
  });

  it('names the error of the command line, with code 2', async () => {
    const { code, stderr, stdout } = await runCli({ HOME: dir }, [
      'dispatch',
      '1',
      '--base-url',
      'ftp://erp.example',
      '--token-env',
      'T',
    ]);
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
    expect(stdout).toBe('');
  });

  it('names the file of labels that is not there, and the port that another program has', async () => {
    sandbox = await startFaultySandbox({ shipments: 1 });
    const gone = join(dir, 'gone.zip');
    const labels = await dispatch(['--labels', gone]);
    expect([labels.code, labels.stderr]).toEqual([2, expect.stringContaining(gone)]);
    const { port } = new URL(sandbox.baseUrl);
    const second = await runCliHere({}, ['sandbox', '--port', port]);
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining(`--port ${port}`)]);
  });

  it('ends with its work although its input stays open, as that of a terminal does', async () => {
    sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
    const program = describeCliStart();
    const args = ['dispatch', String(sandbox.firstGroupingId), '--base-url', sandbox.baseUrl];
    const child = spawn(
      process.execPath,
      [...program.args, ...args, '--token-stdin', '--data', dir, '--out', dir],
      { env: { ...process.env, ...program.env, ...nameHome(dir) } },
    );
    child.stdin.write(`${sandbox.token}\n`);
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });

  it('goes on, and concludes, when nobody reads its output any more', async () => {
    sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
    const program = describeCliStart();
    const args = ['dispatch', String(sandbox.firstGroupingId), '--base-url', sandbox.baseUrl];
    const child = spawn(
      process.execPath,
      [...program.args, ...args, '--token-env', 'T', '--data', dir, '--out', dir],
      { env: { ...process.env, ...program.env, ...nameHome(dir), T: sandbox.token } },
    );
    child.stdout.destroy();
    child.stderr.destroy();
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });
});
