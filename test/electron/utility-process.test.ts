import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { AskedWorker } from '../../src/main/os/worker.ts';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { forkUtility } = await import('../../src/main/electron/system/utility-process.ts');
const { appDouble } = await import('../electron-double/app.ts');

const folder = mkdtempSync(join(tmpdir(), 'doca-utility-'));
const program = join(folder, 'echo.mjs');
writeFileSync(
  program,
  `process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data));
   process.parentPort.postMessage('there');`,
);

beforeAll(() => appDouble.becomeReady());
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

const open = () =>
  new AskedWorker<string, string>({ start: () => forkUtility(program, 'Echo'), late: 'no answer' });

it('answers after a slow launch, and ends', async () => {
  vi.stubEnv('ELECTRON_DOUBLE_LAUNCH_MS', '400');
  const worker = open();
  expect(await worker.ask('a', 10_000)).toBe('a');
  await worker.stop('closed');
});

// Read in Electron's source, and reported by users as electron/electron#44009.
it('that is still launching is ended after its launch', async () => {
  vi.stubEnv('ELECTRON_DOUBLE_LAUNCH_MS', '300');
  const runner = forkUtility(program, 'Echo');
  let ended = 0;
  runner.listen(
    () => undefined,
    () => (ended += 1),
  );
  await runner.end();
  expect(ended).toBe(1);
});

it('with a failed launch delays nothing for long, and the next one is started', async () => {
  vi.stubEnv('ELECTRON_DOUBLE_LAUNCH_MS', 'never');
  const worker = open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = worker.ask('a', 60_000);
  const stopped = worker.stop('closed');
  await vi.advanceTimersByTimeAsync(10_000);
  await stopped;
  vi.useRealTimers();
  expect(await asked).toMatchObject({ type: 'died', guilty: false });
  vi.stubEnv('ELECTRON_DOUBLE_LAUNCH_MS', '0');
  expect(await worker.ask('b', 10_000)).toBe('b');
  await worker.stop('closed');
});
