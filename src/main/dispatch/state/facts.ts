import type { JobHead } from '../../journal/index.ts';
import type { JobList } from '../model/job-list.ts';
import type { JobCore } from '../model/job-state.ts';
import type { PaperDoubt } from './paper-doubt.ts';

/** The facts of a job, as its journal has them. */
export interface JobFacts {
  readonly core: JobCore;
  readonly head: Omit<JobHead, 'state'>;
  readonly list: JobList;
  readonly paper: PaperDoubt;
}
