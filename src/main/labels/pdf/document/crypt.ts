import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { PdfLocked, PdfString, isDict, nameOf } from '../syntax/objects.ts';
import type { PdfDict, PdfObject } from '../syntax/objects.ts';

type Method = 'none' | 'rc4' | 'aes128' | 'aes256';

/** Decrypts a document that opens without a password (ISO 32000-2, 7.6). */
export interface Decryption {
  readonly encryptsMetadata: boolean;
  string(num: number, gen: number, data: Uint8Array): Uint8Array;
  stream(num: number, gen: number, data: Uint8Array): Uint8Array;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** RC4, which the runtime's own cryptography no longer offers. */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    const held = state[i] ?? 0;
    j = (j + held + (key[i % key.length] ?? 0)) & 255;
    state[i] = state[j] ?? 0;
    state[j] = held;
  }
  const out = Buffer.allocUnsafe(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at += 1) {
    i = (i + 1) & 255;
    const held = state[i] ?? 0;
    j = (j + held) & 255;
    state[i] = state[j] ?? 0;
    state[j] = held;
    out[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + held) & 255] ?? 0);
  }
  return out;
}

function aes(key: Uint8Array, data: Uint8Array): Uint8Array {
  const whole = data.length - (data.length % 16);
  if (whole < 32) return new Uint8Array(0);
  const decipher = createDecipheriv(`aes-${key.length === 32 ? '256' : '128'}-cbc`, key, data.subarray(0, 16));
  decipher.setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(data.subarray(16, whole)), decipher.final()]);
  const pad = plain[plain.length - 1] ?? 0;
  return pad >= 1 && pad <= 16 ? plain.subarray(0, plain.length - pad) : plain;
}

/** The hash of revision 6 (ISO 32000-2, algorithm 2.B) for the empty user password. */
function hashR6(salt: Uint8Array): Buffer {
  let key = createHash('sha256').update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = cipher.update(block);
    let sum = 0;
    for (const byte of encrypted.subarray(0, 16)) sum += byte;
    key = createHash(['sha256', 'sha384', 'sha512'][sum % 3] ?? 'sha256')
      .update(encrypted)
      .digest();
    last = encrypted[encrypted.length - 1] ?? 0;
  }
  return key.subarray(0, 32);
}

interface Settings {
  readonly revision: number;
  readonly keyBytes: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly userKey: Uint8Array;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  readonly fileId: Uint8Array;
}

/** Revisions 2 to 4: algorithms 2, 4 and 5. */
function legacyKey(settings: Settings): Buffer {
  const { revision, keyBytes, owner, user, permissions, encryptsMetadata, fileId } = settings;
  const p = Buffer.alloc(4);
  p.writeInt32LE(permissions | 0);
  const extra = revision >= 4 && !encryptsMetadata ? Buffer.from('ffffffff', 'hex') : Buffer.alloc(0);
  let key = md5(padding, owner.subarray(0, 32), p, fileId, extra).subarray(0, keyBytes);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, keyBytes);
  if (revision === 2) {
    if (!rc4(key, padding).equals(user.subarray(0, 32))) throw new PdfLocked('needs a password');
    return key;
  }
  let check: Buffer = rc4(key, md5(padding, fileId));
  for (let round = 1; round <= 19; round += 1)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  if (!check.equals(user.subarray(0, 16))) throw new PdfLocked('needs a password');
  return key;
}

/** Revisions 5 and 6: algorithm 2.A. */
function modernKey({ revision, user, userKey }: Settings): Buffer {
  const hash = (salt: Uint8Array): Buffer =>
    revision === 5 ? createHash('sha256').update(salt).digest() : hashR6(salt);
  if (user.length < 48 || userKey.length < 32) throw new PdfLocked('unreadable encryption');
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) throw new PdfLocked('needs a password');
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16));
  decipher.setAutoPadding(false);
  return decipher.update(userKey.subarray(0, 32));
}

function methodOf(dict: PdfDict, filterKey: string, resolve: (value: PdfObject | undefined) => PdfObject): Method {
  const name = nameOf(resolve(dict.get(filterKey))) ?? 'Identity';
  if (name === 'Identity') return 'none';
  const filters = resolve(dict.get('CF'));
  const filter = isDict(filters) ? resolve(filters.get(name)) : null;
  const method = isDict(filter) ? nameOf(resolve(filter.get('CFM'))) : null;
  if (method === 'V2') return 'rc4';
  if (method === 'AESV2') return 'aes128';
  if (method === 'AESV3') return 'aes256';
  if (method === 'None') return 'none';
  throw new PdfLocked('unknown encryption method');
}

/** Opens with the empty user password; `PdfLocked` where that does not fit. */
export function openEncryption(
  dict: PdfDict,
  fileId: Uint8Array,
  resolve: (value: PdfObject | undefined) => PdfObject,
): Decryption {
  const number = (key: string, otherwise: number): number => {
    const value = resolve(dict.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  const bytes = (key: string): Uint8Array => {
    const value = resolve(dict.get(key));
    return value instanceof PdfString ? Buffer.from(value.bytes) : Buffer.alloc(0);
  };
  const version = number('V', 0);
  const revision = number('R', 0);
  const known = (version === 1 || version === 2 || version === 4 || version === 5) && revision >= 2 && revision <= 6;
  if (!known || nameOf(resolve(dict.get('Filter'))) !== 'Standard') throw new PdfLocked('unknown encryption');
  const encryptsMetadata = resolve(dict.get('EncryptMetadata')) !== false;
  const settings: Settings = {
    revision,
    keyBytes: version === 1 ? 5 : version === 4 ? 16 : Math.min(16, Math.max(5, Math.floor(number('Length', 40) / 8))),
    owner: bytes('O'),
    user: bytes('U'),
    userKey: bytes('UE'),
    permissions: number('P', 0),
    encryptsMetadata,
    fileId,
  };
  const key = version === 5 ? modernKey(settings) : legacyKey(settings);
  const streams = version >= 4 ? methodOf(dict, 'StmF', resolve) : 'rc4';
  const strings = version >= 4 ? methodOf(dict, 'StrF', resolve) : 'rc4';

  const decrypt = (method: Method, num: number, gen: number, data: Uint8Array): Uint8Array => {
    if (method === 'none') return data;
    if (method === 'aes256') return aes(key, data);
    const id = Uint8Array.of(num & 255, (num >> 8) & 255, (num >> 16) & 255, gen & 255, (gen >> 8) & 255);
    const salt = method === 'aes128' ? Buffer.from('sAlT') : Buffer.alloc(0);
    const objectKey = md5(key, id, salt).subarray(0, Math.min(16, key.length + 5));
    return method === 'aes128' ? aes(objectKey, data) : rc4(objectKey, data);
  };
  return {
    encryptsMetadata,
    string: (num, gen, data) => decrypt(strings, num, gen, data),
    stream: (num, gen, data) => decrypt(streams, num, gen, data),
  };
}
