import type { JobFacts } from '../../src/main/dispatch/model/leaving.ts';

/** A job's facts, without its grouping, when it has no fault, no question and no work under way. */
export const quietHead: Omit<JobFacts, 'grouping' | 'shipments'> = {
  state: 'ready',
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
  obstacle: null,
  pdfPath: null,
  zplPath: null,
  requests: 0,
};
