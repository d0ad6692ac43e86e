import { failed, type Fault, type Result } from '#shared/faults/faults.ts';

/** Extensions that a service may have beyond the contract; each is detected on its own. */
export type Extension =
  | 'groupings'
  | 'grouping-labels'
  | 'invoices'
  | 'invoice-links'
  | 'invoice-xmls'
  | 'corrections';

/** So many things that are not there, and none that is, stand for an extension that is not. */
const several = 3;

/** The service's extensions, probed by their first real uses in each run of the program. */
export class Extensions {
  readonly #known: Map<Extension, boolean>;
  readonly #probing = new Map<Extension, Promise<unknown>>();
  readonly #missing = new Map<Extension, Map<number | undefined, Fault>>();

  constructor(known: Iterable<readonly [Extension, boolean]> = []) {
    this.#known = new Map(known);
  }

  /**
   * Returns null if the service does not have it: no fault then, and the caller goes the contract's
   * way. `id`: the thing that is asked for, if it may be missing while others are there.
   */
  async ask<T>(
    extension: Extension,
    request: () => Promise<Result<T>>,
    id?: number,
  ): Promise<Result<T> | null> {
    while (!this.#known.has(extension)) {
      const before = this.#probing.get(extension);
      if (before !== undefined) {
        await before;
        continue;
      }
      const missing = this.#missing.get(extension)?.get(id);
      if (missing !== undefined) return failed(missing);
      const probe = request();
      const learned = probe.then(
        (answer) => this.#learn(extension, answer, id),
        () => undefined,
      );
      this.#probing.set(extension, learned);
      await learned;
      this.#probing.delete(extension);
      return this.#known.get(extension) === false ? null : probe;
    }
    return this.#known.get(extension) === true ? request() : null;
  }

  #learn(extension: Extension, answer: Result<unknown>, id: number | undefined): void {
    const verdict = answer.ok ? 'here' : judge(answer.fault);
    if (!answer.ok && verdict === 'missing' && id !== undefined) {
      const missing = this.#missing.get(extension) ?? new Map<number | undefined, Fault>();
      this.#missing.set(extension, missing.set(id, answer.fault));
      if (missing.size < several) return;
    }
    if (verdict !== 'unknown') this.#known.set(extension, verdict === 'here');
  }
}

/**
 * 405: the path exists for another method, as `POST /expedicao` does. A refusal in the ERP's words
 * is an answer. `missing`: the extension, or only the thing that was asked for.
 */
function judge({ kind, status }: Fault): 'here' | 'absent' | 'missing' | 'unknown' {
  if (kind === 'forbidden' || status === 405 || status === 501) return 'absent';
  if (kind === 'not-found') return 'missing';
  return kind === 'validation' && status === 400 ? 'here' : 'unknown';
}
