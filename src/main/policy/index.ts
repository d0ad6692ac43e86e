export { loadPolicy } from './load-policy.ts';
export {
  describeProblems,
  listLocked,
  noPolicy,
  type Policy,
  type PolicyReading,
} from './types.ts';
