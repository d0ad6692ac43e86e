import type { LabelLinks } from '../labels/label-links.ts';
import type { World } from '../world/world.ts';

/** The state that the endpoints work on. */
export interface ErpState {
  readonly world: World;
  readonly links: LabelLinks;
  readonly labelOrigin: string;
  /** The contract and no more; otherwise in the service's manners too. */
  readonly contractOnly: boolean;
  readonly acceptsToken: (token: string) => Promise<boolean>;
}
