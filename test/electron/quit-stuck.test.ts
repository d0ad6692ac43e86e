import { expect, it, onTestFinished, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { guardQuit } = await import('../../src/main/electron/system/quit.ts');
const { appDouble } = await import('../electron-double/app.ts');

it('a program ends although its last task does not finish', async () => {
  const exits: unknown[] = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => exits.push(code) as never);
  appDouble.becomeReady();
  const stuck = new Promise<void>(() => undefined);
  guardQuit({
    runningJobs: () => 0,
    language: () => 'en',
    finish: () => stuck,
    handOver: () => Promise.resolve(),
    show: () => undefined,
  });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  appDouble.quit();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(exits).toEqual([0]);
});
