import { readErrorCode } from './errors.ts';

/** Whether a process of this machine runs, whoever it belongs to. Its id may have gone to another one by now. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) !== 'ESRCH';
  }
}
