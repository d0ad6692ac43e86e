import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenNeeded } from '../../scripts/build-when-needed.ts';
import { inKeyringSession, keyringDaemon, keyringTools } from '../support/keyring-session.ts';
import { hasTool } from '../support/tools.ts';
import { benchRow, type BenchRow } from './row.ts';
import type { StartFigures } from './start-figures.ts';

/**
 * Measures a start up to the Desk with its field ready for a scan, connected with the stored token,
 * on the double.
 */
export async function startBench(): Promise<BenchRow[]> {
  if (buildWhenNeeded() !== 0) throw new Error('the build failed');
  const missing = keyringTools.filter((tool) => !hasTool(tool));
  if (missing.length > 0)
    return [benchRow('start to the Desk', `not measured: no ${missing.join(', ')}`)];
  const { keptMs, compiledMs, stored, loaded } = await measure();
  if (!stored)
    throw new Error('the keychain did not keep the token: the Desk was not the first screen');
  const kb = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;
  return [
    benchRow(
      `start to the Desk's field with the focus, connected: median of ${compiledMs.length}, main compiled at each start, as when it is installed`,
      spread(compiledMs),
    ),
    benchRow('the same with a warm compile cache, as in tests', spread(keptMs)),
    ...loaded.map(({ name, files, bytes }) =>
      benchRow(
        `loaded by main at the start: ${name}`,
        `${kb(bytes)} in ${files} ${files === 1 ? 'file' : 'files'}`,
      ),
    ),
    benchRow(
      'loaded by main at the start: in all',
      kb(loaded.reduce((sum, { bytes }) => sum + bytes, 0)),
    ),
  ];
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const fastest = sorted[0] ?? NaN;
  const slowest = sorted.at(-1) ?? NaN;
  return `${median.toFixed(0)} ms (${fastest.toFixed(0)} to ${slowest.toFixed(0)})`;
}

/**
 * Runs in a session with a keychain of its own, so that the token is kept from one start to the
 * next.
 */
async function measure(): Promise<StartFigures> {
  const home = mkdtempSync(join(tmpdir(), 'doca-start-'));
  chmodSync(home, 0o700);
  const script = join(import.meta.dirname, '../e2e/support/cold-start-bench.ts');
  const command = `${process.execPath} --disable-warning=ExperimentalWarning ${script}`;
  try {
    const printed = await inKeyringSession(
      `${keyringDaemon('--unlock', 'pass\\n')}\n${command}`,
      home,
      process.env,
    );
    const line = printed.split('\n').findLast((one) => one.startsWith('{'));
    return JSON.parse(String(line)) as StartFigures;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
