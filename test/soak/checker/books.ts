import { setTimeout as sleep } from 'node:timers/promises';

/** The true state of the ERP, by its own books: the campaign believes no other source. */
export interface Listed {
  readonly id: number;
  /** The code for the carrier: on each label of this shipment, and on no other. */
  readonly code: string;
}

/** One request to conclude, from its arrival on. */
export interface Post {
  /** It had its effect. */
  took(): void;
  /** Its sender was told plainly that it had no effect. */
  refused(): void;
  /** The ERP has finished with it. */
  ended(): void;
}

export class Books {
  readonly #lists: { readonly atMs: number; readonly list: readonly Listed[] }[] = [];
  #maySend = true;
  #posts = 0;
  #underWay = 0;
  #effects = 0;
  #unasked = 0;
  #byColleague = false;
  /** When the list was last given whole before the conclusion. */
  #readAtMs = 0;

  /** How often the request to conclude came, and how often it had an effect. */
  get posts(): number {
    return this.#posts;
  }
  get effects(): number {
    return this.#effects;
  }
  /**
   * Counts requests to conclude that were not asked for: after one that succeeded, or one whose
   * outcome is unknown.
   */
  get unasked(): number {
    return this.#unasked;
  }
  get isConcluded(): boolean {
    return this.#effects > 0 || this.#byColleague;
  }

  post(): Post {
    this.#posts += 1;
    this.#underWay += 1;
    if (!this.#maySend) this.#unasked += 1;
    this.#maySend = false;
    return {
      took: () => {
        this.#effects += 1;
      },
      refused: () => {
        this.#maySend = true;
      },
      ended: () => {
        this.#underWay -= 1;
      },
    };
  }

  concludeAsColleague(): void {
    this.#byColleague = true;
  }

  /** The person looks here, which takes longer than a slow ERP, and answers the program. */
  async answer(): Promise<'done' | 'not-done'> {
    for (let waitedMs = 0; this.#underWay > 0 && waitedMs < 3_000; waitedMs += 50) await sleep(50);
    this.#maySend = !this.isConcluded;
    return this.isConcluded ? 'done' : 'not-done';
  }

  setList(list: readonly Listed[], nowMs: number): void {
    this.#lists.push({ atMs: nowMs, list });
  }

  wasRead(nowMs: number): void {
    if (this.#effects === 0) this.#readAtMs = nowMs;
  }

  /**
   * Shipments that were listed all the time since the list was last read, and every code that was
   * good for any of them.
   */
  standing(): {
    readonly required: readonly Listed[];
    readonly codes: ReadonlyMap<number, ReadonlySet<string>>;
  } {
    const later = this.#lists.filter(({ atMs }) => atMs > this.#readAtMs).map(({ list }) => list);
    const then = this.#lists.findLast(({ atMs }) => atMs <= this.#readAtMs)?.list ?? later[0] ?? [];
    const codes = new Map<number, Set<string>>();
    for (const { id, code } of [then, ...later].flat())
      codes.set(id, (codes.get(id) ?? new Set()).add(code));
    const required = then.filter(({ id }) =>
      later.every((list) => list.some((listed) => listed.id === id)),
    );
    return { required, codes };
  }

  /** Each code that any label of any time could carry. */
  allCodes(): ReadonlyMap<string, number> {
    return new Map(
      this.#lists.flatMap(({ list }) => list.map(({ id, code }) => [code, id] as const)),
    );
  }
}
