import { spawn } from 'node:child_process';

/**
 * Runs a program with its output in the build's own. Rejects if it cannot be started, or if it does
 * not end with 0, with a text that names the failed step.
 */
export async function runToEnd(
  failure: string,
  program: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...more },
  });
  const ended = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (ended !== 0) throw new Error(`${failure}: ${program} ended with ${ended}`);
}
