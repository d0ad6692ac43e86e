import type { NextStep } from '../../shared/index.ts';

export type Stage = 'labels' | 'print' | 'check' | 'conclude';
export const stages: readonly Stage[] = ['labels', 'print', 'check', 'conclude'];

/** Returns the step of the track that the next step belongs to. */
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
