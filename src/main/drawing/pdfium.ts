import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type Methods, type PdfiumRuntimeMethods } from '@embedpdf/pdfium';

/** PDFium's functions. Pointers are offsets into its memory; 0 is none. */
export interface Pdfium extends Methods {
  readonly pdfium: {
    /** Its memory; a new view after every growth. */
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: PdfiumRuntimeMethods['wasmExports'];
  };
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
