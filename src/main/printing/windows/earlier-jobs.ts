import { failed, fault } from '../../../shared/index.ts';
import type { EarlierJobs } from '../types.ts';
import { followWindowsJob, look, removeByTitle, withdraw, type WindowsTools } from './follow.ts';
import { isOnlySpooling, judgeWindows, untouched } from './judge.ts';

const notSent = fault('print-failed', { detail: 'interrupted before anything was sent' });
const notWhole = fault('print-failed', { detail: 'interrupted before all of it was sent' });

/**
 * Spool jobs of one printer whose end an earlier run of the program may not have seen. A job that the program was
 * writing when it died stays open, or the spooler drops it: an open one of which nothing was sent on is removed, and
 * nothing was printed.
 */
export function createEarlierJobs(printer: string, tools: WindowsTools): EarlierJobs {
  const toTarget = ({ jobId, title }: { readonly jobId: string | null; readonly title: string }) => ({
    printer,
    title,
    jobId: Number(jobId),
  });
  return {
    system: 'windows',
    look: async (ticket) => {
      if (ticket.jobId === null)
        return (await removeByTitle(tools, printer, ticket.title, () => true)) ? failed(notSent) : null;
      const seen = await look(tools, toTarget(ticket));
      if (seen === null || seen.job === null) return null;
      if (isOnlySpooling(seen.job)) return withdraw(tools, toTarget(ticket), notWhole);
      const { clock, timing } = tools;
      const { track, step } = judgeWindows(untouched, {
        ...seen,
        nowMs: clock.now(),
        unreachableMs: timing.unreachableMs,
      });
      if (step.kind !== 'ended') return 'there';
      if (!step.result.ok || step.result.value !== 'cancelled') return step.result;
      const reached = track.begun ? 'maybe' : 'no';
      return failed(fault('print-failed', { detail: 'the spool job was cancelled', reached }));
    },
    follow: async (ticket, signal, onEvent) => followWindowsJob(tools, toTarget(ticket), signal, onEvent),
    withdraw: async (ticket) => {
      const seen = await look(tools, toTarget(ticket));
      const hasBegun = seen === null || seen.job === null || !isOnlySpooling(seen.job);
      return withdraw(tools, toTarget(ticket), fault('cancelled', { reached: hasBegun ? 'maybe' : 'no' }));
    },
  };
}
