import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readInvoice } from '../../../src/main/labels/danfe/invoice.ts';
import { layOutDanfe, writeDanfe } from '../../../src/main/labels/danfe/paper.ts';
import type { Item } from '../../../src/main/labels/danfe/paper.ts';
import { burn } from '../../printing/support/raster.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { rasterise } from '../../support/pdf-pixels.ts';
import { keyOf, makeInvoice, usualInvoice } from '../../support/invoices.ts';
import type { InvoiceFacts } from '../../support/invoices.ts';
import { describeWithTools } from '../../support/tools.ts';

/*
 * The paper of technical note NT 2020.004, "DANFE Simplificado - Etiqueta": the note sets fields,
 * least sizes and the corner of the key, and leaves the arrangement to the issuer. The fields and
 * sizes here are those of the note and, for the code, of the MOC's annex II, as the note's public
 * summaries state them; the arrangement is Doca's own.
 */

const square = { widthMm: 100, heightMm: 100 };
const tall = { widthMm: 100, heightMm: 150 };
const papers = [square, tall];
const lettered = { cnpj: 'AB3C5678000A95' };

const layOut = (paper: typeof tall, change: Partial<InvoiceFacts> = {}): readonly Item[] =>
  layOutDanfe(readInvoice(Buffer.from(makeInvoice(change))), paper);
const texts = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ kind }) => kind === 'text');
const listFields = (items: readonly Item[]) =>
  texts(items)
    .filter(({ title }) => title !== '')
    .map(({ title, text }) => [title, text]);

it.each(papers)("shows the note's fields on $widthMm x $heightMm", (paper) => {
  const items = layOut(paper);
  expect(texts(items)[0]?.text).toBe('DANFE SIMPLIFICADO - ETIQUETA');
  expect(items.filter(({ kind }) => kind === 'code').map(({ text }) => text)).toEqual([
    keyOf(usualInvoice),
  ]);
  const fields = listFields(items).filter(([title]) => title !== 'INFORMAÇÕES COMPLEMENTARES');
  expect(fields).toEqual([
    ['CHAVE DE ACESSO', keyOf(usualInvoice).replaceAll(/.{4}(?=.)/g, '$& ')],
    ['PROTOCOLO DE AUTORIZAÇÃO DE USO', '135260000123456 - 26/11/2026 21:12:07'],
    ['OPERAÇÃO', '1 - SAÍDA'],
    ['NÚMERO', '000.102.341'],
    ['SÉRIE', '001'],
    ['EMISSÃO', '26/11/2026'],
    ['EMITENTE - NOME/RAZÃO SOCIAL', usualInvoice.issuer],
    ['CNPJ', '12.222.333/0001-81'],
    ['INSCRIÇÃO ESTADUAL', '110042490114'],
    ['UF', 'SP'],
    ['DESTINATÁRIO - NOME/RAZÃO SOCIAL', usualInvoice.recipient],
    ['CPF', '123.456.789-09'],
    ['UF', 'MG'],
    ['VALOR TOTAL DA NOTA', 'R$ 12.345,60'],
  ]);
  // Each under its title, in the same cell.
  for (const one of texts(items).filter(
    ({ title }) => title !== '' && title !== 'INFORMAÇÕES COMPLEMENTARES',
  )) {
    const above = texts(items).filter(({ text, x }) => text === one.title && x === one.x);
    expect(above.some(({ y, height }) => y + height <= one.y && one.y - y < 40)).toBe(true);
  }
});

it('says that an invoice of the test service has no fiscal value', () => {
  for (const paper of papers)
    expect(listFields(layOut(paper, { environment: '2' }))).toContainEqual([
      'HOMOLOGAÇÃO',
      'SEM VALOR FISCAL',
    ]);
});

/**
 * Any name and note that an invoice can have, and some that it cannot; any number, with the key's
 * right check digit.
 */
const anyInvoice: fc.Arbitrary<Partial<InvoiceFacts>> = fc.record({
  number: fc.integer({ min: 1, max: 999_999_999 }).map(String),
  series: fc.integer({ min: 0, max: 999 }).map(String),
  cnpj: fc.stringMatching(/^[0-9A-Z]{12}[0-9]{2}$/),
  issuer: fc.stringMatching(/^[A-ZÀ-Ü][A-Za-zÀ-ü &'<>.^~_\\-]{0,119}$/),
  recipient: fc.stringMatching(/^[A-ZÀ-Ü][A-Za-zÀ-ü &'<>.^~_\\-]{0,119}$/),
  recipientId: fc.constantFrom(
    '<CPF>12345678909</CPF>',
    '<CNPJ>1A222333000181</CNPJ>',
    '<idEstrangeiro/>',
  ),
  total: fc
    .bigInt({ min: 0n, max: 999_999_999_999_999n })
    .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`),
  notes: fc.stringMatching(/^[A-Za-zÀ-ü0-9 |^~]{0,3000}$/),
  environment: fc.constantFrom('1', '2'),
});

it('has room for every invoice: all of it on the paper, nothing over another, letters and code of the least size', () => {
  fc.assert(
    fc.property(anyInvoice, fc.constantFrom(...papers), (change, paper) => {
      const items = layOut(paper, change);
      const [width, height] = [paper.widthMm * 8, paper.heightMm * 8];
      for (const one of items) {
        expect(one.x).toBeGreaterThanOrEqual(16);
        expect(one.y).toBeGreaterThanOrEqual(16);
        expect(one.x + one.width).toBeLessThanOrEqual(width - 16);
        expect(one.y + one.height).toBeLessThanOrEqual(height - 16);
      }
      const inked = items.filter(({ kind }) => kind !== 'box');
      for (const [at, one] of inked.entries())
        for (const other of inked.slice(at + 1)) {
          const apart =
            one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y;
          expect(apart, `${one.text} | ${other.text}`).toBe(true);
        }
      // 6 points are 17 dots; a code of 60 by 8 mm, with 10 modules of two dots on either side.
      for (const one of texts(items)) expect(one.height).toBeGreaterThanOrEqual(17);
      const code = items.find(({ kind }) => kind === 'code')!;
      expect([
        code.width + 40 >= 480,
        code.height >= 64,
        code.x >= 20,
        code.x + code.width <= width - 20,
      ]).toEqual([true, true, true, true]);
      expect(code.text).toBe(keyOf({ ...usualInvoice, ...change }));
      // Names and notes alone may be cut.
      const cut = texts(items)
        .filter(({ text }) => text.endsWith('…'))
        .map(({ title }) => title);
      for (const title of cut)
        expect(title).toMatch(/^(EMITENTE|DESTINATÁRIO) - NOME|^INFORMAÇÕES/);
      expect(
        listFields(items).filter(([title]) => !title!.startsWith('INFO')).length,
      ).toBeGreaterThanOrEqual(13);
    }),
    { numRuns: 300 },
  );
});

it('keeps a name of 60 capitals, which is the longest of an invoice, and cuts a longer one', () => {
  const [longest, longer] = [
    'ASSOCIAÇÃO DOS PRODUTORES DE CAFÉ DA SERRA DA MANTIQUEIRA SA',
    'Associação '.repeat(12),
  ];
  expect(longest).toHaveLength(60);
  const find = (recipient: string): string | undefined =>
    listFields(layOut(square, { recipient })).find(([title]) =>
      title?.startsWith('DESTINATÁRIO'),
    )?.[1];
  expect(find(longest)).toBe(longest);
  expect(find(longer)).toMatch(/^Associação Associação .*…$/);
});

it('shows as much of endless notes as there is room for', () => {
  const notes = listFields(layOut(tall, { notes: 'semespaço'.repeat(50_000) })).filter(([title]) =>
    title!.startsWith('INFO'),
  );
  expect(notes.length).toBeGreaterThan(2);
  expect(notes.at(-1)![1]).toMatch(/…$/);
});

const bench = new LabelBench();
afterAll(() => bench.close());
const wasm = readFileSync(
  createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
);
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
});

const asciiOf = (words: string): string => words.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '');

/** Returns the codes that a reader which is not ours finds in dots, dark below 128. */
async function read(
  dots: ArrayLike<number>,
  step: number,
  height: number,
): Promise<readonly string[]> {
  const data = new Uint8ClampedArray(800 * height * 4).fill(255);
  for (let at = 0; at < 800 * height; at += 1)
    data.fill(dots[at * step]! < 128 ? 0 : 255, at * 4, at * 4 + 3);
  const options = { tryHarder: true, tryRotate: false };
  const results = await readBarcodes({ data, width: 800, height, colorSpace: 'srgb' }, options);
  return results.map(({ format, text }) => `${format} ${text}`);
}

describeWithTools(['pdftoppm', 'pdftotext'], 'the paper as it is printed', () => {
  it.each([
    ['tall', tall, {}],
    ['square', square, {}],
    ['tall, with letters', tall, lettered],
    ['square, with letters', square, lettered],
  ] as const)(
    '%s: ZXing reads the key, and Poppler the words, in the PDF and in the ZPL of another program',
    async (_, paper, change) => {
      const items = layOut(paper, change);
      const zpl = writeDanfe(items, paper);
      const path = await bench.accept(Buffer.from(zpl), { paper });
      const pdf = await bench.pdf([path]);
      const [page] = rasterise(pdf, 203.2);
      const height = paper.heightMm * 8;
      expect([page!.width, page!.height]).toEqual([800, height]);
      const key = `Code128 ${keyOf({ ...usualInvoice, ...change })}`;
      expect(await read(page!.rgb, 3, height)).toEqual([key]);
      // The other program takes the manual's `>5` (subset C) after letters for another function.
      if (change !== lettered) {
        const { gray } = await burn(zpl, 8, { width: 800, height });
        expect(await read(gray, 1, height)).toEqual([key]);
        // Its letters are wider, as a printer's are: they still end within the frame.
        expect(gray.filter((dot, at) => dot < 128 && at % 800 >= 780)).toHaveLength(0);
      }
      const words = execFileSync('pdftotext', ['-layout', '-', '-'], {
        input: pdf,
        encoding: 'utf8',
      });
      for (const { text } of texts(items)) expect(asciiOf(words)).toContain(asciiOf(text));
      expect(words).toContain('João Conceição da Invenção');
    },
  );
});
