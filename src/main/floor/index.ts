import type { Result } from '../../shared/index.ts';
import { StationFloor } from './floor.ts';
import type { FloorLook } from './look.ts';
import type { Floor, FloorExamination, FloorServices } from './types.ts';

export type * from './types.ts';

/** Connects a station to the others and keeps joining. The client is loaded with the first attempt. */
export function createFloor(services: FloorServices): Floor {
  return new StationFloor(services);
}

/**
 * Examines a server without storing or changing anything. Faults `floor-away`, `floor-refused`, `floor-certificate`,
 * `floor-rights`, `floor-newer`, `floor-server`.
 */
export async function examineFloor(look: FloorLook): Promise<Result<FloorExamination>> {
  const { lookAtFloor } = await import('./look.ts');
  return lookAtFloor(look);
}
