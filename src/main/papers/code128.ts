import bwip from 'bwip-js/node';

/** Returns a Code 128 symbol as the widths of its bars and spaces in modules, a bar first. */
export function encodeCode128(text: string): readonly number[] {
  // The named export `raw` is a symbology of that name; the function that returns raw symbols is on
  // the default export.
  const [symbol] = bwip.raw('code128', text);
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('bwip-js gave no linear symbol');
  return symbol.sbs;
}
