import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly expiresAtMs: number;
}

/** The provider's memory. */
export type Records = Map<string, Kept>;

/** One kind of the provider's records, such as sessions or refresh tokens. */
export class Shelf implements Adapter {
  readonly #records: Records;
  readonly #prefix: string;

  constructor(records: Records, kind: string) {
    this.#records = records;
    this.#prefix = `${kind}:`;
  }

  upsert(id: string, payload: AdapterPayload, expiresInSeconds: number | undefined): Promise<void> {
    for (const [key, { expiresAtMs }] of this.#records)
      if (expiresAtMs <= Date.now()) this.#records.delete(key);
    const expiresAtMs =
      expiresInSeconds === undefined ? Infinity : Date.now() + expiresInSeconds * 1000;
    this.#records.set(this.#prefix + id, { payload, expiresAtMs });
    return Promise.resolve();
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#records.get(this.#prefix + id)?.payload);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#search((payload) => payload.userCode === userCode));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(this.#search((payload) => payload.uid === uid));
  }

  /**
   * Marks a refresh token as used; if it comes a second time, the provider ends all tokens of its
   * grant.
   */
  consume(id: string): Promise<void> {
    const kept = this.#records.get(this.#prefix + id);
    if (kept !== undefined) kept.payload.consumed = Math.floor(Date.now() / 1000);
    return Promise.resolve();
  }

  destroy(id: string): Promise<void> {
    this.#records.delete(this.#prefix + id);
    return Promise.resolve();
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.#records)
      if (payload.grantId === grantId) this.#records.delete(key);
    return Promise.resolve();
  }

  #search(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload }] of this.#records) {
      if (key.startsWith(this.#prefix) && matches(payload)) return payload;
    }
    return undefined;
  }
}
