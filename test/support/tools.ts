import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';

/** True where a command of this name can be started. */
export function hasTool(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/**
 * `describe` for tests that need commands of the machine. Where one is missing they are skipped with the reason in
 * their name; with CI=true the reporter makes that a failure.
 */
export function describeWithTools(tools: readonly string[], name: string, body: () => void): void {
  const missing = tools.filter((tool) => !hasTool(tool));
  if (missing.length === 0) describe(name, body);
  else describe.skip(`${name} (needs ${missing.join(', ')})`, body);
}
