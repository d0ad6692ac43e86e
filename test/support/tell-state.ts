import { type LabelSnapshot, readState } from '#shared/domain/job.ts';

const failing: ReadonlySet<string> = new Set(['refused', 'withheld', 'blocked']);

/** Tells a label's state in one word: `failed` for each that needs somebody, whatever for. */
export function tellState(label: LabelSnapshot): string {
  const state = readState(label);
  return failing.has(state) ? 'failed' : state;
}
