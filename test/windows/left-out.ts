/**
 * The test files that do not run on Windows, each with its reason. `npm run test:windows -- --left-out` runs these alone and
 * fails when one of them passes.
 */
export const leftOut: Readonly<Record<string, string>> = {};
