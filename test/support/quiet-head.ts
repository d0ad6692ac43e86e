import type { JobFacts } from '../../src/main/dispatch/model/decide.ts';

/** What a job says of itself, but for its grouping, while nothing is wrong, asked or under way. */
export const quietHead: Omit<JobFacts, 'grouping' | 'shipments'> = {
  state: 'ready',
  pause: null,
  labelsAfterConclusion: false,
  difference: null,
  printVerdict: null,
  leftPrint: null,
  printProgress: null,
  share: null,
  manifestSeen: false,
  concludedByLabels: false,
  fault: null,
  pdfPath: null,
  zplPath: null,
  requests: 0,
};
