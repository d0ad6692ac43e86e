import type { Result } from '../../shared/index.ts';
import { StationFloor } from './floor.ts';
import type { FloorLook } from './look.ts';
import type { Floor, FloorExamination, FloorServices } from './types.ts';

export type * from './types.ts';

/** A station's way to the others, joining from now on. The client is loaded with the first try. */
export function createFloor(services: FloorServices): Floor {
  return new StationFloor(services);
}

/**
 * What a server is and whether Doca can use it, without storing or changing anything. Faults `floor-away`, `floor-refused`,
 * `floor-certificate`, `floor-rights`, `floor-newer`, `floor-server`.
 */
export async function examineFloor(look: FloorLook): Promise<Result<FloorExamination>> {
  const { lookAtFloor } = await import('./look.ts');
  return lookAtFloor(look);
}
