import type { NextStep } from '#shared/domain/decision.ts';

export type Stage = 'labels' | 'print' | 'check' | 'conclude';
export const stages: readonly Stage[] = ['labels', 'print', 'check', 'conclude'];

export function findStage(step: NextStep): Stage {
  switch (step.kind) {
    case 'give-token':
    case 'wait-labels':
    case 'ask-now':
    case 'collect':
    case 'retry':
    case 'go-without':
    case 'decide':
      return 'labels';
    case 'print':
      return step.more ? 'labels' : 'print';
    case 'wait-print':
    case 'wait-others':
    case 'resolve-print':
      return 'print';
    case 'check':
      return 'check';
    case 'resolve-conclusion':
    case 'wait-conclusion':
    case 'conclude-first':
    case 'conclude':
    case 'manifest':
    case 'next-grouping':
      return 'conclude';
  }
}

/**
 * The state of a grouping's step: `now` is next, `short` is past but incomplete. Conclusion has no
 * count.
 */
export interface Cell {
  readonly kind: 'done' | 'now' | 'bad' | 'short' | 'todo';
  readonly count: number | null;
}

type Counts = Readonly<
  Record<'total' | 'going' | 'fetched' | 'printed' | 'checked' | 'failed', number>
>;

/**
 * A step is done if it is done for all shipments: one that goes without its label leaves its steps
 * short. One that stays here is none to check.
 */
export function describeStages(
  { total, going, fetched, printed, checked, failed }: Counts,
  next: NextStep | null,
  concluded: boolean,
): Readonly<Record<Stage, Cell>> {
  const due = next === null ? null : findStage(next);
  const cell = (stage: Stage, count: number, of = total): Cell => {
    if (total > 0 && count >= of) return { kind: 'done', count };
    // After the conclusion it no longer needs attention.
    if (stage === 'labels' && failed > 0 && !concluded) return { kind: 'bad', count };
    if (due === stage) return { kind: 'now', count };
    // A step after the conclusion is no exception.
    const isBehind =
      due !== null &&
      stages.indexOf(stage) < stages.indexOf(due) &&
      next?.kind !== 'conclude-first';
    return { kind: total > 0 && isBehind ? 'short' : 'todo', count };
  };
  const open = due === 'conclude' ? 'now' : 'todo';
  return {
    labels: cell('labels', fetched),
    print: cell('print', printed),
    check: cell('check', checked, going),
    conclude: { kind: concluded ? 'done' : open, count: null },
  };
}
