import type { Fault, Result } from '#shared/faults/faults.ts';

/** Extensions that a service may have beyond the contract; each is detected on its own. */
export const extensionNames = [
  'groupings',
  'grouping-labels',
  'invoices',
  'invoice-links',
  'invoice-xmls',
  'corrections',
] as const;
export type Extension = (typeof extensionNames)[number];

/** The results of earlier detection, for the company in use. */
export interface ExtensionMemory {
  recall(): Promise<ReadonlyMap<Extension, boolean>>;
  remember(extension: Extension, isHere: boolean): Promise<void>;
}

/**
 * The service's extensions, probed by their first real use. After a success, a 404 concerns one
 * object only.
 */
export class Extensions {
  readonly #memory: ExtensionMemory;
  readonly #known = new Map<Extension, boolean>();
  readonly #probing = new Map<Extension, Promise<unknown>>();
  #recalled: Promise<void> | null = null;

  constructor(memory: ExtensionMemory) {
    this.#memory = memory;
  }

  /** Returns true if a use is worth preparing, also while the answer is not known. */
  async mayBeHere(extension: Extension): Promise<boolean> {
    this.#recalled ??= this.#memory.recall().then((memory) => {
      for (const [known, isHere] of memory) this.#known.set(known, isHere);
    });
    await this.#recalled;
    return this.#known.get(extension) !== false;
  }

  /**
   * Returns null if the service does not have it: no fault then, and the caller goes the contract's
   * way.
   */
  async ask<T>(extension: Extension, request: () => Promise<Result<T>>): Promise<Result<T> | null> {
    while (await this.mayBeHere(extension)) {
      if (this.#known.get(extension) === true) return request();
      const probe = this.#probing.get(extension);
      if (probe === undefined) return this.#probe(extension, request);
      await probe;
    }
    return null;
  }

  async #probe<T>(
    extension: Extension,
    request: () => Promise<Result<T>>,
  ): Promise<Result<T> | null> {
    const probe = request();
    const learned = probe.then(
      (answer) => this.#learn(extension, answer),
      () => undefined,
    );
    this.#probing.set(extension, learned);
    try {
      const answer = await probe;
      await learned;
      return this.#known.get(extension) === false ? null : answer;
    } finally {
      this.#probing.delete(extension);
    }
  }

  async #learn(extension: Extension, answer: Result<unknown>): Promise<void> {
    const verdict = answer.ok ? 'here' : judge(answer.fault);
    if (verdict === 'unknown') return;
    const isHere = verdict === 'here';
    this.#known.set(extension, isHere);
    // Another person of the company may have the permission, or the same one tomorrow.
    if (verdict !== 'forbidden') await this.#memory.remember(extension, isHere);
  }
}

/**
 * 405: the path exists for another method, as `POST /expedicao` does. A refusal in the ERP's words
 * is an answer.
 */
function judge({ kind, status }: Fault): 'here' | 'absent' | 'forbidden' | 'unknown' {
  if (kind === 'forbidden') return 'forbidden';
  if (kind === 'not-found' || status === 405 || status === 501) return 'absent';
  return kind === 'validation' && status === 400 ? 'here' : 'unknown';
}
