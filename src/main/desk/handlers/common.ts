import type { Result } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import type { SettingsStore } from '../../settings/index.ts';
import type { DeskOptions } from '../types.ts';
import type { Connection } from '../workspace/connection.ts';

/** The collaborators of most requests. */
export interface Common {
  readonly options: DeskOptions;
  readonly settings: SettingsStore;
  readonly connection: Connection;
  readonly once: ReturnType<typeof createOnce>;
}

const doubleClickMs = 1_000;

/**
 * Prevents a double click from having two effects: while an effect is under way, and for a moment after it succeeded,
 * the same request gets the same answer.
 */
export function createOnce(clock: Pick<Clock, 'now'>) {
  const running = new Map<string, { readonly answer: Promise<Result<unknown>>; endedAtMs: number | null }>();

  const forgetOld = (): void => {
    for (const [key, { endedAtMs }] of running) {
      if (endedAtMs !== null && Math.abs(clock.now() - endedAtMs) >= doubleClickMs) running.delete(key);
    }
  };

  return {
    run<T>(key: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
      forgetOld();
      const known = running.get(key);
      // A key stands for one channel and its input, so that the answer has the requested type.
      if (known !== undefined) return known.answer as Promise<Result<T>>;
      const answer = work();
      const entry = { answer, endedAtMs: null as number | null };
      running.set(key, entry);
      const end = (succeeded: boolean): void => {
        if (succeeded) entry.endedAtMs = clock.now();
        else running.delete(key);
      };
      answer.then(
        (result) => end(result.ok),
        () => end(false),
      );
      return answer;
    },
  };
}
