import { ok } from '../../shared/index.ts';
import type { Fault, Result } from '../../shared/index.ts';

/**
 * Lets long work go on by itself. A refusal that comes at once is the answer; a fault that comes later, when nobody
 * waits for it any more, is told to `later`.
 */
export async function inBackground(work: Promise<Result<void>>, later: (fault: Fault) => void): Promise<Result<void>> {
  const soon = new Promise<null>((resolve) => setImmediate(() => resolve(null)));
  const refusal = await Promise.race([work, soon]);
  if (refusal !== null) return refusal;
  void work.then((result) => {
    if (!result.ok) later(result.fault);
  });
  return ok();
}
