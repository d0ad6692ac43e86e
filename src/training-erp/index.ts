export { sandboxDefaults, startSandbox } from './start.ts';
export type * from './types.ts';
