import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLabelBook } from '../../../src/main/labels/index.ts';
import {
  createNetworkPrinters,
  createRasteriser,
  createRenderingPrinter,
} from '../../../src/main/printing/index.ts';
import { drawTestPage as drawTestPagePdf } from '../../../src/main/papers/test-page/pdf.ts';
import { drawTestPage as drawTestPageZpl } from '../../../src/main/papers/test-page/zpl.ts';
import type { SpoolEvent } from '../../../src/main/printing/index.ts';
import type { PrinterDpi } from '#shared/domain/resolutions.ts';
import { toDots } from '../../../src/main/drawing/dots.ts';
import { makeLabelZpl, measurePaperDots } from '../../../src/main/printing/zpl/graphic-field.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { readLabelsHere } from '../../support/label-process/here.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import { burn, differingShare, dotAt, inkShare, rasterWorkerUrl, scan } from '../support/raster.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

const paper = { widthMm: 100, heightMm: 150 };
const sheet = { width: 800, height: 1200 };
const formats = ['pdf', 'png', 'zpl', 'zip'] as const;
const resolutions = [203, 300] as const;
const exact = { 203: 203.2, 300: 300 };
const dotsPerMm = { 203: 8, 300: 12 } as const;

describe('labels on a ZPL printer', () => {
  const { rasterise, close } = createRasteriser(rasterWorkerUrl);
  const folder = mkdtempSync(join(tmpdir(), 'doca-zpl-'));
  const sandboxes: FaultySandbox[] = [];
  /** One PDF page for a label of each format, as Doca makes it. */
  const pages = new Map<string, string>();
  let symbols: string[] = [];
  let rawZpl = '';

  beforeAll(async () => {
    const book = createLabelBook({
      startProcess: readLabelsHere,
      spillDir: join(folder, 'spill'),
    });
    for (const format of formats) {
      const sandbox = await startFaultySandbox({ formats: [format], shipments: 2 });
      sandboxes.push(sandbox);
      const bytes = await sandbox.labelBytes(groupingIdOf(0), 1);
      const path = join(folder, `label.${format}`);
      writeFileSync(path, bytes);
      expect(await book.prepare(path)).toMatchObject({ ok: true });
      const out = join(folder, `${format}.pdf`);
      expect(await book.writePdf([{ path }], out)).toMatchObject({ ok: true });
      pages.set(format, out);
      if (format === 'zpl') rawZpl = Buffer.from(bytes).toString('utf8');
      symbols = await symbolsOf(sandbox, 1);
    }
    await book.close();
  });

  afterAll(async () => {
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    await close();
    rmSync(folder, { recursive: true });
  });

  const bothWays = formats.flatMap((format) => resolutions.map((dpi) => ({ format, dpi })));

  it.each(bothWays)(
    'a $format label at $dpi dpi: what is burnt is what was drawn, and it can be scanned',
    async ({ format, dpi }) => {
      const page = await rasterise(pages.get(format)!, 1, exact[dpi]);
      expect(page).toMatchObject(measurePaperDots(paper, dpi));
      const zpl = makeLabelZpl(page!);
      expect(zpl).toContain(`^PW${page!.width}^LL${page!.height}^FO0,0`);
      const burnt = await burn(zpl, dotsPerMm[dpi], page!);
      const drawn = toDots(page!);
      expect([burnt.width, burnt.height]).toEqual([drawn.width, drawn.height]);
      const share = differingShare(drawn, toDots(burnt));
      console.log(
        `${format}, ${dpi} dpi: ${(share * 100).toFixed(4)} % of the dots differ, ${zpl.length} bytes of ZPL`,
      );
      expect(inkShare(drawn)).toBeGreaterThan(0.02);
      expect(share).toBe(0);
      expect(await scan(burnt)).toEqual(symbols);
    },
  );

  it('a ZPL label as it is can be scanned', async () => {
    expect(await scan(await burn(rawZpl, 8, sheet))).toEqual(symbols);
  });

  it('a PDF of several pages comes out of a network printer as as many labels, in order', async () => {
    const simulated = await startNetworkPrinter();
    const network = createNetworkPrinters({ timing: { pollMs: 5 } }).at({
      name: 'Zebra',
      host: '127.0.0.1',
      port: simulated.port,
    });
    const printer = createRenderingPrinter({
      printer: network,
      rasterise,
      dpi: 203,
      dir: join(folder, 'way'),
    });
    const path = join(folder, 'three.pdf');
    const book = createLabelBook({
      startProcess: readLabelsHere,
      spillDir: join(folder, 'spill-three'),
    });
    const labels = ['pdf', 'png', 'zpl'].map((format) => ({
      path: join(folder, `label.${format}`),
    }));
    for (const label of labels) await book.prepare(label.path);
    await book.writePdf(labels, path);
    await book.close();
    const events: SpoolEvent[] = [];
    const printed = await printer.print(
      { path, kind: 'pdf', title: 'Doca', paper },
      undefined,
      (event) => {
        events.push(event);
      },
    );
    expect(printed).toEqual({ ok: true, value: 'done' });
    expect(simulated.paper).toHaveLength(3);
    expect(events.at(-1)?.labels).toEqual({ printed: 3, perhaps: 0, not: 0 });
    for (const label of simulated.paper)
      expect(await scan(await burn(label, 8, sheet))).toEqual(symbols);
    const small = {
      path,
      kind: 'pdf' as const,
      title: 'Doca',
      paper: { widthMm: 100, heightMm: 100 },
    };
    expect(await printer.print(small)).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'no' },
    });
    expect(simulated.paper).toHaveLength(3);
    await simulated.close();
  });

  it.each(resolutions)(
    'the test page is true to the millimetre in both languages of printers, %i dpi',
    async (dpi: PrinterDpi) => {
      const options = { language: 'pt-BR' as const, printer: 'Zebra ^~_ 日本', nowMs: 0 };
      const path = join(folder, 'test-page.pdf');
      writeFileSync(path, await drawTestPagePdf(options));
      const pdf = (await rasterise(path, 1, exact[dpi as 203]))!;
      const zpl = await burn(
        drawTestPageZpl(options, dpi),
        dotsPerMm[dpi as 203],
        measurePaperDots(paper, dpi),
      );
      for (const picture of [pdf, zpl]) {
        expect(await scan(picture)).toEqual(['Code128 DOCA100X150']);
        const dots = toDots(picture);
        const at = (mm: number): number => Math.round((mm / 25.4) * exact[dpi as 203]);
        // The frame on all four sides, and the first and last tick of both rulers.
        for (const [x, y] of [
          [50, 3.1],
          [50, 146.9],
          [3.1, 75],
          [96.9, 75],
          [10.1, 14],
          [90.1, 14],
          [14, 20.1],
          [14, 140.1],
        ] as const)
          expect(inkAround(dots, at(x), at(y)), `${x}, ${y}`).toBe(true);
        expect(inkAround(dots, at(94), at(75))).toBe(false);
        expect(inkAround(dots, at(50), at(1))).toBe(false);
      }
      expect(readFileSync(path).toString('latin1')).toContain('%PDF');
    },
  );
});

function inkAround(dots: Parameters<typeof dotAt>[0], x: number, y: number): boolean {
  return [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => dotAt(dots, x + dx, y + dy)));
}

/** Returns the symbols that a label must have: tracking code and CEP as bars, all of it as QR. */
async function symbolsOf(sandbox: FaultySandbox, place: number): Promise<string[]> {
  const response = await fetch(`${sandbox.baseUrl}/expedicao/${groupingIdOf(0)}`, {
    headers: { Authorization: `Bearer ${sandbox.token}` },
  });
  const grouping = (await response.json()) as {
    expedicoes: {
      id: number;
      destinatario: { endereco: { cep: string } };
      logistica: { codigoRastreio: string };
    }[];
  };
  const { id, destinatario, logistica } = grouping.expedicoes[place]!;
  const code = logistica.codigoRastreio === '' ? `EXP${id}` : logistica.codigoRastreio;
  const cep = destinatario.endereco.cep.replace('-', '');
  return [`Code128 ${cep}`, `Code128 ${code}`, `QRCode ${code}|${cep}|8412`].sort();
}
