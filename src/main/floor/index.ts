export { StationFloor, type Floor } from './floor.ts';
export { inspectFloor } from './look.ts';
export { leftFloor } from './job/left-floor.ts';
export { readOwn } from './job/stored-outbox.ts';
export type { SharedGrouping } from './shared-grouping.ts';
export type * from './types.ts';
