import { fail, fault, type FaultParts, ok, type Result } from '#shared/faults/faults.ts';
import { judgeEnded, type FollowStep, type Judged, type Moment } from '../queue/system-job.ts';
import type { PrinterCondition, SpoolOutcome, SpoolState } from '../types.ts';
import { readConditions, type JobSample, type QueueSample } from './queues.ts';

export type JobTrack = Readonly<typeof untouched>;

export const untouched = {
  /** CUPS began to print it: from then on, paper may have come out. */
  begun: false,
  startedAtSeconds: null as number | null,
  /** The start of an unsuccessful search for the printer. */
  connectingSinceMs: null as number | null,
  /** The printer was found: "nothing was printed" is no longer certain. */
  sending: false,
  /** CUPS restarted it by itself, from its first label. */
  restarted: false,
};

export interface JobView extends Moment {
  readonly job: JobSample | null;
  readonly queue: QueueSample | null;
}

const jobStates = {
  pending: 3,
  held: 4,
  processing: 5,
  stopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
} as const;

/** A person or Doca holds it, not the printer. */
export function isHeld({ state, reasons }: JobSample): boolean {
  return state === jobStates.held && reasons.includes('job-hold-until-specified');
}

export function judge(before: JobTrack, view: JobView): Judged<JobTrack> {
  const track = advanceTrack(before, view);
  return { track, begun: mayHavePrinted(track), step: decideStep(track, view) };
}

function advanceTrack(before: JobTrack, { job, queue, nowMs }: JobView): JobTrack {
  // A job that began and ended between two looks has a start time.
  const begun = before.begun || (job?.startedAtSeconds ?? null) !== null;
  const connecting = job !== null && isConnecting(job, queue);
  const isFound = begun && !connecting && (job?.message ?? null) !== null;
  const sending = before.sending || isFound;
  if (job?.state !== jobStates.processing) return { ...before, begun, sending };
  return {
    begun: true,
    startedAtSeconds: job.startedAtSeconds,
    connectingSinceMs: connecting ? (before.connectingSinceMs ?? nowMs) : null,
    sending,
    restarted:
      before.restarted ||
      (before.startedAtSeconds !== null && before.startedAtSeconds !== job.startedAtSeconds),
  };
}

/** Not while its printer is only searched for. */
function mayHavePrinted({ begun, connectingSinceMs, sending }: JobTrack): boolean {
  return begun && (connectingSinceMs === null || sending);
}

/**
 * CUPS' backends search for a printer without end, and most say so in words only: in English, under
 * `lp`.
 */
const lookingForPrinter = [
  /^(?:connecting to|looking (?:for|up)|locating|unable to (?:connect|locate|contact))/i,
  /^the printer (?:may not exist|is (?:unreachable|not responding|in use|busy|not connected))/i,
  /^(?:waiting for printer to become available|network host)/i,
];

function isConnecting(job: JobSample, queue: QueueSample | null): boolean {
  if (queue?.reasons.some((reason) => reason.startsWith('connecting-to-device')) === true)
    return true;
  return lookingForPrinter.some((words) => words.test(job.message ?? ''));
}

function decideStep(track: JobTrack, view: JobView): FollowStep {
  const { job, queue } = view;
  const reason = queue?.message ?? job?.message ?? null;
  const reached = track.begun ? 'maybe' : 'no';
  if (queue === null && (job === null || job.state < jobStates.aborted))
    return judgeEnded(fail('printer-unavailable', { detail: 'the printer was removed', reached }));
  if (job === null) return judgeEnded(ok('unknown'));
  switch (job.state) {
    case jobStates.completed:
      return judgeEnded(judgeCompleted(job));
    case jobStates.canceled:
      return judgeEnded(ok('cancelled'));
    case jobStates.aborted:
      return judgeEnded(fail('print-failed', { detail: writeDetail(job, queue), reached }));
    case jobStates.processing:
      return judgeProcessing(track, view, reason);
    case jobStates.pending:
    case jobStates.held:
    case jobStates.stopped:
      return judgeWaiting(track, job, queue, reason);
    default:
      return goOn(track, queue, 'queued', reason);
  }
}

/** All bytes went to the printer; if CUPS saw errors on the way, the paper has to be checked. */
function judgeCompleted(job: JobSample): Result<SpoolOutcome> {
  return job.reasons.includes('job-completed-with-errors')
    ? fail('print-unknown', { detail: job.message ?? 'completed with errors', reached: 'yes' })
    : ok('done');
}

function judgeProcessing(track: JobTrack, view: JobView, reason: string | null): FollowStep {
  const { queue, nowMs, unreachableMs } = view;
  if (track.restarted) return withdraw('print-failed', { detail: reason, reached: 'maybe' });
  if (track.connectingSinceMs !== null && nowMs - track.connectingSinceMs >= unreachableMs) {
    const reached = mayHavePrinted(track) ? 'maybe' : 'no';
    const detail = reason ?? 'the printer does not answer';
    return withdraw('printer-unavailable', { detail, reached });
  }
  const stands =
    track.connectingSinceMs !== null || (queue !== null && readConditions(queue).length > 0);
  return goOn(track, queue, stands ? 'held' : 'printing', reason);
}

function judgeWaiting(
  track: JobTrack,
  job: JobSample,
  queue: QueueSample | null,
  reason: string | null,
): FollowStep {
  // It had begun and is in the queue again: the attempt failed, and the next one would start at the
  // first label.
  if (track.begun)
    return withdraw('print-failed', { detail: writeDetail(job, queue), reached: 'maybe' });
  if (queue?.stopped === true)
    return withdraw('printer-unavailable', {
      reached: 'no',
      detail: reason ?? 'the printer is paused',
    });
  if (job.reasons.some((one) => /authentication|^account-authorization-failed$/.test(one)))
    return withdraw('printer-unavailable', {
      reached: 'no',
      detail: 'the printer asks for a name and password',
    });
  return goOn(track, queue, job.state === jobStates.pending ? 'queued' : 'held', reason);
}

function writeDetail(job: JobSample, queue: QueueSample | null): string {
  return job.message ?? queue?.message ?? (job.reasons.join(', ') || 'the system gave no reason');
}

function goOn(
  track: JobTrack,
  queue: QueueSample | null,
  state: SpoolState,
  reason: string | null,
): FollowStep {
  const conditions = new Set<PrinterCondition>(queue === null ? [] : readConditions(queue));
  if (track.connectingSinceMs !== null) conditions.add('offline');
  return { kind: 'going', state, conditions: [...conditions], reason };
}

function withdraw(...why: FaultParts): FollowStep {
  return { kind: 'withdraw', fault: fault(...why) };
}
