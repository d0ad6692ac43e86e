import { expect, it, onTestFinished, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { guardQuit } = await import('../../src/main/electron/system/quit.ts');
const { appDouble } = await import('../electron-double/app.ts');

// macOS takes a release over in here, for which the updater gives it a minute.
it('a program ends when its release was handed over, and not at the limit of its last tasks', async () => {
  const exits: unknown[] = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => exits.push(code) as never);
  appDouble.becomeReady();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  guardQuit({
    runningJobs: () => 0,
    language: () => 'en',
    finish: () => Promise.resolve(),
    handOver: () => new Promise((resolve) => void setTimeout(resolve, 60_000)),
    show: () => undefined,
  });
  appDouble.quit();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(exits).toEqual([0]);
});
