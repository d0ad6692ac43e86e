export { applyPolicy, lockedKeys, manageSettings } from './apply-policy.ts';
export { choosePolicyPath } from './policy-file.ts';
export type { PolicyPlatform } from './policy-file.ts';
export { loadPolicy } from './load-policy.ts';
export { describeProblems, noPolicy } from './types.ts';
export type { LockedKey, Policy, PolicyProblem, PolicyReading, UpdatePolicy } from './types.ts';
