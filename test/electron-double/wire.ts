export interface Wire {
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * Structured clone as text, for transfer between Node and the page. The function refers to nothing
 * outside itself, so that its source can run in the page as well. Values that cannot be cloned
 * throw the text of Electron's IPC.
 */
export function makeWire(): Wire {
  const typedArrays: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  };
  const errors: Record<string, new (message: string) => Error> = {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
  };

  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
    return bytes;
  };
  const tag = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

  const pack = (value: unknown, above: readonly unknown[]): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : ['n', String(Object.is(value, -0) ? '-0' : value)];
    if (value === undefined) return ['u'];
    if (typeof value === 'bigint') return ['b', value.toString()];
    if (typeof value !== 'object') throw new Error('An object could not be cloned.');
    if (above.includes(value))
      throw new Error('The Electron double does not carry circular values.');
    const inside = [...above, value];
    if (Array.isArray(value)) return ['a', value.map((one: unknown) => pack(one, inside))];
    const kind = tag(value);
    if (kind === 'Date') return ['d', (value as Date).getTime()];
    if (kind === 'Map')
      return [
        'm',
        [...(value as Map<unknown, unknown>)].map((one) => one.map((part) => pack(part, inside))),
      ];
    if (kind === 'Set') return ['s', [...(value as Set<unknown>)].map((one) => pack(one, inside))];
    if (kind === 'RegExp') return ['r', (value as RegExp).source, (value as RegExp).flags];
    if (kind === 'ArrayBuffer') return ['t', kind, toBase64(new Uint8Array(value as ArrayBuffer))];
    if (ArrayBuffer.isView(value)) {
      const { buffer, byteOffset, byteLength } = value;
      return ['t', kind, toBase64(new Uint8Array(buffer, byteOffset, byteLength))];
    }
    if (kind === 'Error') return ['e', (value as Error).name, (value as Error).message];
    if (kind !== 'Object') throw new Error('An object could not be cloned.');
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pack(one, inside)]));
  };

  const unpack = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value;
    if (!Array.isArray(value)) {
      const entries = Object.entries(value as Record<string, unknown>);
      return Object.fromEntries(entries.map(([key, one]) => [key, unpack(one)]));
    }
    const [kind, first, second] = value as [string, unknown, string];
    switch (kind) {
      case 'u':
        return undefined;
      case 'n':
        return Number(first);
      case 'b':
        return BigInt(first as string);
      case 'a':
        return (first as unknown[]).map(unpack);
      case 'd':
        return new Date(first as number);
      case 'm':
        return new Map(
          (first as unknown[][]).map((one) => [unpack(one[0]), unpack(one[1])] as const),
        );
      case 's':
        return new Set((first as unknown[]).map(unpack));
      case 'r':
        return new RegExp(first as string, second);
      case 't': {
        const bytes = fromBase64(second);
        const View = typedArrays[first as string];
        return View === undefined ? bytes.buffer : new View(bytes.buffer);
      }
      case 'e':
        return Object.assign(new (errors[first as string] ?? Error)(second), { name: first });
      default:
        throw new Error(`unknown mark ${kind}`);
    }
  };

  return {
    encode: (value) => JSON.stringify(pack(value, [])),
    decode: (text) => unpack(JSON.parse(text)),
  };
}
