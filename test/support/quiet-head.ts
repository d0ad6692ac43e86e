import type { JobHead } from '../../src/renderer/job/job-model.ts';

/** What a job says of itself, but for its grouping, while nothing is wrong, asked or under way. */
export const quietHead: Omit<JobHead, 'grouping'> = {
  state: 'ready',
  pause: null,
  labelsAfterConclusion: false,
  difference: null,
  printVerdict: null,
  leftPrint: null,
  printProgress: null,
  share: null,
  fault: null,
  pdfPath: null,
  zplPath: null,
  requests: 0,
};
