import { conclusionScenarios } from './conclusion.ts';
import { fileScenarios } from './files.ts';
import { labelFileScenarios } from './label-files.ts';
import { linkScenarios } from './links.ts';
import { listScenarios } from './list.ts';
import { moveScenarios } from './moves.ts';
import type { Scenario } from './types.ts';
import { printerScenarios, worldScenarios } from './world.ts';

export { hostileFiles } from './files.ts';
export { printerDies } from './world.ts';
export type { Scenario } from './types.ts';

/** All hostile scenarios of the campaign, by name. */
export const scenarios: readonly Scenario[] = [
  ...listScenarios,
  ...linkScenarios,
  ...fileScenarios,
  ...conclusionScenarios,
  ...worldScenarios,
  ...moveScenarios,
  ...labelFileScenarios,
  ...printerScenarios,
];
