export { StationFloor, type Floor } from './floor.ts';
export { examineFloor } from './look.ts';
export type { SharedGrouping } from './shared-grouping.ts';
export type * from './types.ts';
