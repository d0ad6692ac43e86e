import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Sandbox } from '../../../src/training-erp/index.ts';

/** The command line at work on a grouping, with the same data folder as the desktop. Gives the way to end it. */
export function dispatchElsewhere(erp: Sandbox, groupingId: number, dataDir: string): () => Promise<void> {
  const root = join(import.meta.dirname, '../../..');
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'src/main/cli.ts'),
      'dispatch',
      String(groupingId),
      ...['--base-url', erp.baseUrl, '--token-env', 'DOCA_TEST_TOKEN', '--data', dataDir, '--no-conclude'],
      ...['--out', join(dataDir, 'elsewhere')],
    ],
    { stdio: 'ignore', env: { ...process.env, DOCA_TEST_TOKEN: erp.token } },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}
