export { startSandbox, type Sandbox } from './start.ts';
export { describeKind } from './data/kinds.ts';
export { sandboxKinds } from './data/label-ways.ts';
export { groupingIdOf } from './world/world.ts';
export type * from './types.ts';
