import { spawn } from 'node:child_process';

/**
 * Runs a program whose words go where the build's own go. Rejects where it could not be started, and with what has failed
 * then where it did not end with 0.
 */
export async function runToEnd(
  failure: string,
  program: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...more } });
  const ended = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (ended !== 0) throw new Error(`${failure}: ${program} ended with ${ended}`);
}
