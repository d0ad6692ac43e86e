import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, it, onTestFinished } from 'vitest';
import { makeLabel } from '../../src/training-erp/art/index.ts';
import { runCliWith } from '../support/cli.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { readCodesHere } from '../support/label-process/codes-here.ts';
import { describeWithTools } from '../support/tools.ts';
import { makeZip } from '../support/zip.ts';

/*
 * Files as users of marketplaces describe them (field notes); the labels in them are the training
 * ERP's, because no panel's file may be published. What is on paper is read by Poppler.
 */
async function openPanel(shipments: number) {
  const dir = await mkdtemp(join(tmpdir(), 'doca-files-'));
  const sandbox = await startFaultySandbox({
    kinds: ['mercado-envios', 'own'],
    groupings: 0,
    shipments,
  });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(dir, { recursive: true });
  });
  const [grouping, other] = [...sandbox.world.groupings.values()];
  const labels = grouping!.shipments;
  const label = (at: number, format: 'pdf' | 'png' | 'zpl') =>
    makeLabel(sandbox.world.describe(grouping!, labels[at]!), format);
  const stranger = (format: 'pdf' | 'zpl') =>
    makeLabel(sandbox.world.describe(other!, other!.shipments[0]!), format);
  const codes = labels.map(({ dispatch }) => dispatch.logistica.codigoRastreio);
  const ship = async (
    files: Readonly<Record<string, Uint8Array>>,
    options: readonly string[] = [],
  ) => {
    const folder = join(dir, 'Downloads');
    await mkdir(folder, { recursive: true });
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    const { code, output } = await runCliWith(
      { startCodeProcess: readCodesHere },
      { T: sandbox.token, HOME: dir, DOCA_READ_LABELS: 'false' },
      [
        ...['dispatch', String(grouping!.id), '--base-url', sandbox.baseUrl, '--token-env', 'T'],
        ...['--data', join(dir, 'data'), '--out', join(dir, 'out'), '--labels', folder, ...options],
      ],
    );
    return {
      code,
      said: output
        .split('\n')
        .filter((line) => /^\d+ labels? o[fn] |^ {2}\S+(?: no|\.gif:)/.test(line)),
    };
  };
  const readPaper = (): readonly string[] => {
    const out = join(dir, 'out');
    const [pdf] = readdirSync(out).filter((name) => name.endsWith('.pdf'));
    if (pdf === undefined) return [];
    return execFileSync('pdftotext', [join(out, pdf), '-'], { encoding: 'utf8' })
      .split('\f')
      .slice(0, -1);
  };
  return { label, stranger, codes, ship, readPaper };
}

async function joinPdfs(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = await PDFDocument.create();
  for (const file of files) {
    const one = await PDFDocument.load(file);
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page);
  }
  return all.save();
}

/** Four labels on each sheet of A4, as some panels print them. */
async function layOnA4(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = await PDFDocument.create();
  for (let at = 0; at < files.length; at += 4) {
    const page = all.addPage([595.28, 841.89]);
    for (const [place, file] of files.slice(at, at + 4).entries()) {
      const [embedded] = await all.embedPdf(file);
      page.drawPage(embedded!, {
        x: 7 + (place % 2) * 297,
        y: 7 + (place < 2 ? 421 : 0),
        width: 272,
        height: 408,
      });
    }
  }
  return all.save();
}

describeWithTools(['pdftotext'], 'files from a panel', () => {
  it('as one ZPL file and one PDF, in other orders, with a label twice and a stranger', async () => {
    const { label, stranger, codes, ship, readPaper } = await openPanel(6);
    const { code, said } = await ship(
      {
        'a.txt': Buffer.concat(
          await Promise.all([label(5, 'zpl'), label(0, 'zpl'), label(3, 'zpl')]),
        ),
        'b.pdf': await joinPdfs([
          await label(4, 'pdf'),
          await stranger('pdf'),
          await label(2, 'pdf'),
          await label(2, 'pdf'),
          await label(1, 'pdf'),
        ]),
      },
      ['--accept', 'unplaced'],
    );
    expect(said[0]).toBe('6 labels of the files on their rows; 1 there already');
    expect(said.slice(1)).toEqual([
      '1 label on no row:',
      expect.stringMatching(/^ {2}b\.pdf no\. 2: It belongs to no/),
    ]);
    expect(code).toBe(0);
    const paper = readPaper();
    expect(paper).toHaveLength(6);
    for (const [at, page] of paper.entries()) expect(page.replace(/\s/g, '')).toContain(codes[at]);
  });

  it('in a picture format that is not read, named with what to do', async () => {
    const { label, ship } = await openPanel(2);
    const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0');
    const { code, said } = await ship({ 'a.pdf': await label(0, 'pdf'), 'b.gif': gif });
    expect(said.slice(0, 2)).toEqual(['1 label of the files on its row', '1 label on no row:']);
    expect(said[2]).toMatch(/^ {2}b\.gif: GIF · The label came as a picture/);
    expect(code).toBe(4);
  });

  it('as A4 sheets of four, archives in archives and pictures, with swapped names', async () => {
    const { label, codes, ship, readPaper } = await openPanel(9);
    const pdfs = await Promise.all([6, 2, 0, 4, 7].map((at) => label(at, 'pdf')));
    const inner = makeZip([
      { name: `${codes[3]}.png`, content: await label(3, 'png') },
      { name: 'Controle.pdf', content: await label(5, 'pdf') },
      { name: '5.pdf', content: await label(5, 'pdf') },
    ]);
    const outer = makeZip([
      { name: 'lote.zip', content: inner },
      // The name says another one than the label itself.
      { name: `${codes[1]}.pdf`, content: await label(8, 'pdf') },
    ]);
    const files = { 'folha.pdf': await layOnA4(pdfs), 'tudo.zip': outer };
    const first = await ship(files);
    expect(first.said).toEqual([
      '7 labels of the files on their rows',
      '1 label on no row:',
      '  tudo.zip no. 3: It names several shipments.',
    ]);
    expect(first.code).toBe(4);
    expect(readPaper()).toEqual([]);
    const again = await ship(files, ['--accept', 'unplaced,missing']);
    expect(again.said[0]).toBe('0 labels of the files on their rows; 7 there already');
    expect(again.code).toBe(0);
    // The fourth is a picture.
    const shown = [0, 2, null, 4, 5, 6, 7];
    const paper = readPaper();
    expect(paper).toHaveLength(shown.length);
    for (const [at, of] of shown.entries())
      if (of !== null) expect(paper[at]!.replace(/\s/g, '')).toContain(codes[of]);
  });
});
