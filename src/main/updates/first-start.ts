import { z } from 'zod';
import { JsonFile } from '../os/json/json-file.ts';
import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';

/** The parts that Doca needs and an update can break. */
const vitalParts = ['journal', 'keychain', 'labels'] as const;
export type VitalPart = (typeof vitalParts)[number];

/** The last version that worked here. Other versions read it too, which may name other parts. */
const memoryFields = z.object({
  good: z.object({ version: z.string(), failing: z.array(z.string()) }).nullable(),
});

/**
 * Checks the vital parts at the first start of a version. Returns those that worked in the version
 * before: a part that never worked here is not the update's fault. Until none is broken, every
 * start checks again.
 */
export async function checkFirstStart(options: {
  readonly version: string;
  readonly path: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly checks: Readonly<Record<VitalPart, () => Promise<boolean>>>;
}): Promise<readonly VitalPart[]> {
  const { version, path, clock, log, checks } = options;
  const file = new JsonFile({ path, schema: memoryFields, base: { good: null }, clock });
  const memory = await file.read();
  if (!memory.ok) {
    log.warn('version.not-read', { fault: memory.fault.kind });
    return [];
  }
  const { good } = memory.value;
  if (good?.version === version) return [];
  // Without an earlier version there is nothing to compare, and labels are read soon enough.
  const checked = vitalParts.filter((part) => good !== null || part !== 'labels');
  const works = await Promise.all(checked.map((part) => checks[part]()));
  const failing = checked.filter((_, index) => works[index] === false);
  const broken = failing.filter((part) => good !== null && !good.failing.includes(part));
  if (broken.length > 0) {
    log.warn('version.worse', { version, broken: broken.join(' ') });
    return broken;
  }
  log.info('version.good', { version, failing: failing.join(' ') });
  const written = await file.change(() => ({ good: { version, failing } }));
  if (!written.ok) log.warn('version.not-noted', { fault: written.fault.kind });
  return [];
}
