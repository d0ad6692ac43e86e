import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk } from '../../../src/main/printing/windows/process/desk.ts';
import type { Device } from '../../../src/main/printing/windows/process/placement.ts';
import type { WindowsReply } from '../../../src/main/printing/windows/types.ts';
import type { PrintFile } from '../../../src/main/printing/index.ts';
import { PageDrawing } from '../../../src/main/drawing/drawing.ts';
import { startPdfium } from '../../../src/main/drawing/pdfium.ts';
import { onePage } from '../../support/pdf-raw.ts';
import { FakeWindows } from './fake-windows.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A device of 50 × 60 mm at 300 dpi that leaves a margin of this many dots. */
function device(margin: number, own: Partial<Device> = {}): Device {
  const [paperWidth, paperHeight] = [591, 709];
  return {
    ...{ dpiX: 300, dpiY: 300, paperWidth, paperHeight, bitsPerDot: 32 },
    ...{
      width: paperWidth - 2 * margin,
      height: paperHeight - 2 * margin,
      offsetX: margin,
      offsetY: margin,
    },
    ...own,
  };
}

const path = join(folder, 'label.pdf');
const bars = Array.from(
  { length: 30 },
  (_, bar) => `${5 + bar * 4.1} 30 ${0.7 + (bar % 3) * 0.6} 80 re f`,
).join('\n');
writeFileSync(
  path,
  onePage({ page: '/MediaBox[0 0 141.73 170.08]', content: `${bars} 0.6 g 20 120 60 30 re f` }),
);
const pdf: PrintFile = { path, kind: 'pdf', title: 'Doca ação' };
const zplPath = join(folder, 'label.zpl');
const zplBytes = Buffer.from(Array.from({ length: 700_000 }, (_, at) => at & 0xff));
writeFileSync(zplPath, zplBytes);
const zpl: PrintFile = { path: zplPath, kind: 'zpl', title: 'Doca ação' };

let expected = { width: 0, height: 0, gray: new Uint8Array() as Uint8Array };
beforeAll(async () => {
  expected = new PageDrawing(await startPdfium(64 << 20), 1e8).draw(path, 1, 300)!;
});

/** Prints a whole document, and returns the replies. */
async function print(windows: FakeWindows, file: PrintFile): Promise<readonly WindowsReply[]> {
  const desk = new Desk(windows);
  const replies = [await desk.answer({ type: 'open', printer: 'x', file })];
  for (let last = replies[0]!; last.type === 'opened' || (last.type === 'sent' && !last.isWhole);)
    replies.push((last = await desk.answer({ type: 'send' })));
  if (replies.at(-1)!.type === 'refused') replies.push(await desk.answer({ type: 'abort' }));
  return replies;
}

describe('a PDF', () => {
  it.each([0, 17])(
    'has its dots at the paper’s positions, with a margin of %d dots',
    async (margin) => {
      const windows = new FakeWindows(device(margin));
      expect(await print(windows, pdf)).toEqual([
        { type: 'opened', jobId: 41 },
        { type: 'sent', isWhole: true },
      ]);
      expect(windows.title).toBe('Doca ação');
      const [page] = windows.pages;
      let differing = 0;
      for (let y = 0; y < page!.height; y += 1) {
        for (let x = 0; x < page!.width; x += 1) {
          const shade = expected.gray[(y + margin) * expected.width + x + margin] ?? 255;
          if ((shade < 128 ? 0 : 255) !== page!.gray[y * page!.width + x]) differing += 1;
        }
      }
      expect(differing).toBe(0);
      expect([...windows.depths]).toEqual([1]);
      expect(windows.calls.slice(-3)).toEqual(['EndDoc', 'DeleteDC', 'ClosePrinter']);
    },
  );

  it('is gray on an office sheet if it has a gray area', async () => {
    const sheet = { paperWidth: 2480, paperHeight: 3508, width: 2480, height: 3508 };
    const windows = new FakeWindows(device(0, sheet));
    await print(windows, pdf);
    expect([...windows.depths]).toEqual([8]);
    const shades = new Set(windows.pages[0]!.gray);
    expect([...shades].some((shade) => Math.abs(shade - 153) < 5)).toBe(true);
    const oneBit = new FakeWindows(device(0, { ...sheet, bitsPerDot: 1 }));
    await print(oneBit, pdf);
    expect([...oneBit.depths]).toEqual([1]);
  });

  it('is sent once for each copy', async () => {
    const windows = new FakeWindows(device(0));
    const replies = await print(windows, { ...pdf, copies: 3 });
    expect(replies.map((reply) => reply.type === 'sent' && reply.isWhole)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(windows.pages).toHaveLength(3);
    expect(windows.calls.filter((name) => name === 'StartDocW')).toHaveLength(1);
  });

  it('that is larger than the paper, or no PDF, never enters the queue', async () => {
    const windows = new FakeWindows(
      device(0, { paperWidth: 300, paperHeight: 400, width: 300, height: 400 }),
    );
    expect(await print(windows, pdf)).toEqual([
      {
        type: 'unprintable',
        reason: 'page 1 is 50 × 60 mm, the paper 25 × 34 mm',
        isTooLarge: true,
      },
    ]);
    expect(await print(windows, { ...pdf, path: zplPath })).toMatchObject([
      { type: 'unprintable', isTooLarge: false },
    ]);
    expect(windows.calls).not.toContain('StartDocW');
    expect(windows.calls.slice(-2)).toEqual(['DeleteDC', 'ClosePrinter']);
  });

  it.each(['CreateDCW', 'StartDocW', 'StartPage', 'StretchDIBits', 'EndPage', 'EndDoc'] as const)(
    'that %s refuses is taken back, and nothing stays open',
    async (name) => {
      const windows = new FakeWindows(device(0));
      windows.failing = { name, code: 5 };
      const refused = (await print(windows, pdf)).find(({ type }) => type === 'refused');
      expect(refused).toEqual({
        type: 'refused',
        call: name.replace(/W$/, ''),
        code: 5,
        text: 'It failed.',
      });
      const isBegun = windows.calls.indexOf('StartDocW') >= 0 && name !== 'StartDocW';
      expect(windows.calls.includes('AbortDoc')).toBe(isBegun);
      expect(windows.calls.at(-1)).toBe('ClosePrinter');
    },
  );
});

describe('ZPL', () => {
  it.each([Infinity, 65_521])(
    'is written byte for byte when %d are taken at a time',
    async (takesBytes) => {
      const windows = new FakeWindows(device(0));
      windows.takesBytes = takesBytes;
      const replies = await print(windows, { ...zpl, copies: 2 });
      expect(replies.at(-1)).toEqual({ type: 'sent', isWhole: true });
      expect(Buffer.compare(Buffer.concat(windows.raw), Buffer.concat([zplBytes, zplBytes]))).toBe(
        0,
      );
      expect(windows.title).toBe('Doca ação');
    },
  );

  it.each([
    [0x0, 'RAW'],
    [0x1 | 0x4, 'RAW'],
    [0x2, 'XPS_PASS'],
    [0x1 | 0x2 | 0x8, 'XPS_PASS'],
  ])('bypasses a driver whose attributes are %d as %s', async (attributes, dataType) => {
    const windows = new FakeWindows(device(0));
    windows.driverAttributes = attributes;
    await print(windows, zpl);
    expect(windows.dataType).toBe(dataType);
    windows.failing = { name: 'GetPrinterDriverW', code: 5 };
    await print(windows, zpl);
    expect(windows.dataType).toBe('RAW');
  });

  it('that is not accepted is withdrawn', async () => {
    const windows = new FakeWindows(device(0));
    windows.failing = { name: 'WritePrinter', code: 63 };
    expect((await print(windows, zpl)).map(({ type }) => type)).toEqual([
      'opened',
      'refused',
      'done',
    ]);
    expect(windows.calls.slice(-2)).toEqual(['AbortPrinter', 'ClosePrinter']);
    windows.takesBytes = 0;
    expect((await print(windows, zpl))[1]).toMatchObject({ type: 'refused', call: 'WritePrinter' });
  });

  it('whose file is gone is not begun', async () => {
    const windows = new FakeWindows(device(0));
    expect(await print(windows, { ...zpl, path: join(folder, 'gone') })).toMatchObject([
      { type: 'unprintable' },
    ]);
    expect(windows.calls).toEqual([]);
  });
});
