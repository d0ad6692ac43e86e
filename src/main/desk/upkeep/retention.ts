import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journal } from '../../dispatch/index.ts';
import type { LabelStore } from '../../labels/index.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import { nameOf } from '../../os/errors.ts';
import { removeLeftovers } from '../../os/temporary.ts';
import { folders } from '../documents/files.ts';
import type { DeskOptions } from '../types.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * Removes finished jobs and their files after their time (LGPD), and half-written files of killed
 * runs at once; nothing by a clock that the ERP's contradicts, and no job without the ERP's word:
 * returns false then. `labels`: null while no ERP is connected.
 */
export async function removeExpired(
  { dataDir, outDir, log }: Pick<DeskOptions, 'dataDir' | 'outDir' | 'log'>,
  journal: Journal,
  labels: LabelStore | null,
  days: number,
  nowMs: number,
): Promise<boolean> {
  const erpMs = journal.erpClock.now();
  const aheadMs = nowMs - (erpMs ?? nowMs);
  if (Math.abs(aheadMs) > dayMs) {
    log.warn('retention.clock', { aheadMs });
    return true;
  }
  const beforeMs = nowMs - days * dayMs;
  try {
    const jobs = erpMs === null ? 0 : await journal.removeOld(beforeMs, log);
    const files = (await labels?.removeOlderThan(beforeMs)) ?? 0;
    let papers = 0;
    for (const name of [folders.prints, folders.manifests, folders.drawn])
      papers += await removeOldFiles(join(dataDir, name), beforeMs);
    let leftovers = 0;
    for (const dir of [outDir, ...Object.values(folders).map((name) => join(dataDir, name))])
      leftovers += await removeLeftovers(dir, nowMs);
    if (erpMs !== null) log.info('retention', { jobs, labels: files, papers, leftovers });
  } catch (error) {
    // It is tried again tomorrow; other work reports a full or failing disk.
    log.warn('retention.failed', { error: nameOf(error) });
  }
  return erpMs !== null;
}

async function removeOldFiles(dir: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    if ((await stat(path)).mtimeMs >= beforeMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/**
 * Runs the work now and then once a day, or soon again if it returns false; checks every hour,
 * because a closed laptop stops timers.
 */
export async function repeatDaily(
  work: () => Promise<boolean>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const startedAtMs = clock.now();
    const isDone = await work();
    do if (!(await pauseUnlessAborted(clock, isDone ? hourMs : minuteMs, signal))) return;
    while (isDone && Math.abs(clock.now() - startedAtMs) < dayMs);
  }
}
