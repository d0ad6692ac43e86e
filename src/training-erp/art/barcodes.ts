import bwip from 'bwip-js/node';

/*
 * The named export `raw` is a symbology of that name; the function that returns raw symbols is on the default export.
 */

/** A filled rectangle in modules. */
export interface ModuleBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the bars of a Code 128 symbol and its whole width, in modules. */
export function encodeCode128(text: string): { readonly bars: readonly ModuleBox[]; readonly width: number } {
  const [symbol] = bwip.raw('code128', text);
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('bwip-js gave no linear symbol');
  const bars: ModuleBox[] = [];
  let x = 0;
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) bars.push({ x, y: 0, width, height: 1 });
    x += width;
  }
  return { bars, width: x };
}

/**
 * A QR code of version 3 at level M, as runs of dark modules. The mask is fixed: readers take any, and choosing the
 * best one would cost four fifths of the time that a label takes.
 */
export function encodeQrCode(text: string): { readonly runs: readonly ModuleBox[]; readonly width: number } {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M version=3 mask=3');
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('bwip-js gave no matrix symbol');
  const { pixs, pixx: width, pixy: height } = symbol;
  const runs: ModuleBox[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixs[y * width + x] !== 1) continue;
      const start = x;
      while (x + 1 < width && pixs[y * width + x + 1] === 1) x++;
      runs.push({ x: start, y, width: x - start + 1, height: 1 });
    }
  }
  return { runs, width };
}
