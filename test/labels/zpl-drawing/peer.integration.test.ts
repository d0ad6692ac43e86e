import { afterAll, expect, it } from 'vitest';
import { burn } from '../../printing/support/raster.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { rasterise } from '../../support/pdf-pixels.ts';
import { describeWithTools } from '../../support/tools.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const width = 800;
const height = 1200;

/** Returns the box around all black dots: left, top, right, bottom. */
function findBox(isBlack: (at: number) => boolean): readonly number[] {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < width * height; at += 1) {
    if (!isBlack(at)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
  }
  return [left, top, right, bottom];
}

/**
 * How far from the other program's box each side may be: letters of another design reach elsewhere,
 * all else does not.
 */
const [none, letters] = [1, 12];

describeWithTools(['pdftoppm'], 'a field of ZPL stands where another program draws it', () => {
  it.each([
    ['^FO300,300^GB100,50,3^FS', none],
    ['^FO300,300^GB100,50,3,B,5^FS', none],
    ['^FO300,300^GFA,8,8,2,FFFF8001F00FFFFF^FS', none],
    ['^FO300,300^BY2^BCN,80,N^FDAB12345^FS', none],
    ['^FO300,300^BY3^BCR,80,N^FD>;123456^FS', none],
    ['^FT300,300^BY2^BCI,80,N^FDAB12345^FS', none],
    ['^FT300,300^BY2^BCB,80,N^FDAB12345^FS', none],
    ['^FO300,300^BXR,5,200^FD12345^FS', none],
    ['^FO300,300^BQN,2,5^FDMA,12345^FS', none],
    ['^FO300,300^BY2,3^B3N,N,80,N^FDABC^FS', none],
    ['^FO300,300^A0N,60,60^FDHHHHHH^FS', letters],
    ['^FO300,300^A0R,60,40^FDHHHHHH^FS', letters],
    ['^FT300,300^A0I,60,60^FDHHHHHH^FS', letters],
    ['^FT300,300^A0B,60,60^FDHHHHHH^FS', letters],
    ['^FO300,300^ADN,36,20^FDHHHHHH^FS', letters],
    ['^FO100,300^A0N,40,40^FB500,3,5,R^FDHHHH\\&HHHHHH^FS', letters],
    ['^LH50,60^FO100,300^A0N,40,40^FB500,1,0,C^FDHHHHHH^FS', letters],
  ])('%s', async (field, tolerance) => {
    const zpl = `^XA^CI28${field}^XZ`;
    const [page] = rasterise(await bench.pdf([await bench.accept(Buffer.from(zpl))]), 203.2);
    const other = await burn(zpl, 8, { width, height });
    const own = findBox((at) => page!.rgb[at * 3]! < 128);
    const theirs = findBox((at) => other.gray[at]! < 128);
    expect(own[2]).toBeGreaterThan(0);
    for (const [side, place] of own.entries())
      expect(Math.abs(place - theirs[side]!)).toBeLessThanOrEqual(tolerance);
  });
});
