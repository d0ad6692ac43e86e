import { labelHeightDots, labelWidthDots, dotsPerMm } from './elements.ts';

/** The ZPL label as a printer of 8 dots/mm would show it, 800×1200 gray pixels. The renderer is loaded when first needed. */
export async function renderPng(zpl: Uint8Array): Promise<Uint8Array> {
  const { ready } = await import('zpl-renderer-js');
  const { api } = await ready;
  const base64 = await api.zplToBase64Async(
    Buffer.from(zpl).toString('utf8'),
    labelWidthDots / dotsPerMm,
    labelHeightDots / dotsPerMm,
    dotsPerMm,
  );
  return Buffer.from(base64, 'base64');
}
