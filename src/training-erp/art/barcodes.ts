import bwip from 'bwip-js/node';

/*
 * The named export `raw` is a symbology of that name; the function that returns raw symbols is on
 * the default export.
 */

function makeBox(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/** Returns the bars as an SVG path, and their width, in modules. */
export function drawCode128(text: string, height = 1) {
  const [symbol] = bwip.raw('code128', text);
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('bwip-js gave no linear symbol');
  let path = '';
  let x = 0;
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) path += makeBox(x, 0, width, height);
    x += width;
  }
  return { path, width: x };
}

/**
 * The same for a symbol of dots. The mask is fixed: readers take any, and choosing the best would
 * take four fifths of a label's time.
 */
export function drawQrCode(text: string) {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M version=3 mask=3');
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('bwip-js gave no matrix symbol');
  const { pixs, pixx: width } = symbol;
  let path = '';
  for (let y = 0; y < width; y++) {
    const row = pixs.slice(y * width, (y + 1) * width).join('');
    for (const { 0: run, index } of row.matchAll(/1+/g)) path += makeBox(index, y, run.length, 1);
  }
  return { path, width };
}
