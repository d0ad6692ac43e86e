import type { Fault, Result } from '../../shared/index.ts';

/** What a service may have beyond the contract; each is found out for itself. */
export const extensionNames = ['groupings', 'grouping-labels', 'invoices', 'invoice-links', 'corrections'] as const;
export type Extension = (typeof extensionNames)[number];

/** What was found out before, for the company in use. */
export interface ExtensionMemory {
  recall(): Promise<ReadonlyMap<Extension, boolean>>;
  remember(extension: Extension, isHere: boolean): Promise<void>;
}

/**
 * Which of its extensions the service has. The first real use is the probe, alone, so that no request is spent on asking;
 * what is not there is not asked for again. Once something was there, a 404 is about one thing of it.
 */
export class Extensions {
  readonly #memory: ExtensionMemory;
  readonly #known = new Map<Extension, boolean>();
  readonly #probing = new Map<Extension, Promise<unknown>>();
  #recalled: Promise<void> | null = null;

  constructor(memory: ExtensionMemory) {
    this.#memory = memory;
  }

  /** Whether it is worth to prepare a use; true also while nobody knows. */
  async mayBeHere(extension: Extension): Promise<boolean> {
    this.#recalled ??= this.#recall();
    await this.#recalled;
    return this.#known.get(extension) !== false;
  }

  /** Null where the service does not have it: there is no fault then, and the contract's own way is to be gone. */
  async ask<T>(extension: Extension, request: () => Promise<Result<T>>): Promise<Result<T> | null> {
    while (await this.mayBeHere(extension)) {
      if (this.#known.get(extension) === true) return request();
      const probe = this.#probing.get(extension);
      if (probe === undefined) return this.#probe(extension, request);
      await probe;
    }
    return null;
  }

  async #probe<T>(extension: Extension, request: () => Promise<Result<T>>): Promise<Result<T> | null> {
    const probe = request();
    const settled = probe.then(
      (answer) => this.#learn(extension, answer),
      () => undefined,
    );
    this.#probing.set(extension, settled);
    try {
      const answer = await probe;
      await settled;
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
    // What somebody may not do today, another person of the company may, or the same one tomorrow.
    if (verdict !== 'forbidden') await this.#memory.remember(extension, isHere);
  }

  async #recall(): Promise<void> {
    for (const [extension, isHere] of await this.#memory.recall()) this.#known.set(extension, isHere);
  }
}

/** 405: the path is there for another method, as `POST /expedicao` is. A refusal in the ERP's words is an answer. */
function judge({ kind, status }: Fault): 'here' | 'absent' | 'forbidden' | 'unknown' {
  if (kind === 'forbidden') return 'forbidden';
  if (kind === 'not-found' || status === 405 || status === 501) return 'absent';
  return kind === 'validation' && status === 400 ? 'here' : 'unknown';
}
