import { StationFloor, type Floor } from './floor.ts';
import type { FloorServices } from './types.ts';

export type { Floor } from './floor.ts';
export { examineFloor } from './look.ts';
export type { SharedGrouping } from './shared-grouping.ts';
export type * from './types.ts';

/** Connects a station to the others and keeps joining. The client is loaded with the first attempt. */
export function createFloor(services: FloorServices): Floor {
  return new StationFloor(services);
}
