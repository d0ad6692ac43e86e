export type { PolicyPlatform } from './policy-file.ts';
export { loadPolicy } from './load-policy.ts';
export { describeProblems, listLocked, noPolicy, shortenKey } from './types.ts';
export type { Policy, PolicyReading } from './types.ts';
