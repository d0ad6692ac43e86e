/* Drawing of Doca's own pages: its large libraries are loaded with the first one, not at the start. */
import type { PrinterDpi } from '../../shared/index.ts';
import type { TestPageOptions } from './test-page/layout.ts';

export async function drawTestPagePdf(options: TestPageOptions): Promise<Uint8Array> {
  const page = await import('./test-page/pdf.ts');
  return page.makeTestPagePdf(options);
}

export async function drawTestPageZpl(options: TestPageOptions, dpi: PrinterDpi): Promise<string> {
  const page = await import('./test-page/zpl.ts');
  return page.makeTestPageZpl(options, dpi);
}

/** Returns a Code 128 symbol as the widths of its bars and spaces in modules, a bar first. */
export async function drawCode128(text: string): Promise<readonly number[]> {
  const symbols = await import('./test-page/layout.ts');
  return symbols.encodeCode128(text);
}
