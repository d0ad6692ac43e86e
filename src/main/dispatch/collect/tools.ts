import type { LabelBook } from '../../labels/index.ts';
import type { JobModel } from '../state/job-model.ts';
import type { JobServices } from '../types.ts';
import type { TokenGate } from './token-gate.ts';

/** A job's things with which its labels are fetched. */
export interface FetchTools {
  readonly services: JobServices;
  readonly model: JobModel;
  readonly book: LabelBook;
  readonly gate: TokenGate;
}

/**
 * Shows why requests wait: for a new token, or for the rate limit. Returns the function that stops
 * it.
 */
export function showPauses({ services, model, gate }: FetchTools): () => void {
  let untilMs: number | null = null;
  const show = (): void => {
    const waiting = untilMs === null ? null : ({ reason: 'rate-limit', untilMs } as const);
    model.view.showAside({ pause: gate.closed ? { reason: 'token' } : waiting });
  };
  gate.changes.subscribe(show);
  return services.rateLimit.subscribe((ms) => {
    untilMs = ms;
    show();
  });
}
