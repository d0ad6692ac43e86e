import { failed, fault, type Result } from '../../../shared/index.ts';
import type { EarlierJobs, SpoolOutcome, SpoolTicket } from '../types.ts';
import { followJob, look, withdraw, type FollowTools } from './follow.ts';
import { CupsUnreachable, failIfUnreachable } from './ipp-client.ts';
import { isHeld, judge, untouched, type JobTrack } from './judge.ts';
import { findJobs, type JobSample } from './queues.ts';

/**
 * Spool jobs in one queue whose end an earlier run of the program may not have seen. CUPS' count of sheets says nothing
 * about paper (a raw job is one sheet, and a driver's pages are counted when drawn): for a job that began and did not
 * end well, the result is unknown.
 */
export function createEarlierJobs(queue: string, open: () => Promise<FollowTools>): EarlierJobs {
  const toTarget = ({ jobId }: SpoolTicket) => ({ queue, jobId: Number(jobId) });
  return {
    system: 'cups',
    look: async (ticket) => {
      try {
        const tools = await open();
        return ticket.jobId === null ? await removeHeld(tools, queue, ticket.title) : await lookAt(ticket, tools);
      } catch (error) {
        if (error instanceof CupsUnreachable) return null;
        throw error;
      }
    },
    follow: (ticket, signal, onEvent) =>
      failIfUnreachable('print-unknown', async () => {
        const tools = await open();
        const seen = await look(tools, toTarget(ticket));
        return followJob(tools, toTarget(ticket), signal, onEvent, readTrack(seen?.job ?? null));
      }),
    withdraw: (ticket) =>
      failIfUnreachable('print-unknown', async () =>
        withdraw(await open(), toTarget(ticket), fault('cancelled'), false),
      ),
  };

  async function lookAt(ticket: SpoolTicket, tools: FollowTools): Promise<Result<SpoolOutcome> | 'there' | null> {
    const seen = await look(tools, toTarget(ticket));
    const job = seen?.job ?? null;
    // Numbers begin anew if CUPS' spool was emptied: a job of another name is another one.
    if (seen === null || job === null || (job.name ?? ticket.title) !== ticket.title) return null;
    const track = readTrack(job);
    if (isHeld(job) && !track.begun && seen.queue?.holdUntil === 'no-hold')
      return withdraw(tools, toTarget(ticket), notSent);
    const { step } = judge(track, { ...seen, nowMs: tools.clock.now(), unreachableMs: tools.timing.unreachableMs });
    if (step.kind !== 'ended') return 'there';
    if (!step.result.ok || step.result.value !== 'cancelled') return step.result;
    const reached = track.begun ? 'maybe' : 'no';
    return failed(fault('print-failed', { detail: 'the spool job was cancelled', reached }));
  }
}

const notSent = fault('print-failed', { detail: 'interrupted before anything was sent' });

/** The program died before it knew the job's id: if there is one, it is still held, unless a person released it. */
async function removeHeld(tools: FollowTools, queue: string, title: string): Promise<Result<SpoolOutcome>> {
  const [jobId] = await findJobs(tools.ipp, queue, title);
  return jobId === undefined ? failed(notSent) : withdraw(tools, { queue, jobId }, notSent, false);
}

/** CUPS may have begun it unseen. */
function readTrack(job: JobSample | null): JobTrack {
  const startedAtSeconds = job?.startedAtSeconds ?? null;
  return { ...untouched, begun: startedAtSeconds !== null, startedAtSeconds };
}
