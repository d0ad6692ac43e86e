import type { JobSnapshot } from '#shared/domain/job.ts';
import type { LabelTally } from '#shared/domain/records.ts';
import { failed, type Result } from '#shared/faults/faults.ts';
import type { EarlierJobs, SpoolOutcome, SpoolTicket } from '../../printing/index.ts';
import { findBootTimeMs, isSameBoot } from '../../os/process.ts';
import type { OpenPrint, SpoolRecord } from '../../journal/index.ts';
import type { JobServices } from '../types.ts';

/** How long opening a grouping waits for a print system's answer about an earlier spool job. */
export const answerMs = 5_000;

/** A spool job that a dead program left, and its printer's way to find it. */
export interface InterruptedJob {
  readonly jobs: EarlierJobs;
  readonly ticket: SpoolTicket;
}

/** Returns null if it cannot be found again, as if the printer is another one today. */
export async function findInterruptedJob(
  { printing }: JobServices,
  job: JobSnapshot,
  { printer: name, shipmentIds, spool }: OpenPrint,
): Promise<InterruptedJob | null> {
  if (spool.system === null) return null;
  const found = await printing.find(name);
  const printer = found && printing.watch(found, job, shipmentIds);
  if (printer?.earlier?.system !== spool.system) return null;
  return { jobs: printer.earlier, ticket: { title: spool.title, jobId: spool.jobId } };
}

/** After a power cut, more may have been sent than counted; labels counted on paper are. */
export function readTally(
  tally: LabelTally,
  { bootedAtMs }: SpoolRecord,
  nowMs: number,
): LabelTally {
  if (isSameBoot(bootedAtMs, findBootTimeMs(nowMs))) return tally;
  return { printed: tally.printed, perhaps: tally.perhaps + tally.not, not: 0 };
}

/**
 * After a power cut, a print system may have restarted a job: its "nothing printed" does not count.
 */
export function readResult(
  result: Result<SpoolOutcome>,
  { bootedAtMs, jobId }: SpoolRecord,
  nowMs: number,
): Result<SpoolOutcome> {
  const isSure = result.ok || jobId === null || isSameBoot(bootedAtMs, findBootTimeMs(nowMs));
  return isSure ? result : failed({ ...result.fault, reached: 'maybe' });
}
