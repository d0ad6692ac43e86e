import type { Statement } from './connection.ts';
import type { FloorScope } from './types.ts';

/** What a station changes of a grouping; the schema's procedure `change` has what each of them takes and answers. */
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

/** Never within a transaction: it ends its own. `mark`: the last that the server gave. */
export function makeChange({ what, company, groupingId, stationId, person, more }: Change, mark: number): Statement {
  return {
    name: 'change',
    text: 'CALL doca.change($1, $2, $3, $4, $5, $6, NULL, $7)',
    values: [what, company, groupingId, stationId, person, JSON.stringify(more), mark],
  };
}
