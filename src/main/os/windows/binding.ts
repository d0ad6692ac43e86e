import { createRequire } from 'node:module';

/** A Windows function's result, and GetLastError right after it. */
export interface Called {
  readonly value: number;
  readonly code: number;
  readonly text: string;
}

/**
 * `number` has four bytes, `pointer` eight. An argument takes eight in a call on 64-bit Windows,
 * whatever its type.
 */
export type Returned = 'number' | 'pointer' | 'nothing';
/** By their libraries. */
export type Functions = Readonly<Record<string, readonly string[]>>;
export type NameIn<F extends Functions> = F[keyof F][number];

/** The used part of ffi-rs' binary. */
interface Binding {
  open(library: { readonly library: string; readonly path: string }): void;
  /**
   * Takes the library, the function's name, the types of arguments and result, and the arguments.
   */
  load(call: object): {
    readonly value: number | undefined;
    readonly errnoCode: number;
    readonly errnoMessage: string;
  };
}

/**
 * ffi-rs' own numbers for types: `DataType.I32`, `.Void`, `.I64`, `.U8Array`, and the tag of an
 * array.
 */
const types = { number: 1, nothing: 7, pointer: 8, bytes: 10, array: 997 } as const;

/**
 * Binds functions of Windows. A Buffer goes by address, and holds the output afterwards. Throws
 * on other systems.
 */
export function bindFunctions<F extends Functions>(
  functions: F,
  returned: Readonly<Partial<Record<string, Returned>>> = {},
): (name: NameIn<F>, ...args: readonly (number | Buffer)[]) => Called {
  // The binary itself: the package around it searches for those of other systems.
  const binary = `@yuuang/ffi-rs-win32-${process.arch}-msvc/ffi-rs.win32-${process.arch}-msvc.node`;
  const binding = createRequire(import.meta.url)(binary) as Binding;
  const libraries = new Map<string, string>();
  for (const [library, names] of Object.entries(functions)) {
    binding.open({ library, path: library });
    for (const name of names) libraries.set(name, library);
  }
  return (name: NameIn<F>, ...args) => {
    const { value, errnoCode, errnoMessage } = binding.load({
      library: libraries.get(name),
      retType: types[returned[name] ?? 'number'],
      funcName: name,
      paramsType: args.map((arg) =>
        typeof arg === 'number'
          ? types.pointer
          : { ffiTypeTag: types.array, type: types.bytes, length: arg.length },
      ),
      paramsValue: args,
      errno: true,
      freeResultMemory: false,
    });
    return {
      value: value ?? 0,
      code: errnoCode,
      text: (errnoMessage.split('(os error ')[0] ?? '').trim(),
    };
  };
}

/** The same, bound with the first call: nothing throws on other systems before. */
export function bindLater<F extends Functions>(functions: F): ReturnType<typeof bindFunctions<F>> {
  let call: ReturnType<typeof bindFunctions<F>> | null = null;
  return (...called) => {
    call ??= bindFunctions(functions);
    return call(...called);
  };
}

/** Returns text in Windows' form with its final zero. A text with a zero in it is cut there. */
export function encodeText(text: string): Buffer {
  const [whole = ''] = text.split('\0', 1);
  return Buffer.from(`${whole}\0`, 'utf16le');
}

/** Returns the text up to its first zero, or all of it. */
export function decodeText(bytes: Buffer): string {
  let end = 0;
  while (end + 1 < bytes.length && bytes.readUInt16LE(end) !== 0) end += 2;
  return bytes.toString('utf16le', 0, end);
}
