import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

/** The little of PDFium that drawing pages takes. Pointers are offsets into its memory; 0 is none. */
export interface Pdfium {
  readonly pdfium: {
    /** Its memory as it is now: another view after every growth. */
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  };
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(data: number, bytes: number, password: string): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, data: number, stride: number): number;
  FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, argb: number): void;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDF_RenderPageBitmap(
    ...args: [
      bitmap: number,
      page: number,
      x: number,
      y: number,
      width: number,
      height: number,
      turns: number,
      flags: number,
    ]
  ): void;
}

interface Imports {
  readonly env: Readonly<Record<string, unknown>>;
}

interface Instance {
  readonly exports: object;
}

/** As much of WebAssembly as is needed: Node's types leave it to those of the browser. */
interface Wasm {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Imports) => Instance;
}

/**
 * Starts PDFium from the package's own file: nothing is fetched. Its memory, which no limit of the thread knows of, ends
 * at about `maxMemoryBytes`; a file that needs more makes it stop with an error.
 */
export async function startPdfium(maxMemoryBytes: number): Promise<Pdfium> {
  const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: Wasm };
  const binary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const instantiateWasm = (imports: Imports, receive: (instance: Instance) => void): object => {
    const instance = new wasm.Instance(new wasm.Module(binary), bounded(imports, maxMemoryBytes));
    receive(instance);
    return instance.exports;
  };
  const quiet = (): void => undefined;
  const overrides: object = { instantiateWasm, print: quiet, printErr: quiet };
  // The package's types stand on some of Emscripten's, which it does not bring.
  const started = (await init(overrides)) as unknown as Pdfium;
  started.PDFiumExt_Init();
  return started;
}

function bounded(imports: Imports, maxMemoryBytes: number): Imports {
  const grow = imports.env['emscripten_resize_heap'];
  if (typeof grow !== 'function') throw new Error('PDFium asks for its memory in another way than it used to');
  const resize = (bytes: number): unknown => (bytes >>> 0 <= maxMemoryBytes ? Reflect.apply(grow, null, [bytes]) : 0);
  return { ...imports, env: { ...imports.env, emscripten_resize_heap: resize } };
}
