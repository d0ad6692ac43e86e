import type { PaperDesk } from '../checker/paper.ts';
import type { Stage } from '../stage.ts';

export interface Scenario {
  readonly name: string;
  /** Makes the program wait for long: one of these in a job is enough. */
  readonly isSlow?: boolean;
  /** Happens to a printer: only in jobs that have one. */
  readonly isPrinter?: boolean;
  /** Keeps each label unchanged, so that the printed ones can be counted. */
  readonly leavesLabels?: boolean;
  arm(stage: Stage, desk: PaperDesk | null): Promise<void> | void;
}
