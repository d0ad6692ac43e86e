import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { differingPixels, qpdf, rasterise } from '../../support/pdf-pixels.ts';
import { onePage } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';

describeWithTools(['qpdf', 'pdftoppm'], 'an encrypted PDF', () => {
  const bench = new LabelBench();
  afterAll(() => {
    bench.close();
  });
  const encrypted = (user: string, owner: string, bits: string, ...more: string[]): Buffer =>
    qpdf(onePage(), '--allow-weak-crypto', '--encrypt', user, owner, bits, ...more, '--');

  test.each([
    ['40', []],
    ['128', ['--use-aes=n']],
    ['128', ['--use-aes=y']],
    ['256', ['--force-R5']],
    ['256', []],
  ])('of %s bits (%j) that needs a password is refused as such', async (bits, more) => {
    expect(await bench.refusal(encrypted('secret', 'owner', bits, ...more))).toBe(
      'label-encrypted',
    );
  });

  test('with an owner password only is printed, and the print is not encrypted', async () => {
    const plain = await bench.pdf([await bench.accept(onePage())]);
    for (const bits of ['40', '128', '256']) {
      const pdf = await bench.pdf([await bench.accept(encrypted('', 'owner', bits))]);
      expect(pdf.includes('/Encrypt')).toBe(false);
      expect(differingPixels(rasterise(pdf)[0]!, rasterise(plain)[0]!)).toBe(0);
    }
  });

  test('of an unknown kind is refused as encrypted', async () => {
    const odd = encrypted('', 'owner', '128', '--use-aes=n')
      .toString('latin1')
      .replace('/Filter /Standard', '/Filter /Stendard');
    expect(await bench.refusal(Buffer.from(odd, 'latin1'))).toBe('label-encrypted');
  });
});
