import type { Stats } from 'node:fs';

/** Why a file, or a folder above it, may be the work of somebody who is not an administrator. */
export type Flaw = 'link' | 'not-owned-by-administrators' | 'writable-by-others';

/** By owner and mode. The group's mode is the mask of a POSIX access list. */
export function findFlawOfMode({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): Flaw | null {
  const kinds = 0o170000;
  const link = 0o120000;
  const writableByOthers = 0o022;
  if ((mode & kinds) === link) return 'link';
  if (uid !== 0) return 'not-owned-by-administrators';
  return (mode & writableByOthers) === 0 ? null : 'writable-by-others';
}

/** SYSTEM, the group of administrators, and TrustedInstaller. */
const administrators: ReadonlySet<string> = new Set([
  '5-18',
  '5-32-544',
  '5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** Rights that change nothing: read, execute, wait. */
const reading = 0xa01200a9;

/**
 * By a self-relative SECURITY_DESCRIPTOR of Windows. An entry of an unknown type counts as
 * untrusted.
 */
export function findFlawOfSecurity(descriptor: Buffer): Flaw | null {
  if (!administrators.has(readSid(descriptor, descriptor.readUInt32LE(4))))
    return 'not-owned-by-administrators';
  const list = descriptor.readUInt32LE(16);
  // Without an access list everybody has all rights.
  if (list === 0) return 'writable-by-others';
  const denies = 1;
  const forChildrenAlone = 0x8;
  let at = list + 8;
  for (let left = descriptor.readUInt16LE(list + 4); left > 0; left -= 1) {
    const isFor =
      descriptor.readUInt8(at) !== denies &&
      (descriptor.readUInt8(at + 1) & forChildrenAlone) === 0;
    const mayWrite = (descriptor.readUInt32LE(at + 4) & ~reading) !== 0;
    if (isFor && mayWrite && !administrators.has(readSid(descriptor, at + 8)))
      return 'writable-by-others';
    at += descriptor.readUInt16LE(at + 2);
  }
  return null;
}

/** In the usual notation, without `S-1-`. */
function readSid(bytes: Buffer, at: number): string {
  const parts = Array.from({ length: bytes.readUInt8(at + 1) }, (_, index) =>
    bytes.readUInt32LE(at + 8 + index * 4),
  );
  return [bytes.readUIntBE(at + 2, 6), ...parts].join('-');
}
