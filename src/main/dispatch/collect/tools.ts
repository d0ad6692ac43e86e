import type { LabelBook } from '../../labels/index.ts';
import type { JobModel } from '../model/job-model.ts';
import type { JobServices } from '../types.ts';
import type { TokenGate } from './token-gate.ts';

/** A job's things with which its labels are fetched. */
export interface FetchTools {
  readonly services: JobServices;
  readonly model: JobModel;
  readonly book: LabelBook;
  readonly gate: TokenGate;
}
