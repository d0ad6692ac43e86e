import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Log } from '../../os/log.ts';

/** Keeps the machine from sleeping while jobs run; screens may lock, work goes on. Call the answer after each change. */
export function keepAwakeWhile(runningJobs: () => number, log: Log): () => void {
  let blocker: number | null = null;
  powerMonitor.on('suspend', () => log.info('power.suspend', { runningJobs: runningJobs() }));
  powerMonitor.on('resume', () => log.info('power.resume', { runningJobs: runningJobs() }));
  return () => {
    const wanted = runningJobs() > 0;
    if (wanted && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!wanted && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
