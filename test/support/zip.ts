import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a ZIP made by hand; omitted properties are correct. */
export interface ZipEntrySpec {
  readonly name: string | Buffer;
  readonly content: Uint8Array | string;
  readonly store?: boolean;
  /** General purpose flags; bit 0 encrypted, bit 6 strong encryption, bit 11 UTF-8 name. */
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  /** A lie about the unpacked size. */
  readonly size?: number;
  /** Already packed bytes, in place of `content` deflated. */
  readonly packed?: Uint8Array;
}

/** Writes an archive byte by byte, so that tests can make ones that no tool would. */
export function makeZip(entries: readonly ZipEntrySpec[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const spec of entries) {
    const name = Buffer.isBuffer(spec.name) ? spec.name : Buffer.from(spec.name);
    const content = Buffer.from(spec.content);
    const method = spec.method ?? (spec.store === true ? 0 : 8);
    const data = Buffer.from(spec.packed ?? (method === 8 ? deflateRawSync(content) : content));
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(spec.flags ?? 0x800, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(spec.crc ?? crc32(content), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(spec.size ?? content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), shared, name, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, name);
    offset += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(central);
  const note = Buffer.from(comment);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(note.length, 20);
  return Buffer.concat([...locals, directory, end, note]);
}
