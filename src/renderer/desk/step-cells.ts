import type { GroupingSummary } from '../../shared/index.ts';
import { findListedStep, findStage, stages } from '../job/next-step.ts';
import type { Asked, NextStep, Stage } from '../job/next-step.ts';

/** How a step of a grouping stands: `now` is next, `short` lies behind and was not done for all. Conclusion has no count. */
export interface Cell {
  readonly kind: 'done' | 'now' | 'bad' | 'short' | 'todo';
  readonly count: number | null;
}

export interface Standing {
  readonly next: NextStep;
  readonly cells: Readonly<Record<Stage, Cell>>;
}

export function describeStanding(grouping: GroupingSummary, asked: Asked): Standing {
  const { shipments: total, ready, printed, checked, failed, state } = grouping;
  const next = findListedStep(grouping, asked);
  const due = findStage(next);
  const concluded = state === 'concluded';
  const cell = (stage: Stage, count: number, done: boolean): Cell => {
    if (total > 0 && done) return { kind: 'done', count };
    // What a conclusion ended does not call for anybody any more.
    if (stage === 'labels' && failed > 0 && !concluded) return { kind: 'bad', count };
    if (due === stage) return { kind: 'now', count };
    const isBehind = stages.indexOf(stage) < stages.indexOf(due) && next.kind !== 'conclude-first';
    return { kind: total > 0 && isBehind ? 'short' : 'todo', count };
  };
  const there = ready + printed;
  return {
    next,
    cells: {
      labels: cell('labels', there, there >= total),
      print: cell('print', printed, printed >= total),
      check: cell('check', checked, checked >= total),
      conclude: concluded ? { kind: 'done', count: null } : { kind: due === 'conclude' ? 'now' : 'todo', count: null },
    },
  };
}
