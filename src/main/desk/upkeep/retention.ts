import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journal } from '../../journal/index.ts';
import { nameOf, readErrorCode } from '../../os/errors.ts';
import { removeQuietly } from '../../os/files.ts';
import { removeDamaged } from '../../os/json/json-file.ts';
import { dataFolders } from '../../os/station.ts';
import { removeLeftovers } from '../../os/temporary.ts';
import type { DeskOptions } from '../types.ts';

const dayMs = 86_400_000;

/**
 * Removes finished jobs and people's data in files after their time (LGPD), and half-written files
 * of killed runs at once; nothing by a clock that the ERP's contradicts, and no job without the
 * ERP's word.
 */
export async function removeExpired(
  options: Pick<DeskOptions, 'dataDir' | 'stationDir' | 'outDir' | 'log'>,
  journal: Journal,
  days: number,
  nowMs: number,
): Promise<void> {
  const { dataDir, stationDir, outDir, log } = options;
  const erpMs = journal.erpClock.now();
  const aheadMs = nowMs - (erpMs ?? nowMs);
  if (Math.abs(aheadMs) > dayMs) {
    log.warn('retention.clock', { aheadMs });
    return;
  }
  const beforeMs = nowMs - days * dayMs;
  /** It is tried again soon; other work reports a full or failing disk. */
  const count = async (work: () => number | Promise<number>): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      log.warn('retention.failed', { error: nameOf(error), code: readErrorCode(error) });
      return 0;
    }
  };
  const jobs = await count(() => (erpMs === null ? 0 : journal.removeOld(beforeMs, erpMs)));
  let files = await count(() => removeLeftovers(outDir, nowMs));
  for (const dir of [dataDir, stationDir]) files += await count(() => removeDamaged(dir, beforeMs));
  for (const name of Object.values(dataFolders)) {
    const dir = join(dataDir, name);
    files += await count(() => removeLeftovers(dir, nowMs));
    files += await removeOldFiles(dir, beforeMs);
  }
  if (jobs + files > 0) log.info('retention', { jobs, files });
}

/** A folder that cannot be read leaves the others. */
async function removeOldFiles(dir: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) removed += await removeOldFiles(path, beforeMs);
    // A label that is just being written is renamed meanwhile.
    const file = await stat(path).catch(() => null);
    if (file?.isFile() !== true || file.mtimeMs >= beforeMs) continue;
    await removeQuietly(path);
    removed += 1;
  }
  return removed;
}
