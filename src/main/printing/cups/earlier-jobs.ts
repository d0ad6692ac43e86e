import { failed, fault, type Result } from '#shared/faults/faults.ts';
import { followJob, judgeEarlier, neverSent, withdraw } from '../queue/system-job.ts';
import type { EarlierJobs, SpoolOutcome, SpoolTicket } from '../types.ts';
import { CupsUnreachable, failIfUnreachable } from './ipp-client.ts';
import { openCupsJob, type CupsTools } from './job.ts';
import { isHeld } from './judge.ts';
import { findJobs } from './queues.ts';

/**
 * CUPS' count of sheets says nothing about paper (a raw job is one sheet, and a driver's pages are
 * counted when drawn): for an earlier run's job that began and did not end well, the result is
 * unknown.
 */
export function createEarlierJobs(queue: string, open: () => Promise<CupsTools>): EarlierJobs {
  const find = async ({ jobId }: SpoolTicket) => openCupsJob(await open(), queue, Number(jobId));
  return {
    system: 'cups',
    look: async (ticket) => {
      try {
        return ticket.jobId === null
          ? await removeHeld(await open(), queue, ticket.title)
          : await lookAt(ticket);
      } catch (error) {
        if (error instanceof CupsUnreachable) return null;
        throw error;
      }
    },
    follow: (ticket, signal, onEvent) =>
      failIfUnreachable('print-unknown', async () =>
        followJob(await find(ticket), signal, onEvent),
      ),
    withdraw: (ticket) =>
      failIfUnreachable('print-unknown', async () =>
        withdraw(await find(ticket), fault('cancelled')),
      ),
  };

  async function lookAt(ticket: SpoolTicket): Promise<Result<SpoolOutcome> | 'there' | null> {
    const job = await find(ticket);
    const seen = await job.look();
    // Numbers begin anew if CUPS' spool was emptied: a job of another name is another one.
    if (seen === null || seen.job === null || (seen.job.name ?? ticket.title) !== ticket.title)
      return null;
    if (isHeld(seen.job) && !seen.begun && seen.queue?.holdUntil === 'no-hold')
      return withdraw(job, neverSent);
    return judgeEarlier(seen);
  }
}

/**
 * The program died before it knew the job's id: if there is one, it is still held, unless a person
 * released it.
 */
async function removeHeld(
  tools: CupsTools,
  queue: string,
  title: string,
): Promise<Result<SpoolOutcome>> {
  const [id] = await findJobs(tools.ipp, queue, title);
  return id === undefined ? failed(neverSent) : withdraw(openCupsJob(tools, queue, id), neverSent);
}
