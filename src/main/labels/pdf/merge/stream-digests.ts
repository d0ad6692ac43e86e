import { hash } from 'node:crypto';

/** Smaller data are hashed faster than looked up. */
const minBytes = 4096;
const maxCandidates = 4;

interface Known {
  readonly data: Buffer;
  readonly digest: string;
}

/**
 * Digests of stream data. The fonts and logos that come with every label are most of its bytes; comparing them with
 * the copy that is already here costs a tenth of hashing them again.
 */
export class StreamDigests {
  private readonly known = new Map<string, Known[]>();

  of(data: Uint8Array): string {
    if (data.length >= minBytes) {
      const same = this.known.get(keyOf(data))?.find((candidate) => candidate.data.equals(data));
      if (same !== undefined) return same.digest;
    }
    return hash('sha256', data);
  }

  /** Remembers data that stay in memory anyway. */
  remember(data: Buffer): void {
    if (data.length < minBytes) return;
    const key = keyOf(data);
    const candidates = this.known.get(key) ?? [];
    if (candidates.length < maxCandidates) candidates.push({ data, digest: hash('sha256', data) });
    this.known.set(key, candidates);
  }
}

/** Most different data differ in length, or in some bytes of the middle. */
function keyOf(data: Uint8Array): string {
  const middle = data.length >> 1;
  return `${data.length} ${Buffer.from(data.buffer, data.byteOffset + middle, 16).toString('latin1')}`;
}
