export type { PolicyPlatform } from './policy-file.ts';
export { loadPolicy } from './load-policy.ts';
export {
  describeProblems,
  listLocked,
  noPolicy,
  shortenKey,
  type Policy,
  type PolicyReading,
} from './types.ts';
