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

/** So many things that are not there, and none that is, stand for an extension that is not. */
const several = 3;

/** The service's extensions, probed by their first real uses. */
export class Extensions {
  readonly #memory: ExtensionMemory;
  readonly #known = new Map<Extension, boolean>();
  readonly #probing = new Map<Extension, Promise<unknown>>();
  readonly #missing = new Map<Extension, ReadonlySet<number>>();
  #recalled: Promise<void> | null = null;

  constructor(memory: ExtensionMemory) {
    this.#memory = memory;
  }

  /** Returns true if a use is worth preparing, also while the answer is not known. */
  async mayBeHere(extension: Extension): Promise<boolean> {
    this.#recalled ??= this.#recall();
    await this.#recalled;
    return this.#known.get(extension) !== false;
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
    while (await this.mayBeHere(extension)) {
      if (this.#known.get(extension) === true) return request();
      const probe = this.#probing.get(extension);
      if (probe === undefined) return this.#probe(extension, request, id);
      await probe;
    }
    return null;
  }

  /** Without its memory the extensions are detected anew. */
  async #recall(): Promise<void> {
    try {
      for (const [known, isHere] of await this.#memory.recall()) this.#known.set(known, isHere);
    } catch {
      this.#recalled = null;
    }
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
    try {
      const answer = await probe;
      await learned;
      return this.#known.get(extension) === false ? null : answer;
    } finally {
      this.#probing.delete(extension);
    }
  }

  async #learn(
    extension: Extension,
    answer: Result<unknown>,
    id: number | undefined,
  ): Promise<void> {
    const verdict = answer.ok ? 'here' : judge(answer.fault);
    if (verdict === 'unknown') return;
    if (verdict === 'missing' && id !== undefined) {
      const missing = new Set(this.#missing.get(extension)).add(id);
      this.#missing.set(extension, missing);
      if (missing.size < several) return;
    }
    const isHere = verdict === 'here';
    this.#known.set(extension, isHere);
    // Another person of the company may have the permission, or the same one tomorrow. What cannot
    // be written is detected again.
    if (verdict !== 'forbidden')
      await this.#memory.remember(extension, isHere).catch(() => undefined);
  }
}

/**
 * 405: the path exists for another method, as `POST /expedicao` does. A refusal in the ERP's words
 * is an answer. `missing`: the extension, or only the thing that was asked for.
 */
function judge({ kind, status }: Fault): 'here' | 'absent' | 'missing' | 'forbidden' | 'unknown' {
  if (kind === 'forbidden') return 'forbidden';
  if (status === 405 || status === 501) return 'absent';
  if (kind === 'not-found') return 'missing';
  return kind === 'validation' && status === 400 ? 'here' : 'unknown';
}
