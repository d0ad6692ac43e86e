import { describe, expect, it, vi } from 'vitest';
import { memoryLog } from './support.ts';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { keepAwakeWhile } = await import('../../src/main/electron/system/desktop.ts');
const { powerMonitor, powerSaveBlocker } = await import('../electron-double/system.ts');

describe('sleep', () => {
  it('is held off exactly while a job runs', () => {
    let running = 0;
    const update = keepAwakeWhile(() => running, memoryLog().log);
    const blocked = (): readonly number[] =>
      [1, 2, 3].filter((id) => powerSaveBlocker.isStarted(id));
    update();
    expect(blocked()).toEqual([]);
    running = 2;
    update();
    running = 1;
    update();
    expect(blocked()).toEqual([1]);
    running = 0;
    update();
    expect(blocked()).toEqual([]);
    running = 1;
    update();
    expect(blocked()).toEqual([2]);
  });

  it('and waking are in the log', () => {
    const { log, lines } = memoryLog();
    keepAwakeWhile(() => 3, log);
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
    expect(lines).toEqual(['power.suspend {"runningJobs":3}', 'power.resume {"runningJobs":3}']);
  });
});
