export { createDesk, type Desk } from './desk.ts';
export type * from './types.ts';
