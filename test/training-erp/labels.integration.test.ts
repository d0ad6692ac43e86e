import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { burn, scan as scanDots } from '../printing/support/raster.ts';
import { describeWithTools } from '../support/tools.ts';
import { call, open } from './client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-sandbox-'));

beforeAll(() => {
  const wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
  );
  const { buffer, byteOffset, byteLength } = wasmBinary;
  prepareZXingModule({
    overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) },
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

function saved(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Returns kind and text of every symbol that a scanner reads on an image. */
async function scan(png: Uint8Array): Promise<string[]> {
  const results = await readBarcodes(new Uint8Array(png), {
    formats: ['Code128', 'QRCode'],
    tryHarder: true,
  });
  return results.map(({ format, text }) => `${format} ${text}`).sort();
}

/** The page as a printer of 203 dpi sees it. */
function raster(pdfPath: string): Uint8Array {
  const target = pdfPath.replace(/\.pdf$/, '');
  execFileSync('pdftoppm', ['-r', '203', '-gray', '-png', '-singlefile', pdfPath, target]);
  return readFileSync(`${target}.png`);
}

/**
 * Returns the symbols that the first grouping's labels must have: tracking code and CEP as bars,
 * all of it as QR.
 */
async function expectedSymbols(
  sandbox: Awaited<ReturnType<typeof open>>,
  grouping: number,
): Promise<string[][]> {
  const { json } = await call(sandbox, 'GET', `/expedicao/${grouping}`);
  return json.expedicoes.map(({ id, destinatario, logistica }) => {
    const code = logistica.codigoRastreio === '' ? `EXP${id}` : logistica.codigoRastreio;
    const cep = destinatario.endereco.cep.replace('-', '');
    return [
      `Code128 ${cep}`,
      `Code128 ${code}`,
      `QRCode ${code}|${cep}|${json.identificacao}`,
    ].sort();
  });
}

async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(
    Buffer.from(bytes),
    {
      lazyEntries: true,
    },
  );
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(files));
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error !== null) {
          reject(error);
          return;
        }
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          files.set(entry.fileName, Buffer.concat(chunks));
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
}

describeWithTools(['qpdf', 'pdftoppm'], 'PDF labels', () => {
  it('are clean for qpdf, one page of 100×150 mm, and readable', async () => {
    const sandbox = await open({ formats: ['pdf'], shipments: 6, groupings: 3 });
    for (const grouping of [groupingIdOf(0), groupingIdOf(1), groupingIdOf(2)]) {
      const expected = await expectedSymbols(sandbox, grouping);
      for (const [place, symbols] of expected.slice(0, 2).entries()) {
        const bytes = await sandbox.labelBytes(grouping, place);
        const path = saved(`${grouping}-${place}.pdf`, bytes);
        expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
          'No syntax or stream',
        );
        const document = await PDFDocument.load(bytes);
        expect(document.getPageCount()).toBe(1);
        const { width, height } = document.getPage(0).getSize();
        expect((width / 72) * 25.4).toBeCloseTo(100, 2);
        expect((height / 72) * 25.4).toBeCloseTo(150, 2);
        expect(await scan(raster(path))).toEqual(symbols);
      }
    }
  });

  it('are as readable on sheets and halves of A4', async () => {
    for (const [kind, place, labels] of [
      ['correios', 3, 4],
      ['amazon', 0, 1],
    ] as const) {
      const sandbox = await open({ groupings: 0, kinds: [kind] });
      const { json } = await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`);
      const { id, destinatario, logistica } = json.expedicoes[place]!;
      const cep = destinatario.endereco.cep.replace('-', '');
      const code = kind === 'amazon' ? `TBR${id}` : logistica.codigoRastreio;
      const one = [`Code128 ${cep}`, `Code128 ${code}`, `QRCode ${code}|${cep}|8412`];
      const path = saved(`${kind}.pdf`, await sandbox.labelBytes(groupingIdOf(0), place));
      expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
        'No syntax or stream',
      );
      expect(await scan(raster(path))).toEqual(
        Array.from({ length: labels }, () => one)
          .flat()
          .sort(),
      );
    }
  });
});

describe('PNG labels', () => {
  it('are 800×1200 pixels, the same each time, and readable', async () => {
    const sandbox = await open({ formats: ['png'], shipments: 3 });
    const again = await open({ formats: ['png'], shipments: 3 });
    const expected = await expectedSymbols(sandbox, groupingIdOf(0));
    for (const [place, symbols] of expected.entries()) {
      const bytes = Buffer.from(await sandbox.labelBytes(groupingIdOf(0), place));
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([800, 1200]);
      expect(bytes.compare(await again.labelBytes(groupingIdOf(0), place))).toBe(0);
      expect(await scan(bytes)).toEqual(symbols);
    }
  });
});

describe('ZPL labels', () => {
  it('are one label each, in UTF-8, and readable once rendered', async () => {
    const sandbox = await open({ formats: ['zpl'], shipments: 3 });
    const expected = await expectedSymbols(sandbox, groupingIdOf(0));
    const { json } = await call(sandbox, 'GET', `/expedicao/${groupingIdOf(0)}`);
    for (const [place, symbols] of expected.entries()) {
      const bytes = await sandbox.labelBytes(groupingIdOf(0), place);
      const zpl = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      expect(zpl).toMatch(/^\^XA\n\^CI28\n/);
      expect(zpl.match(/\^X[AZ]/g)).toEqual(['^XA', '^XZ']);
      expect(zpl).toContain(json.expedicoes[place]!.destinatario.endereco.municipio);
      expect(await scanDots(await burn(zpl, 8, { width: 800, height: 1200 }))).toEqual(symbols);
    }
  });
});

describeWithTools(['qpdf'], 'ZIP labels', () => {
  it('hold the ZPL label and a control sheet, and are sound for other programs', async () => {
    const sandbox = await open({ formats: ['zip'], shipments: 2 });
    const plain = await open({ formats: ['zpl'], shipments: 2 });
    for (const place of [0, 1]) {
      const bytes = await sandbox.labelBytes(groupingIdOf(0), place);
      const files = await unzip(bytes);
      expect([...files.keys()]).toEqual(['Etiqueta de envio.txt', 'Controle.pdf']);
      expect(
        files.get('Etiqueta de envio.txt')!.compare(await plain.labelBytes(groupingIdOf(0), place)),
      ).toBe(0);
      const sheet = saved(`control-${place}.pdf`, files.get('Controle.pdf')!);
      expect(execFileSync('qpdf', ['--check', sheet], { encoding: 'utf8' })).toContain(
        'No syntax or stream',
      );
    }
  });
});
