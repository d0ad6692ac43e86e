import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { inkedPixels, rasterise } from '../../support/pdf-pixels.ts';
import type { Raster } from '../../support/pdf-pixels.ts';
import { describeWithTools } from '../../support/tools.ts';
import { makeZip } from '../../support/zip.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/** A box 400 dots wide and 200 high at (100, 300), alone. */
const box = '^XA^FO100,300^GB400,200,200^FS^XZ';

/** At 203.2 dpi a pixel of the raster is a dot of the label. */
const dotsOf = async (path: string): Promise<readonly Raster[]> =>
  rasterise(await bench.pdf([path]), 203.2);

const isBlack = ({ rgb, width }: Raster, x: number, y: number): boolean =>
  rgb[(y * width + x) * 3] === 0;

describeWithTools(['pdftoppm'], 'ZPL for ordinary printers', () => {
  test('is drawn at 8 dots a millimetre, in black and white, on the whole paper', async () => {
    const [page] = await dotsOf(await bench.accept(Buffer.from(box)));
    expect([page!.width, page!.height]).toEqual([800, 1200]);
    expect(inkedPixels(page!)).toBe(400 * 200);
    expect([
      isBlack(page!, 99, 400),
      isBlack(page!, 100, 300),
      isBlack(page!, 499, 499),
      isBlack(page!, 500, 400),
    ]).toEqual([false, true, true, false]);
  });

  test('has a page for each format, and only one if a format requests copies', async () => {
    const pages = await dotsOf(
      await bench.accept(Buffer.from(`${box}^XA^MCY^XZ${box.replace('^XA', '^XA^PQ2')}`)),
    );
    expect(pages).toHaveLength(2);
  });

  test('draws stored graphics in every format that uses them', async () => {
    const zpl =
      '~DGR:LOGO.GRF,8,2,FFFFFFFFFFFFFFFF^XA^FO10,10^XGR:LOGO.GRF,20,20^FS^XZ^XA^FO300,300^XGR:LOGO.GRF,20,20^FS^XZ';
    const pages = await dotsOf(await bench.accept(Buffer.from(zpl)));
    expect(pages.map((page) => inkedPixels(page) > 0)).toEqual([true, true]);
    expect(isBlack(pages[1]!, 302, 302)).toBe(true);
  });

  test('reads the bytes of each encoding as the printer would', async () => {
    const text = (command: string, word: string, encoding: 'utf8' | 'latin1'): Buffer =>
      Buffer.concat([
        Buffer.from(`^XA${command}^FO50,50^A0N,60,60^FD`),
        Buffer.from(word, encoding),
        Buffer.from('^FS^XZ'),
      ]);
    const [utf8] = await dotsOf(await bench.accept(text('^CI28', 'Ação', 'utf8')));
    const [windows] = await dotsOf(await bench.accept(text('^CI27', 'Ação', 'latin1')));
    const [unsaid] = await dotsOf(await bench.accept(text('', 'Ação', 'utf8')));
    expect(windows!.rgb.equals(utf8!.rgb)).toBe(true);
    expect(unsaid!.rgb.equals(utf8!.rgb)).toBe(true);
  });

  test('made for a 12-dot printer fills the same paper', async () => {
    const [page] = await dotsOf(
      await bench.accept(Buffer.from('^XA^PW1200^FO150,450^GB600,300,300^FS^XZ')),
    );
    expect([isBlack(page!, 110, 310), isBlack(page!, 490, 490), isBlack(page!, 510, 400)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('that leaves the paper white, or prints nothing, is refused', async () => {
    expect(await bench.refusal(Buffer.from('^XA^FO10,10^A0N,30,30^FD ^FS^XZ'))).toBe(
      'label-unrenderable',
    );
    expect(await bench.refusal(Buffer.from('^XA^MCY^XZ'))).toBe('label-unrenderable');
    expect(await bench.refusal(Buffer.from('^XA^FO10,10^XGR:NONE.GRF,1,1^FS^XZ'))).toBe(
      'label-unrenderable',
    );
  });
});

test('ZPL for ZPL printers is the drawing part of every file, byte for byte, in the order of the list', async () => {
  const odd = Buffer.from(
    '~DGR:A.GRF,2,1,FFFF\r\n^XA^CI27^FO1,1^XGR:A.GRF^FS^FO50,50^ADN,36,20^FD\xe7\t^FS^XZ\n\n^XA^IDR:A.GRF^FS^XZ',
    'latin1',
  );
  const more = Buffer.concat([
    Buffer.from('\xef\xbb\xbf', 'latin1'),
    odd,
    Buffer.from('~JR^XA^JUS^XZ'),
  ]);
  const plain = Buffer.from(box);
  const zipped = makeZip([
    { name: 'Etiqueta de envio.txt', content: plain },
    { name: 'Controle.pdf', content: Buffer.from('%PDF-1.4 not looked at') },
  ]);
  const paths = [await bench.accept(more), await bench.accept(zipped), await bench.accept(plain)];
  expect(await bench.zpl(paths)).toEqual(Buffer.concat([odd, plain, plain]));
  expect(await bench.zpl([])).toBeNull();
});
