export { StationFloor, type Floor } from './floor.ts';
export { inspectFloor } from './look.ts';
export type { SharedGrouping } from './shared-grouping.ts';
export type * from './types.ts';
