import { createRequire } from 'node:module';

/** What a function of Windows returned, and what GetLastError said right after it. */
export interface Called {
  readonly value: number;
  readonly code: number;
  readonly text: string;
}

/**
 * Functions by library, each with what it returns: `number` has four bytes, `pointer` eight. Each argument takes eight bytes
 * in a call on 64-bit Windows, so a number goes as one of those whatever the function makes of it.
 */
export type Functions = Readonly<Record<string, Readonly<Record<string, 'number' | 'pointer' | 'nothing'>>>>;
export type NameIn<F extends Functions> = { [L in keyof F]: keyof F[L] }[keyof F];

/** What ffi-rs' binary gives, as far as it is used here. */
interface Binding {
  open(library: { readonly library: string; readonly path: string }): void;
  /** Takes the library, the function's name, the types of what it takes and returns, and what it is to take. */
  load(call: object): { readonly value: number | undefined; readonly errnoCode: number; readonly errnoMessage: string };
}

/** ffi-rs' own numbers for types: `DataType.I32`, `.Void`, `.I64`, `.U8Array`, and the tag of an array. */
const types = { number: 1, nothing: 7, pointer: 8, bytes: 10, array: 997 } as const;

/**
 * Calls functions of Windows. A Buffer goes by its address, and what is written there stands in it afterwards. Throws where
 * this is no Windows, or one of another processor.
 */
export function bindFunctions<F extends Functions>(
  functions: F,
): (name: NameIn<F>, ...args: readonly (number | Buffer)[]) => Called {
  // The binary itself: the package around it looks for those of other systems.
  const binary = `@yuuang/ffi-rs-win32-${process.arch}-msvc/ffi-rs.win32-${process.arch}-msvc.node`;
  const binding = createRequire(import.meta.url)(binary) as Binding;
  const places = new Map<unknown, { readonly library: string; readonly retType: number }>();
  for (const [library, names] of Object.entries(functions)) {
    binding.open({ library, path: library });
    for (const [name, returned] of Object.entries(names)) places.set(name, { library, retType: types[returned] });
  }
  return (name, ...args) => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`unknown function ${String(name)}`);
    const { value, errnoCode, errnoMessage } = binding.load({
      ...place,
      funcName: String(name),
      paramsType: args.map((arg) =>
        typeof arg === 'number' ? types.pointer : { ffiTypeTag: types.array, type: types.bytes, length: arg.length },
      ),
      paramsValue: args,
      errno: true,
      freeResultMemory: false,
    });
    return { value: value ?? 0, code: errnoCode, text: (errnoMessage.split('(os error ')[0] ?? '').trim() };
  };
}

/** Text as Windows takes it, with its end. A text that holds an end of its own is cut there. */
export function encodeText(text: string): Buffer {
  const [whole = ''] = text.split('\0', 1);
  return Buffer.from(`${whole}\0`, 'utf16le');
}

/** Text that ends at its first zero, or where the bytes end. */
export function decodeText(bytes: Buffer): string {
  let end = 0;
  while (end + 1 < bytes.length && bytes.readUInt16LE(end) !== 0) end += 2;
  return bytes.toString('utf16le', 0, end);
}
