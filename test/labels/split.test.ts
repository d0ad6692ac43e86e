import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, it, onTestFinished } from 'vitest';
import { createCodeReader, createLabelBook } from '../../src/main/labels/index.ts';
import { readCodesHere } from '../support/label-process/codes-here.ts';
import { readLabelsHere } from '../support/label-process/here.ts';
import { makeZip } from '../support/zip.ts';

async function makePages(words: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const word of words)
    document.addPage([283, 425]).drawText(word, { x: 20, y: 300, size: 14 });
  return document.save();
}

function openBook() {
  const folder = mkdtempSync(join(tmpdir(), 'doca-split-'));
  const spillDir = join(folder, 'spill');
  const book = createLabelBook({ startProcess: readLabelsHere, spillDir });
  const codes = createCodeReader(readCodesHere);
  onTestFinished(async () => {
    await Promise.all([book.close(), codes.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
  const split = async (content: Uint8Array | string) => {
    const path = join(folder, 'many.label');
    writeFileSync(path, content);
    const answer = await book.split(path);
    if (!answer.ok) throw new Error(answer.fault.kind);
    return answer.value;
  };
  return { book, codes, split, spillDir };
}

const zpl = (text: string): string => `^XA^FO10,10^BY3^BCN,100^FD${text}^FS^XZ`;

it('cuts a PDF into pages that are labels of their own, and removes the pieces', async () => {
  const { book, codes, split, spillDir } = openBook();
  const { pieces, remove } = await split(await makePages(['AA 123', 'BB 456', 'CC 789']));
  expect(pieces.map(({ name, format }) => [name, format])).toEqual(
    Array.from({ length: 3 }, () => [null, 'pdf']),
  );
  for (const { path } of pieces) {
    expect(await book.prepare(path)).toMatchObject({ value: { pages: 1, filePages: 1 } });
  }
  const texts = await Promise.all(pieces.map(({ path }) => codes.readText(path)));
  expect(texts.map((text) => text?.trim())).toEqual(['AA 123', 'BB 456', 'CC 789']);
  const folders = (): readonly string[] =>
    readdirSync(spillDir).filter((name) => name.startsWith('labels-'));
  expect(folders()).toHaveLength(1);
  await remove();
  expect(folders()).toEqual([]);
});

it('cuts sheets of several labels into these, and leaves other pages whole', async () => {
  const { book, split } = openBook();
  const document = await PDFDocument.create();
  const sheet = document.addPage([595.28, 841.89]);
  for (const [x, y] of [
    [15, 436],
    [313, 436],
    [15, 15],
  ] as const)
    sheet.drawRectangle({ x, y, width: 260, height: 390 });
  document.addPage([595.28, 841.89]).drawRectangle({ x: 20, y: 460, width: 260, height: 370 });
  const { pieces } = await split(await document.save());
  const sizes = [];
  for (const { path } of pieces) {
    const prepared = await book.prepare(path, { pages: 'all', crop: 'whole' });
    sizes.push(prepared.ok ? prepared.value.paper.heightMm : prepared.fault.kind);
  }
  expect(sizes).toEqual([150, 150, 150, 297]);
});

it('leaves the paper of an invoice in ZPL with the label before it', async () => {
  const { split } = openBook();
  const key = '35261112345678000195550010000055541746500122';
  const danfe = `^XA^FO9,9^A0N,30^FDDANFE SIMPLIFICADO^FS^FO10,90^BCN,90^FD>;${key}^FS^XZ`;
  const { pieces } = await split(`${zpl('AA123')}${danfe}${zpl('BB456')}${danfe}`);
  expect(pieces.map(({ path }) => readFileSync(path, 'latin1'))).toEqual([
    // The bars' width that holds on a printer too.
    `${zpl('AA123')}^XA^BY3^XZ${danfe}`,
    `${zpl('BB456')}^XA^BY3^XZ${danfe}`,
  ]);
});

it('cuts an archive into its files, byte for byte, by their names', async () => {
  const { codes, split } = openBook();
  const page = await makePages(['AA 123']);
  const { pieces } = await split(
    makeZip([
      { name: 'AA123.pdf', content: page },
      { name: 'envios/BB456.txt', content: zpl('BB456') },
      { name: 'leia-me.txt', content: 'obrigado' },
    ]),
  );
  expect(pieces.map(({ name, format }) => [name, format])).toEqual([
    ['AA123.pdf', 'pdf'],
    ['envios/BB456.txt', 'zpl'],
  ]);
  expect(readFileSync(pieces[0]!.path)).toEqual(Buffer.from(page));
  expect(await codes.readText(pieces[1]!.path)).toBe('BB456');
});

it('cuts ZPL into labels, and keeps labels together that depend on earlier commands', async () => {
  const { split } = openBook();
  expect((await split(zpl('A') + zpl('B') + zpl('C'))).pieces).toHaveLength(3);
  expect((await split(`^XA^PW800^XZ${zpl('A')}${zpl('B')}`)).pieces).toHaveLength(1);
  expect((await split(`~DGR:X.GRF,1,1,FF${zpl('A')}${zpl('B')}`)).pieces).toHaveLength(1);
});

it('refuses files that are no labels, and leaves nothing of them on the disk', async () => {
  const { split, spillDir } = openBook();
  await expect(split('<html><body>Erro</body></html>')).rejects.toThrow('label-');
  await expect(split('%PDF-1.7 and no more')).rejects.toThrow('label-corrupt');
  expect(readdirSync(spillDir).filter((name) => name.startsWith('labels-'))).toEqual([]);
});

it('deletes the pieces of a dead program', () => {
  const { spillDir } = openBook();
  const gone = join(spillDir, 'labels-999999999-0123');
  writeFileSync(gone, '');
  const next = createLabelBook({ startProcess: readLabelsHere, spillDir });
  onTestFinished(() => next.close());
  expect(readdirSync(spillDir)).not.toContain('labels-999999999-0123');
});
