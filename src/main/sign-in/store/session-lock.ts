import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { failed, fault, type Fault, type Result } from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import { toDiskFault } from '../../os/files.ts';
import { takeLock, type Lock } from '../../os/locks/sqlite.ts';
import { readSqliteError } from '../../os/sqlite.ts';

const pauseMs = 50;
/** Longer than a refresh takes with a silent provider. */
const tries = 150_000 / pauseMs;

/**
 * One program of this workstation at a time changes the session of an ERP. The lock ends with its
 * holder.
 */
export class SessionLock {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(stationDir: string, clock: Clock) {
    this.#folder = join(stationDir, 'sign-in');
    this.#clock = clock;
  }

  /** Faults: `timeout` if another one holds it all the time, `disk`; and those of the work. */
  async run<T>(erpOrigin: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const lock = await this.#take(erpOrigin);
    if ('kind' in lock) return failed(lock);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  async #take(erpOrigin: string): Promise<Lock | Fault> {
    // The origin is hashed because it is not a file name.
    const name = createHash('sha256').update(erpOrigin).digest('hex').slice(0, 32);
    try {
      for (let left = tries; left > 0; left -= 1) {
        const lock = await takeLock(this.#folder, name, this.#clock);
        if (lock !== null) return lock;
        await this.#clock.sleep(pauseMs);
      }
      return fault('timeout', { detail: 'another program holds the session' });
    } catch (error) {
      return toLockFault(error);
    }
  }
}

/** Any error but a failing disk is a bug. */
function toLockFault(error: unknown): Fault {
  const disk = toDiskFault(error);
  if (disk !== null) return disk;
  const sqlite = readSqliteError(error);
  if (sqlite === null) throw error;
  return fault(sqlite === 'full' ? 'disk-full' : 'disk', {
    detail: `lock of the session: ${sqlite}`,
  });
}
