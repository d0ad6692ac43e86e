import type { GroupingSummary } from '../../shared/index.ts';
import type { Screen } from '../app/screens.ts';
import type { Messages } from '../i18n/index.ts';
import type { NextStep } from '../../shared/index.ts';

export function findScreen({ groupingId }: GroupingSummary, next: NextStep): Screen {
  if (next.kind === 'check') return { name: 'check', groupingId };
  if (next.kind === 'conclude' || next.kind === 'manifest') return { name: 'conclude', groupingId };
  return { name: 'grouping', groupingId, shipmentId: null };
}

/** The next step in two or three words, for a row of the desk. */
export function nameNext(words: Messages['desk']['next'], next: NextStep): string {
  const word = words[next.kind];
  return typeof word === 'string' ? word : word('count' in next ? next.count : '');
}
