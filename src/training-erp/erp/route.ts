import type { Answer, Incoming } from '../http/answers.ts';
import type { LabelLinks } from '../labels/label-links.ts';
import type { World } from '../world/world.ts';

export interface ErpState {
  readonly world: World;
  readonly links: LabelLinks;
  readonly labelOrigin: string;
  /** The contract and no more; otherwise in the service's manners too. */
  readonly contractOnly: boolean;
}

export type Request = Pick<Incoming, 'body' | 'query'>;

/** Executes an endpoint. `ids` are the path's parameters in order. Throws a `Refusal`. */
export type Operation = (state: ErpState, ids: readonly number[], request: Request) => Answer;

/**
 * Contract section 4. Any segment matches a parameter: validation, not routing, says whether it is
 * an integer.
 */
export function route(template: string, methods: Readonly<Record<string, Operation>>) {
  /** Names of the path's parameters, in order, as the contract has them. */
  const parameters = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return { path: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`), parameters, methods };
}

export const basePath = '/public-api/v3';
