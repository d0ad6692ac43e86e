import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journal } from '../../dispatch/index.ts';
import { nameOf } from '../../os/errors.ts';
import { removeQuietly } from '../../os/files.ts';
import { removeLeftovers } from '../../os/temporary.ts';
import { folders } from '../documents/files.ts';
import type { DeskOptions } from '../types.ts';

const dayMs = 86_400_000;

/**
 * Removes finished jobs and people's data in files after their time (LGPD), and half-written files
 * of killed runs at once; nothing by a clock that the ERP's contradicts, and no job without the
 * ERP's word.
 */
export async function removeExpired(
  { dataDir, outDir, log }: Pick<DeskOptions, 'dataDir' | 'outDir' | 'log'>,
  journal: Journal,
  days: number,
  nowMs: number,
): Promise<void> {
  const erpMs = journal.erpClock.now();
  const aheadMs = nowMs - (erpMs ?? nowMs);
  if (Math.abs(aheadMs) > dayMs) {
    log.warn('retention.clock', { aheadMs });
    return;
  }
  const beforeMs = nowMs - days * dayMs;
  try {
    const jobs = erpMs === null ? 0 : await journal.removeOld(beforeMs, erpMs);
    let files = await removeLeftovers(outDir, nowMs);
    for (const name of Object.values(folders)) {
      const dir = join(dataDir, name);
      files += (await removeLeftovers(dir, nowMs)) + (await removeOldFiles(dir, beforeMs));
    }
    if (jobs + files > 0) log.info('retention', { jobs, files });
  } catch (error) {
    // It is tried again soon; other work reports a full or failing disk.
    log.warn('retention.failed', { error: nameOf(error) });
  }
}

async function removeOldFiles(dir: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(dir, { recursive: true }).catch(() => [])) {
    const path = join(dir, name);
    // A label that is just being written is renamed meanwhile.
    const file = await stat(path).catch(() => null);
    if (file?.isFile() !== true || file.mtimeMs >= beforeMs) continue;
    await removeQuietly(path);
    removed += 1;
  }
  return removed;
}
