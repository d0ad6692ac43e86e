/**
 * Random shifts at one bench, more than `npm test` plays: `npm run soak:shifts -- --shifts 2000`.
 * A failure names the acts that led to it.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { shifts: { type: 'string', default: '500' } } });
const launcher = fileURLToPath(new URL('../../scripts/node.mjs', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [
    launcher,
    ...['vitest', 'run', '--project', 'integration', 'test/desk/shift'],
    ...['--testTimeout', String(24 * 3_600_000)],
  ],
  { stdio: 'inherit', env: { ...process.env, DOCA_SHIFTS: values.shifts } },
);
process.exit(status ?? 1);
