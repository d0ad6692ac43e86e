import { fail, type Fault, type Result } from '#shared/faults/faults.ts';
import { isAborted } from '../os/clock.ts';
import { leaveOnAbort } from '../os/timeout.ts';

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
  readonly #missing = new Map<Extension, Set<number>>();

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
    signal?: AbortSignal,
    id?: number,
  ): Promise<Result<T> | null> {
    for (;;) {
      const isHere = this.#known.get(extension);
      if (isHere !== undefined) return isHere ? request() : null;
      const before = this.#probing.get(extension);
      if (before === undefined) return this.#probe(extension, request, id);
      await leaveOnAbort(before, signal, () => undefined);
      if (isAborted(signal)) return fail('cancelled');
    }
  }

  /** Another token may have other rights: extensions that were not there are looked for again. */
  doubt(): void {
    for (const [extension, isHere] of this.#known) if (!isHere) this.#known.delete(extension);
    this.#missing.clear();
  }

  async #probe<T>(
    extension: Extension,
    request: () => Promise<Result<T>>,
    id: number | undefined,
  ): Promise<Result<T> | null> {
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

  #learn(extension: Extension, answer: Result<unknown>, id: number | undefined): void {
    const isHere = answer.ok || this.#judge(extension, answer.fault, id);
    if (isHere !== null) this.#known.set(extension, isHere);
  }

  /**
   * Returns whether the extension is there, or null if this refusal does not tell. 405: the path
   * exists for another method, as `POST /expedicao` does.
   */
  #judge(extension: Extension, refusal: Fault, id: number | undefined): boolean | null {
    const { kind, status } = refusal;
    if (status === 405 || status === 501) return false;
    if (kind === 'validation' && status === 400) return true;
    if (kind !== 'not-found' && kind !== 'forbidden') return null;
    if (id === undefined) return false;
    const missing = this.#missing.get(extension) ?? new Set();
    this.#missing.set(extension, missing.add(id));
    return missing.size < several ? null : false;
  }
}
