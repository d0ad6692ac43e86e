export type { PolicyPlatform } from './policy-file.ts';
export { loadPolicy } from './load-policy.ts';
export { describeProblems, listLocked, noPolicy } from './types.ts';
export type { Policy, PolicyReading } from './types.ts';
