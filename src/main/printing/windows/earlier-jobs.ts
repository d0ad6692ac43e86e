import { failed, fault } from '#shared/faults/faults.ts';
import { followJob, judgeEarlier, neverSent, withdraw } from '../queue/system-job.ts';
import type { EarlierJobs, SpoolTicket } from '../types.ts';
import { isOnlySpooling, openWindowsJob, removeByTitle, type WindowsTools } from './spooler.ts';

const notWhole = fault('print-failed', {
  reached: 'no',
  detail: 'interrupted before all of it was sent',
});

/**
 * A job that the program was writing when it died stays open, or the spooler drops it: an open one
 * of which nothing was sent on is removed, and nothing was printed.
 */
export function createEarlierJobs(printer: string, tools: WindowsTools): EarlierJobs {
  const open = ({ jobId, title }: SpoolTicket) =>
    openWindowsJob(tools, printer, Number(jobId), title);
  return {
    system: 'windows',
    look: async (ticket) => {
      if (ticket.jobId === null)
        return (await removeByTitle(tools, printer, ticket.title, () => true))
          ? failed(neverSent)
          : null;
      const job = open(ticket);
      const seen = await job.look();
      if (seen === null || seen.job === null) return null;
      if (isOnlySpooling(seen.job)) return withdraw(job, notWhole);
      return judgeEarlier(seen);
    },
    follow: async (ticket, signal, onEvent) => followJob(open(ticket), signal, onEvent),
    withdraw: async (ticket) => {
      const job = open(ticket);
      const seen = await job.look();
      const isUnsent = seen !== null && seen.job !== null && isOnlySpooling(seen.job);
      return withdraw(job, fault('cancelled', { reached: isUnsent ? 'no' : 'maybe' }));
    },
  };
}
