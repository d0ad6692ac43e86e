import { createHash } from 'node:crypto';
import { readErrorMessage } from '../os/errors.ts';

/** The three functions of keytar that Doca uses. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The largest secret of Windows' credential store: `CRED_MAX_CREDENTIAL_BLOB_SIZE`. */
export const windowsLimitBytes = 2560;

/**
 * The value under the name of a secret that is kept in parts: their side, their number, and a
 * digest of the whole.
 */
type Head = Readonly<NonNullable<ReturnType<typeof readHead>>>;

const headMark = 'doca-parts/';

/**
 * A keychain for secrets of any length, on one that refuses long ones. A secret that fits is kept
 * as it is. A longer one is kept in parts, on one of two sides; writing the head under the secret's
 * own name makes the parts of a side valid. The parts of a new secret go to the other side, so a
 * crash at any moment leaves the old secret or the new one. Parts that it leaves behind are removed
 * with the next change.
 */
export class PartedKeychain implements Keychain {
  readonly #keychain: Keychain;
  readonly #limitBytes: number;

  constructor(keychain: Keychain, limitBytes: number) {
    this.#keychain = keychain;
    this.#limitBytes = limitBytes;
  }

  /**
   * Null also if parts do not belong together, as after two programs' writes: the secret must be
   * entered again.
   */
  async getPassword(service: string, account: string): Promise<string | null> {
    for (let text = await this.#keychain.getPassword(service, account); ;) {
      const head = text === null ? null : readHead(text);
      if (head === null) return text;
      const whole = await this.#join(service, account, head);
      if (whole !== null) return whole;
      // Another program may have changed it since.
      const again = await this.#keychain.getPassword(service, account);
      if (again === text) return null;
      text = again;
    }
  }

  async setPassword(service: string, account: string, password: string): Promise<void> {
    const bytes = Buffer.from(password);
    if (bytes.length <= this.#limitBytes && !password.startsWith(headMark)) {
      await this.#keychain.setPassword(service, account, password);
      await this.#removeSides(service, account);
      return;
    }
    const current = await this.#keychain.getPassword(service, account);
    const used = current === null ? null : readHead(current)?.side;
    const side = used === 'a' ? 'b' : 'a';
    const parts = split(bytes, this.#limitBytes);
    for (const [index, part] of parts.entries()) {
      await this.#keychain
        .setPassword(service, namePart(account, side, index), part)
        .catch((error: unknown) => {
          // The error may quote the part; log filters only know the whole secret.
          throw new Error(readErrorMessage(error).replaceAll(part, '…'));
        });
    }
    const head = `${headMark}${side}/${parts.length}/${digestOf(bytes)}`;
    await this.#keychain.setPassword(service, account, head);
    await this.#removeParts(service, account, side === 'a' ? 'b' : 'a', 0);
    await this.#removeParts(service, account, side, parts.length);
  }

  async deletePassword(service: string, account: string): Promise<boolean> {
    const wasThere = await this.#keychain.deletePassword(service, account);
    await this.#removeSides(service, account);
    return wasThere;
  }

  async #join(service: string, account: string, head: Head): Promise<string | null> {
    const parts: string[] = [];
    for (let index = 0; index < head.parts; index += 1) {
      const part = await this.#keychain.getPassword(service, namePart(account, head.side, index));
      if (part === null) return null;
      parts.push(part);
    }
    const bytes = Buffer.from(parts.join(''), 'base64url');
    return digestOf(bytes) === head.digest ? bytes.toString() : null;
  }

  async #removeSides(service: string, account: string): Promise<void> {
    await this.#removeParts(service, account, 'a', 0);
    await this.#removeParts(service, account, 'b', 0);
  }

  /**
   * From the last part backwards: a crash always leaves the beginning of a side, so the next
   * removal finds it.
   */
  async #removeParts(
    service: string,
    account: string,
    side: Head['side'],
    from: number,
  ): Promise<void> {
    let end = from;
    while ((await this.#keychain.getPassword(service, namePart(account, side, end))) !== null)
      end += 1;
    for (let index = end - 1; index >= from; index -= 1)
      await this.#keychain.deletePassword(service, namePart(account, side, index));
  }
}

/** No ERP's origin and no proxy's name ends like this. */
function namePart(account: string, side: Head['side'], index: number): string {
  return `${account}#${side}${index}`;
}

function split(bytes: Buffer, limitBytes: number): readonly string[] {
  const text = bytes.toString('base64url');
  const count = Math.ceil(text.length / limitBytes);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * limitBytes, (index + 1) * limitBytes),
  );
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns null for a secret that is kept as it is. */
function readHead(text: string) {
  if (!text.startsWith(headMark)) return null;
  const [side, parts, digest] = text.slice(headMark.length).split('/');
  if ((side !== 'a' && side !== 'b') || digest === undefined) return null;
  return { side, parts: Number(parts), digest };
}
