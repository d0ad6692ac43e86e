import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createCodeReader } from '../../../src/main/labels/index.ts';
import { FileReading } from '../../../src/main/labels/codes/file-reading.ts';
import { forkProgram } from '../../../src/main/os/child-process.ts';
import { indexByTracking } from '#shared/identities/naming.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { shipment } from '../../dispatch/support/fakes.ts';
import { callOf, makeCorpus, makeShipments, makings } from '../../support/coded-corpus.ts';
import { drawCodedPage } from '../../support/coded-labels.ts';
import type { DrawnCode } from '../../support/coded-labels.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-codes-'));
const reading = new FileReading();
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(bytes: Uint8Array | string): string {
  count += 1;
  const path = join(folder, `${count}.label`);
  writeFileSync(path, bytes);
  return path;
}

const read = (bytes: Uint8Array | string) =>
  reading.read(save(bytes), { paper: labelPaper, pages: 'auto', crop: 'auto' });
const code = (symbology: DrawnCode['symbology'], text: string, moduleMm = 0.375): DrawnCode => ({
  symbology,
  text,
  moduleMm,
});

describe('the codes of a drawn label', () => {
  it.each([
    [code('code128', 'AA123456785BR'), 'AA123456785BR'],
    [code('gs1-128', '(21)AA123456785BR'), '21AA123456785BR'],
    [code('qrcode', 'TBR123456789', 0.5), 'TBR123456789'],
    [code('datamatrix', 'TBR123456789', 0.5), 'TBR123456789'],
    [code('interleaved2of5', '12345678901231'), '12345678901231'],
  ])('%o', async (drawn, text) => {
    const { codes, dpi, looked, pages } = await read(drawCodedPage([drawn]));
    expect(codes.map((one) => one.text)).toEqual([text]);
    expect({ dpi, looked, pages }).toEqual({ dpi: 203, looked: true, pages: 1 });
  });

  it('are all reported, each once', async () => {
    const { codes } = await read(
      drawCodedPage([
        code('code128', 'AA123456785BR'),
        code('interleaved2of5', '01310100'),
        code('qrcode', 'AA123456785BR'),
      ]),
    );
    expect(codes.map(({ symbology, text }) => `${symbology} ${text}`).sort()).toEqual([
      'Code128 AA123456785BR',
      'ITF 01310100',
      'QRCode AA123456785BR',
    ]);
  });

  it('need a finer printer if their bars are hardly wider than a dot', async () => {
    const small = await read(drawCodedPage([code('code128', 'AA123456785BR', 0.15)]));
    expect(small.codes.map(({ text }) => text)).toEqual(['AA123456785BR']);
    expect(small.dpi).toBe(300);
  });

  it('are none if the ink has run', async () => {
    expect(await read(drawCodedPage([code('code128', 'AA123456785BR')], 1.6))).toEqual({
      codes: [],
      pages: 1,
      dpi: null,
      looked: true,
    });
  });

  it('are undefined if the file is no label', async () => {
    expect(await read('%PDF-1.7 and no more')).toEqual({
      codes: [],
      pages: 0,
      dpi: null,
      looked: false,
    });
  });
});

// Thousands of them: node test/soak/label-codes.ts 10000.
it('no good label of a corpus is stopped, and each swapped one with a code standing alone is', async () => {
  const shipments = makeShipments(30, shipment);
  const byTracking = indexByTracking(shipments);
  const rare = [...makings].slice(1);
  const calls: string[] = [];
  for (const label of makeCorpus(shipments, (index) =>
    index % 10 < 7 ? 'right' : rare[(index % 10) - 7]!,
  ))
    calls.push(
      `${label.making} ${label.symbology} ${callOf(label.shipment, await read(label.bytes), byTracking)}`,
    );
  const select = (pattern: RegExp): readonly string[] => calls.filter((call) => pattern.test(call));
  expect(select(/^right/)).toEqual(select(/^right .* own$/));
  expect(select(/^(blurred|small)/)).toEqual(select(/^(blurred|small) .* unreadable$/));
  expect(select(/^swapped/)).toEqual(select(/^swapped .* stopped$/));
  expect(calls).toHaveLength(30);
});

it('a process of its own reads them, one file after the other', async () => {
  const reader = createCodeReader(() =>
    forkProgram(new URL('../../../src/main/labels/codes/process.ts', import.meta.url)),
  );
  const [first, second, broken] = await Promise.all([
    reader.read(save(drawCodedPage([code('code128', 'AA123456785BR')]))),
    reader.read(save('^XA^FO10,10^BY3^BCN,100^FDBB123456785BR^FS^XZ')),
    reader.read(save('%PDF-1.7 and no more')),
  ]);
  expect(first?.codes.map(({ text }) => text)).toEqual(['AA123456785BR']);
  expect(second?.codes.map(({ text }) => text)).toEqual(['BB123456785BR']);
  expect(broken?.looked).toBe(false);
  expect(await reader.readText(save('^XA^FO10,10^A0N,30^FDNF 102341^FS^XZ'))).toBe('NF 102341');
  await reader.close();
  expect(await reader.read(save('^XA^FDx^FS^XZ'))).toBe(null);
});

describe('the code process', () => {
  it.each([
    [[], getPriority()],
    [['--background'], Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)],
  ])('yields only in the background: %j', async (args, priority) => {
    const child = fork(
      fileURLToPath(new URL('../../../src/main/labels/codes/process.ts', import.meta.url)),
      args,
    );
    await once(child, 'message');
    expect(getPriority(child.pid)).toBe(priority);
    child.kill('SIGKILL');
  });
});
