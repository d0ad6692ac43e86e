import { afterAll, describe, expect, it } from 'vitest';
import { unpackLzw } from '../../../src/main/labels/pdf/syntax/lzw.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { packLzw } from '../../support/pack-lzw.ts';
import { randomBytes } from '../../support/pdf-random.ts';
import { drawing, onePage, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const text = Buffer.from(drawing.repeat(60));

describe('LZW data', () => {
  it.each([
    ['a text', text],
    ['noise, which fills the table', randomBytes(30_000, 1)],
    ['one byte again and again', Buffer.alloc(100_000, 7)],
    ['nothing', Buffer.alloc(0)],
  ])('are unpacked: %s', (_, data) => {
    for (const change of [0, 1] as const)
      expect(Buffer.from(unpackLzw(packLzw(data, change), change)).equals(data)).toBe(true);
  });

  it.each([
    ['cut', packLzw(text).subarray(0, 400)],
    ['with a code that is not known yet', Buffer.from([0x80, 0x0b, 0xff, 0xff, 0xff])],
    ['that are a text', Buffer.from('Not really compressed.')],
  ])('are damage: %s', async (_, data) => {
    const content = stream('/Filter/LZWDecode', data);
    expect(await bench.refusal(onePage({ content }))).toBe('label-corrupt');
  });

  it('are printed as they are if they are whole', async () => {
    const content = stream('/Filter/LZWDecode', packLzw(text));
    const printed = await bench.pdf([await bench.accept(onePage({ content }))]);
    expect(printed.includes(packLzw(text))).toBe(true);
  });
});
