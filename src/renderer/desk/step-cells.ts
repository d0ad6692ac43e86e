import type { GroupingSummary } from '../../shared/index.ts';
import { findListedStep, findStage } from '../job/next-step.ts';
import type { NextStep, Stage } from '../job/next-step.ts';

/** How a step of a grouping stands; the one that is next is `now`. Conclusion has no count. */
export interface Cell {
  readonly kind: 'done' | 'now' | 'bad' | 'todo';
  readonly count: number | null;
}

export interface Standing {
  readonly next: NextStep;
  readonly cells: Readonly<Record<Stage, Cell>>;
}

export function describeStanding(grouping: GroupingSummary): Standing {
  const { shipments: total, ready, printed, accepted, checked, failed, state } = grouping;
  const next = findListedStep(grouping);
  const due = findStage(next);
  const concluded = state === 'concluded';
  const cell = (stage: Stage, count: number, done: boolean): Cell => {
    if (total > 0 && done) return { kind: 'done', count };
    // What a conclusion ended does not call for anybody any more.
    if (stage === 'labels' && failed > 0 && !concluded) return { kind: 'bad', count };
    return { kind: due === stage ? 'now' : 'todo', count };
  };
  const there = ready + printed + accepted;
  return {
    next,
    cells: {
      labels: cell('labels', there, there >= total),
      print: cell('print', printed, printed + accepted >= total),
      check: cell('check', checked, checked >= total),
      conclude: concluded ? { kind: 'done', count: null } : { kind: due === 'conclude' ? 'now' : 'todo', count: null },
    },
  };
}
