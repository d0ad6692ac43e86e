import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { readErrorCode } from '../../os/errors.ts';
import type { LabelTally, SpoolEvent, SpoolListener, SpoolOutcome } from '../types.ts';

/** The last event of a spool job, saying the same as its result. */
export function toOutcomeEvent(
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

/** Tells the end of a print as one more event, under the id that the system gave the job in the events before. */
export async function tellOutcome(
  onEvent: SpoolListener | undefined,
  print: (listen: SpoolListener) => Promise<Result<SpoolOutcome>>,
): Promise<Result<SpoolOutcome>> {
  let jobId: string | null = null;
  const result = await print((event) => {
    jobId = event.jobId;
    onEvent?.(event);
  });
  onEvent?.(toOutcomeEvent(result, jobId));
  return result;
}

/** Whether the file to print is there: that it is not is no printer's fault. */
export async function checkReadable(path: string): Promise<Result<void>> {
  try {
    await access(path, constants.R_OK);
    return ok();
  } catch (error) {
    return failed(fault('disk', { detail: readErrorCode(error) }));
  }
}
