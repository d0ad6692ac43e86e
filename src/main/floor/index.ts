import { StationFloor } from './floor.ts';
import type { Floor, FloorServices } from './types.ts';

export { examineFloor } from './look.ts';
export type * from './types.ts';

/** Connects a station to the others and keeps joining. The client is loaded with the first attempt. */
export function createFloor(services: FloorServices): Floor {
  return new StationFloor(services);
}
