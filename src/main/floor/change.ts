import type { Statement } from './connection.ts';
import type { FloorScope } from './types.ts';

/** A station's change of a grouping; the schema's procedure `change` defines arguments and results. */
export interface Change extends FloorScope {
  readonly what: 'claim' | 'take' | 'give-back' | 'take-over' | 'begin-conclusion' | 'hold' | 'tell';
  readonly stationId: string;
  readonly person: string | null;
  readonly more: object;
}

export interface ChangeAnswer {
  readonly p_answer: unknown;
  /** A bigint, as text. */
  readonly p_mark: string;
}

/** Never within a transaction: it ends its own. `mark`: the last one from the server. */
export function makeChange({ what, company, groupingId, stationId, person, more }: Change, mark: number): Statement {
  return {
    name: 'change',
    text: 'CALL doca.change($1, $2, $3, $4, $5, $6, NULL, $7)',
    values: [what, company, groupingId, stationId, person, JSON.stringify(more), mark],
  };
}
