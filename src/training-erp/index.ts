export { startSandbox } from './start.ts';
export type { Sandbox } from './start.ts';
export type * from './types.ts';
