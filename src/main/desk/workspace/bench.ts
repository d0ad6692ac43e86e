import { randomInt } from 'node:crypto';
import { z } from 'zod';
import {
  findTwice,
  isBadgeId,
  isBadgeName,
  makeBadgeId,
  readBadge,
} from '../../../shared/index.ts';
import type { Badge, Operator, WantedBadge } from '../../../shared/index.ts';
import { need, throwFault } from '../../os/errors.ts';
import { readJsonFile, writeJsonFile } from '../../os/files.ts';

const badgesFile = z.array(
  z.object({ id: z.string().refine(isBadgeId), name: z.string().refine(isBadgeName) }),
);

/**
 * The list of badges, in a file, and the person at the bench while nobody signs in: the last
 * badge's owner.
 */
export class Bench {
  readonly #path: string;
  readonly #changed: (operator: Operator) => void;
  #badges: readonly Badge[];
  #operator: Operator = { id: null, name: null };

  private constructor(
    path: string,
    badges: readonly Badge[],
    changed: (operator: Operator) => void,
  ) {
    this.#path = path;
    this.#badges = badges;
    this.#changed = changed;
  }

  /** With the stored badges, or with none if the file cannot be read. */
  static async open(
    path: string,
    nowMs: number,
    changed: (operator: Operator) => void,
  ): Promise<Bench> {
    return new Bench(path, (await readJsonFile(path, badgesFile, nowMs)) ?? [], changed);
  }

  operator(): Operator {
    return this.#operator;
  }

  badges(): readonly Badge[] {
    return this.#badges;
  }

  /**
   * Null: nobody. Faults: `invalid-input` for a code that is no badge, `badge-unknown` for one not
   * in the list.
   */
  setOperator(code: string | null): Operator {
    const id = code === null ? null : readBadge(code);
    if (code !== null && id === null) throwFault('invalid-input', { detail: 'not a badge' });
    const badge = this.#badges.find((one) => one.id === id);
    if (id !== null && badge === undefined) throwFault('badge-unknown');
    this.#operator = badge ?? { id: null, name: null };
    this.#changed(this.#operator);
    return this.#operator;
  }

  /** Replaces the list. A name that has a badge keeps it. Faults: `badge-twice`, `disk*`. */
  async setBadges(wanted: readonly WantedBadge[]): Promise<readonly Badge[]> {
    const badges = wanted.map(({ id, name }) => ({
      id: id ?? this.#badges.find((one) => one.name === name)?.id ?? makeBadgeId(randomInt),
      name,
    }));
    if (findTwice(badges) !== null) throwFault('badge-twice');
    need(await writeJsonFile(this.#path, badges));
    this.#badges = badges;
    return badges;
  }
}
