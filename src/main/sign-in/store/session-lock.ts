import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import { tryOnDisk } from '../../os/files.ts';
import { takeLock, type Lock } from '../../os/locks/sqlite.ts';

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
    const lock = await tryOnDisk(() => this.#take(erpOrigin));
    if (!lock.ok) return lock;
    try {
      return await work();
    } finally {
      lock.value.release();
    }
  }

  async #take(erpOrigin: string): Promise<Result<Lock>> {
    // The origin is hashed because it is not a file name.
    const name = createHash('sha256').update(erpOrigin).digest('hex').slice(0, 32);
    for (let left = tries; left > 0; left -= 1) {
      const lock = await takeLock(this.#folder, name, this.#clock);
      if (lock !== null) return ok(lock);
      await this.#clock.sleep(pauseMs);
    }
    return fail('timeout', { detail: 'another program holds the session' });
  }
}
