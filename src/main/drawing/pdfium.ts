import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

type Edges = [left: number, top: number, right: number, bottom: number];
type Area = [x: number, y: number, width: number, height: number];

/** The part of PDFium that Doca uses. Pointers are offsets into its memory; 0 is none. */
export interface Pdfium {
  readonly pdfium: {
    /** Its memory; a new view after every growth. */
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
  FPDFText_LoadPage(page: number): number;
  /** Where its media box and its crop box meet: left, top, right and bottom, as 32-bit floats. */
  FPDF_GetPageBoundingBox(page: number, result: number): boolean;
  FPDFText_CountChars(textPage: number): number;
  /** UTF-16; returns the number of characters. */
  FPDFText_GetBoundedText(
    textPage: number,
    ...box: [...Edges, result: number, mostCharacters: number]
  ): number;
  FPDFText_ClosePage(textPage: number): void;
  FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    data: number,
    stride: number,
  ): number;
  FPDFBitmap_FillRect(bitmap: number, ...area: [...Area, argb: number]): void;
  FPDFBitmap_Destroy(bitmap: number): void;
  PDFiumExt_OpenFormFillInfo(): number;
  PDFiumExt_CloseFormFillInfo(info: number): void;
  PDFiumExt_InitFormFillEnvironment(document: number, info: number): number;
  PDFiumExt_ExitFormFillEnvironment(form: number): void;
  /** Makes the appearances of annotations and fields that lack them. */
  FORM_OnAfterLoadPage(page: number, form: number): void;
  FORM_OnBeforeClosePage(page: number, form: number): void;
  PDFiumExt_OpenFileWriter(): number;
  PDFiumExt_CloseFileWriter(writer: number): void;
  PDFiumExt_GetFileWriterSize(writer: number): number;
  PDFiumExt_GetFileWriterData(writer: number, data: number, bytes: number): number;
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): boolean;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    ...area: [...Area, turns: number, flags: number]
  ): void;
}

export type StartedPdfium = Awaited<ReturnType<typeof startPdfium>>;

type Imports = { readonly env: Readonly<Record<string, unknown>> };
type Instance = { readonly exports: object };

/** The part of WebAssembly's types that is needed: Node's own leave it to the browser's. */
interface Wasm {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Imports) => Instance;
}

/**
 * Starts PDFium from the package's own file. Its memory, under no thread limit, ends at about
 * `maxMemoryBytes`.
 */
export async function startPdfium(maxMemoryBytes: number) {
  let ranOut = false;
  const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: Wasm };
  const binary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const instantiateWasm = (imports: Imports, receive: (instance: Instance) => void): object => {
    const instance = new wasm.Instance(
      new wasm.Module(binary),
      boundMemory(imports, maxMemoryBytes, () => {
        ranOut = true;
      }),
    );
    receive(instance);
    return instance.exports;
  };
  const quiet = () => undefined;
  const overrides: object = { instantiateWasm, print: quiet, printErr: quiet };
  // The package's types build on some of Emscripten's, which it does not include.
  const api = (await init(overrides)) as unknown as Pdfium;
  api.PDFiumExt_Init();
  /**
   * True if it ever asked for more memory than allowed: it may have left something out since, in
   * silence.
   */
  return { api, ranOut: () => ranOut };
}

function boundMemory(imports: Imports, maxMemoryBytes: number, onRefused: () => void): Imports {
  const grow = imports.env['emscripten_resize_heap'];
  if (typeof grow !== 'function')
    throw new Error('PDFium asks for its memory in another way than it used to');
  const resize = (bytes: number): unknown => {
    if (bytes >>> 0 <= maxMemoryBytes) return Reflect.apply(grow, null, [bytes]);
    onRefused();
    return 0;
  };
  return { ...imports, env: { ...imports.env, emscripten_resize_heap: resize } };
}
