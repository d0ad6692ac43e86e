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
import { need, throwFault } from '../../os/errors.ts';
import { readJsonFile, writeJsonFile } from '../../os/files.ts';

const badgesFile = z.array(
  z.object({ id: z.string().refine(isBadgeId), name: z.string().refine(isBadgeName) }),
);

export type Bench = Awaited<ReturnType<typeof openBench>>;

const nobody: Operator = { id: null, name: null };

/**
 * The list of badges, in a file, and the person at the bench while nobody signs in: the last
 * badge's owner. There are none if the file cannot be read.
 */
export async function openBench(
  path: string,
  nowMs: number,
  changed: (operator: Operator) => void,
) {
  let badges: readonly Badge[] = (await readJsonFile(path, badgesFile, nowMs)) ?? [];
  let operator = nobody;

  const findOwner = (code: string): Operator => {
    const id = readBadge(code) ?? throwFault('invalid-input', { detail: 'not a badge' });
    return badges.find((one) => one.id === id) ?? throwFault('badge-unknown');
  };

  return {
    operator: () => operator,
    badges: () => badges,
    /**
     * Null: nobody. Faults: `invalid-input` for a code that is no badge, `badge-unknown` for one
     * not in the list.
     */
    setOperator(code: string | null): Operator {
      operator = code === null ? nobody : findOwner(code);
      changed(operator);
      return operator;
    },
    /** Replaces the list. A name that has a badge keeps it. Faults: `badge-twice`, `disk*`. */
    async setBadges(wanted: readonly WantedBadge[]): Promise<readonly Badge[]> {
      const list = wanted.map(({ id, name }) => ({
        id: id ?? badges.find((one) => one.name === name)?.id ?? makeBadgeId(randomInt),
        name,
      }));
      if (findTwice(list) !== null) throwFault('badge-twice');
      need(await writeJsonFile(path, list));
      badges = list;
      return list;
    },
  };
}
