import type { Result } from '../../shared/index.ts';
import type { LabelTally, SpoolEvent, SpoolOutcome } from './types.ts';

/** The last event of a spool job, saying the same as its result. */
export function outcomeEvent(
  result: Result<SpoolOutcome>,
  jobId: string | null,
  labels: LabelTally | null = null,
): SpoolEvent {
  const base = { jobId, conditions: [], labels };
  if (result.ok) return { ...base, state: result.value, reason: null };
  const { kind, detail } = result.fault;
  if (kind === 'cancelled') return { ...base, state: 'cancelled', reason: detail };
  return { ...base, state: kind === 'print-unknown' ? 'unknown' : 'failed', reason: detail };
}
