import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { readBadge } from '#shared/codes.ts';
import type { Operator } from '#shared/contract/floor.ts';
import {
  type Badge,
  findTwice,
  isBadgeId,
  isBadgeName,
  makeBadgeId,
  type WantedBadge,
} from '#shared/domain/badges.ts';
import type { Fault } from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import { need, refuse, throwFault } from '../../os/errors.ts';
import { JsonFile } from '../../os/json/json-file.ts';
import { Serial } from '#shared/serial.ts';

const badgesFile = z
  .array(z.object({ id: z.string().refine(isBadgeId), name: z.string().refine(isBadgeName) }))
  .readonly();

const nobody: Operator = { id: null, name: null };

/**
 * The list of badges, in a file, and the person at the bench while nobody signs in: the last
 * badge's owner.
 */
export class Badges {
  readonly #file: JsonFile<readonly Badge[]>;
  readonly #changed: (operator: Operator) => void;
  readonly #scans = new Serial();
  #operator = nobody;

  constructor(
    path: string,
    clock: Pick<Clock, 'now'>,
    changed: (operator: Operator) => void,
    onDamage: (damage: Fault) => void,
  ) {
    this.#file = new JsonFile({ path, schema: badgesFile, base: [], clock, onDamage });
    this.#changed = changed;
  }

  operator(): Operator {
    return this.#operator;
  }

  /** Faults: `disk*`, as of all below. */
  async list(): Promise<readonly Badge[]> {
    return need(await this.#file.read());
  }

  /**
   * Null: nobody. Faults: `invalid-input` for a code that is no badge, `badge-unknown` for one not
   * in the list.
   */
  setOperator(code: string | null): Promise<Operator> {
    return this.#scans.run(async () => {
      this.#operator = code === null ? nobody : await this.#findOwner(code);
      this.#changed(this.#operator);
      return this.#operator;
    });
  }

  /**
   * Replaces the list. A name that has a badge keeps it; a badge that goes, or gets another name,
   * does so for the person at the bench. Faults: `badge-twice`, `disk*`.
   */
  async replace(wanted: readonly WantedBadge[]): Promise<readonly Badge[]> {
    const changed = this.#file.change((badges) => {
      const list = wanted.map(({ id, name }) => ({
        id: id ?? badges.find((one) => one.name === name)?.id ?? makeBadgeId(randomInt),
        name,
      }));
      return findTwice(list) === null ? list : throwFault('badge-twice');
    });
    const list = need(await changed);
    const { id, name } = this.#operator;
    const owner = list.find((one) => one.id === id) ?? nobody;
    if (owner.name !== name) {
      this.#operator = owner;
      this.#changed(owner);
    }
    return list;
  }

  async #findOwner(code: string): Promise<Operator> {
    const id = readBadge(code) ?? refuse('not a badge');
    return (await this.list()).find((one) => one.id === id) ?? throwFault('badge-unknown');
  }
}
