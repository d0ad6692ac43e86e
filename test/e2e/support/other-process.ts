import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Sandbox } from '../../../src/training-erp/index.ts';

/**
 * Runs the same user's command line on a grouping, with data of its own. Returns the function that
 * ends it.
 */
export function dispatchElsewhere(
  erp: Sandbox,
  groupingId: number,
  home: string,
): () => Promise<void> {
  const root = join(import.meta.dirname, '../../..');
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'src/main/cli.ts'),
      'dispatch',
      String(groupingId),
      ...['--base-url', erp.baseUrl, '--token-env', 'DOCA_TEST_TOKEN', '--conclude', 'no'],
      ...['--data', join(home, 'elsewhere'), '--out', join(home, 'elsewhere')],
    ],
    { stdio: 'ignore', env: { ...process.env, DOCA_TEST_TOKEN: erp.token, HOME: home } },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}
