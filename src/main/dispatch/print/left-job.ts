import { failed } from '../../../shared/index.ts';
import type { LabelTally, Result } from '../../../shared/index.ts';
import type { EarlierJobs, SpoolOutcome, SpoolTicket } from '../../printing/index.ts';
import { findBootTimeMs, isSameBoot } from '../../os/process.ts';
import { limitTime } from '../../os/timeout.ts';
import type { OpenPrint, SpoolRecord } from '../journal/records.ts';
import type { JobServices } from '../types.ts';

/** How long a grouping waits to be opened for a print system's word on a spool job of before. */
const lookMs = 5_000;

/** A spool job that the program left when it died, and the way back to it. */
export interface LeftJob {
  readonly jobs: EarlierJobs;
  readonly ticket: SpoolTicket;
}

/** Null where it cannot be found again, as by a printer that is another one today. */
export async function findLeftJob(
  { findPrinter }: JobServices,
  groupingId: number,
  { printer: name, shipmentIds, spool }: OpenPrint,
): Promise<LeftJob | null> {
  if (spool === null || spool.system === null) return null;
  const printer = await findPrinter(name, { groupingId, labels: shipmentIds.length });
  if (printer?.earlier?.system !== spool.system) return null;
  return { jobs: printer.earlier, ticket: { title: spool.title, jobId: spool.jobId } };
}

/** As `EarlierJobs.look`; null also where no answer comes in time. */
export function lookAt({ jobs, ticket }: LeftJob): Promise<Result<SpoolOutcome> | 'there' | null> {
  return limitTime(jobs.look(ticket), lookMs, () => null);
}

/** After a power cut, more may have been sent than the count says; what it says is on paper is. */
export function readTally(tally: LabelTally, { bootedAtMs }: SpoolRecord, nowMs: number): LabelTally {
  if (isSameBoot(bootedAtMs, findBootTimeMs(nowMs))) return tally;
  return { printed: tally.printed, perhaps: tally.perhaps + tally.not, not: 0 };
}

/** After a power cut, a print system may have begun a job anew: of one that it knows, it cannot say that nothing is out. */
export function readResult(
  result: Result<SpoolOutcome>,
  { bootedAtMs, jobId }: SpoolRecord,
  nowMs: number,
): Result<SpoolOutcome> {
  const isSure = result.ok || jobId === null || isSameBoot(bootedAtMs, findBootTimeMs(nowMs));
  return isSure ? result : failed({ ...result.fault, reached: 'maybe' });
}
