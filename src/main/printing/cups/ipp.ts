/**
 * Internet Printing Protocol, RFC 8010: the part of its encoding that questions about printers and
 * jobs need.
 */

export const operations = {
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
  cupsGetDefault: 0x4001,
  cupsGetPrinters: 0x4002,
} as const;

export interface IppRequest {
  readonly operation: number;
  /** Beside charset and language, which every request has. */
  readonly attributes: readonly IppRequestAttribute[];
}

export interface IppRequestAttribute {
  readonly name: string;
  readonly tag: 'uri' | 'keyword' | 'name';
  readonly values: readonly string[];
}

export type IppValue = string | number | boolean;
export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>;

export type IppAnswer = Readonly<ReturnType<typeof decode>>;

export const groupTags = { job: 2, printer: 4 } as const;
export const status = { notFound: 0x0406 } as const;

const tags = { name: 0x42, keyword: 0x44, uri: 0x45, charset: 0x47, language: 0x48 } as const;

export function encodeRequest({ operation, attributes }: IppRequest): Buffer {
  const head = Buffer.from([2, 0, operation >> 8, operation & 0xff, 0, 0, 0, 1, 1]);
  const parts = [
    head,
    ...encodeValues('attributes-charset', tags.charset, ['utf-8']),
    ...encodeValues('attributes-natural-language', tags.language, ['en']),
    ...attributes.flatMap(({ name, tag, values }) => encodeValues(name, tags[tag], values)),
  ];
  return Buffer.concat([...parts, Buffer.from([3])]);
}

/** Further values of an attribute follow its first under an empty name. */
function encodeValues(name: string, tag: number, values: readonly string[]): Buffer[] {
  return values.map((value, index) => {
    const label = Buffer.from(index === 0 ? name : '', 'utf8');
    const content = Buffer.from(value, 'utf8');
    return Buffer.concat([
      Buffer.from([tag]),
      encodeInt16(label.length),
      label,
      encodeInt16(content.length),
      content,
    ]);
  });
}

function encodeInt16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function decodeAnswer(bytes: Buffer): IppAnswer | null {
  try {
    return decode(bytes);
  } catch (error) {
    // Buffer's own bounds detect truncation.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function decode(bytes: Buffer) {
  const groups: { readonly tag: number; readonly attributes: Map<string, IppValue[]> }[] = [];
  let at = 8;
  const statusCode = bytes.readUInt16BE(2);
  let values: IppValue[] = [];
  for (;;) {
    const tag = bytes.readUInt8(at);
    if (tag === 3) return { status: statusCode, groups };
    if (tag < 0x10) {
      groups.push({ tag, attributes: new Map() });
      at += 1;
      continue;
    }
    const nameAt = at + 3;
    const valueAt = nameAt + bytes.readUInt16BE(at + 1);
    at = valueAt + 2 + bytes.readUInt16BE(valueAt);
    if (at > bytes.length) throw new RangeError('cut off');
    if (valueAt > nameAt) {
      values = [];
      groups.at(-1)?.attributes.set(bytes.toString('utf8', nameAt, valueAt), values);
    }
    const value = readValue(tag, bytes.subarray(valueAt + 2, at));
    if (value !== null) values.push(value);
  }
}

/**
 * Returns null for "no value" and for types that are not used here (dates, ranges, collections).
 */
function readValue(tag: number, content: Buffer): IppValue | null {
  if (tag < 0x20) return null;
  switch (tag) {
    case 0x21:
    case 0x23:
      return content.readInt32BE(0);
    case 0x22:
      return content.readUInt8(0) !== 0;
    case 0x35:
    case 0x36:
      // Its language, with a length, comes first.
      return content.toString('utf8', content.readUInt16BE(0) + 4);
    default:
      return tag >= 0x40 ? content.toString('utf8') : null;
  }
}

export function readText(attributes: IppAttributes, name: string): string | null {
  const value = attributes.get(name)?.[0];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function readNumber(attributes: IppAttributes, name: string): number | null {
  const value = attributes.get(name)?.[0];
  return typeof value === 'number' ? value : null;
}

export function readTexts(attributes: IppAttributes, name: string): readonly string[] {
  return (attributes.get(name) ?? []).filter((value) => typeof value === 'string');
}
