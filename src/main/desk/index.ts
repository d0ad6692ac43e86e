export { createDesk } from './desk.ts';
export type * from './types.ts';
