import type { JobState } from '#shared/domain/job.ts';
import type { JobFacts } from '../../src/main/dispatch/model/problems.ts';

/** The work that a state is about, when no other is under way. */
export const workOf = (state?: JobState) => ({
  collecting: state === 'collecting',
  printing: state === 'printing',
});

/** A job's facts, without its grouping, when it has no fault, no question and no work under way. */
export const quietHead: Omit<JobFacts, 'grouping' | 'shipments'> = {
  state: 'ready',
  ...workOf('ready'),
  pause: null,
  labelsAfterConclusion: false,
  difference: null,
  printVerdict: null,
  interruptedPrint: null,
  printProgress: null,
  share: null,
  manifestSeen: false,
  imported: null,
  fault: null,
  refusal: null,
  readAtMs: null,
  listFault: null,
  requests: 0,
};
