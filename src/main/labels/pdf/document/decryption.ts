import { createDecipheriv, createCipheriv, createHash } from 'node:crypto';
import { PdfLocked, PdfString, isDict, readName } from '../syntax/objects.ts';
import type { PdfDict, PdfObject, PdfRef } from '../syntax/objects.ts';

type Method = 'none' | 'rc4' | 'aes';
type Resolve = (value: PdfObject | undefined) => PdfObject;

/** The padding of passwords (ISO 32000-1, 7.6.3.3); alone it is the empty password. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Undoes standard encryption without a password (ISO 32000-2, 7.6, and Adobe's revision 5); else `PdfLocked`. */
export class Decryption {
  readonly #key: Buffer;
  readonly #strings: Method;
  readonly #streams: Method;
  /** A key of 256 bits serves all objects; shorter ones are combined with an object's numbers. */
  readonly #isOneKey: boolean;

  constructor(dict: PdfDict, fileId: Uint8Array, resolve: Resolve) {
    if (readName(resolve(dict.get('Filter'))) !== 'Standard') throw new PdfLocked();
    const version = readInt(resolve(dict.get('V')));
    const revision = readInt(resolve(dict.get('R')));
    const isKnown = version === 1 || version === 2 || version === 4 || version === 5;
    if (!isKnown || revision < 2 || revision > 6) throw new PdfLocked();
    this.#isOneKey = version === 5;
    this.#strings = version < 4 ? 'rc4' : readMethod(dict, 'StrF', resolve);
    this.#streams = version < 4 ? 'rc4' : readMethod(dict, 'StmF', resolve);
    this.#key =
      version === 5 ? makeLongKey(dict, revision, resolve) : makeKey(dict, version, revision, fileId, resolve);
  }

  decryptString(ref: PdfRef, data: Uint8Array): Uint8Array {
    return this.#decrypt(this.#strings, ref, data);
  }

  decryptStream(ref: PdfRef, data: Uint8Array): Uint8Array {
    return this.#decrypt(this.#streams, ref, data);
  }

  #decrypt(method: Method, ref: PdfRef, data: Uint8Array): Uint8Array {
    if (method === 'none') return data;
    const key = this.#isOneKey ? this.#key : mixKey(this.#key, ref, method);
    return method === 'rc4' ? undoRc4(key, data) : undoAes(key, data);
  }
}

function readInt(value: PdfObject): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : Number.NaN;
}

function readBytes(dict: PdfDict, key: string, length: number, resolve: Resolve): Buffer {
  const value = resolve(dict.get(key));
  if (!(value instanceof PdfString) || value.bytes.length < length) throw new PdfLocked();
  return Buffer.from(value.bytes.subarray(0, length));
}

function readMethod(dict: PdfDict, key: string, resolve: Resolve): Method {
  const name = readName(resolve(dict.get(key))) ?? 'Identity';
  if (name === 'Identity') return 'none';
  const filters = resolve(dict.get('CF'));
  const filter = isDict(filters) ? resolve(filters.get(name)) : null;
  const method = isDict(filter) ? (readName(resolve(filter.get('CFM'))) ?? 'None') : null;
  if (method === 'None') return 'none';
  if (method === 'V2') return 'rc4';
  if (method === 'AESV2' || method === 'AESV3') return 'aes';
  throw new PdfLocked();
}

function hashMd5(...parts: readonly Uint8Array[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

/** Algorithm 2, with algorithms 4 and 5 to verify the empty password. */
function makeKey(dict: PdfDict, version: number, revision: number, fileId: Uint8Array, resolve: Resolve): Buffer {
  const bits = version === 1 ? 40 : version === 4 ? 128 : resolve(dict.get('Length'));
  const length = typeof bits === 'number' && bits >= 40 && bits <= 128 ? bits >> 3 : 5;
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(readInt(resolve(dict.get('P'))) | 0);
  const isClear = revision >= 4 && resolve(dict.get('EncryptMetadata')) === false;
  const tail = isClear ? Buffer.alloc(4, 255) : Buffer.alloc(0);
  let key = hashMd5(padding, readBytes(dict, 'O', 32, resolve), permissions, fileId, tail).subarray(0, length);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = hashMd5(key).subarray(0, length);
  let check = revision >= 3 ? hashMd5(padding, fileId) : padding;
  for (let round = 0; round < (revision >= 3 ? 20 : 1); round += 1) {
    check = undoRc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  if (!check.equals(readBytes(dict, 'U', 32, resolve).subarray(0, check.length))) throw new PdfLocked();
  return key;
}

/** Algorithm 2.A for the empty user password. */
function makeLongKey(dict: PdfDict, revision: number, resolve: Resolve): Buffer {
  const user = readBytes(dict, 'U', 48, resolve);
  const hash = revision === 5 ? (salt: Buffer) => createHash('sha256').update(salt).digest() : hashHardened;
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) throw new PdfLocked();
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false);
  return decipher.update(readBytes(dict, 'UE', 32, resolve));
}

/** Algorithm 2.B for the empty password. */
function hashHardened(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest();
  for (let round = 0; ; round += 1) {
    const text = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(text);
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash((['sha256', 'sha384', 'sha512'] as const)[rest] ?? 'sha256')
      .update(mixed)
      .digest();
    if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

function mixKey(key: Buffer, { num, gen }: PdfRef, method: Method): Buffer {
  const numbers = Buffer.from([num, num >> 8, num >> 16, gen, gen >> 8]);
  const salt = method === 'aes' ? Buffer.from('sAlT') : Buffer.alloc(0);
  return hashMd5(key, numbers, salt).subarray(0, Math.min(key.length + 5, 16));
}

/** Data that do not fill their blocks, or have a wrong end, are damaged, which shows in their content. */
function undoAes(key: Buffer, data: Uint8Array): Uint8Array {
  const length = data.length - (data.length % 16);
  if (length < 32) return new Uint8Array();
  const name = key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc';
  const decipher = createDecipheriv(name, key, data.subarray(0, 16)).setAutoPadding(false);
  const plain = decipher.update(data.subarray(16, length));
  const fill = plain.at(-1) ?? 0;
  return fill >= 1 && fill <= 16 ? plain.subarray(0, plain.length - fill) : plain;
}

/** Implemented here because OpenSSL no longer has it. */
function undoRc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    const kept = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = kept;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  const out = Buffer.allocUnsafe(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at += 1) {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    out[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }
  return out;
}
