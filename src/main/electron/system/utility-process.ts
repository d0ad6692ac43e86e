import { utilityProcess } from 'electron';
import { limitTime } from '../../os/timeout.ts';
import type { Runner, RunnerEnd } from '../../os/worker.ts';

/**
 * The limit for waiting for an end: a failed launch is not reported, and would block the program
 * for ever.
 */
const endMs = 5_000;

/**
 * Starts a bundled program in a process of its own, as `forkProgram` does on plain Node: an
 * installed Electron does not run as Node (a fuse). The other end is `connectToParent`. `name` is
 * shown in the system's list of processes.
 */
export function forkUtility(path: string, name: string, args: string[] = []): Runner {
  const child = utilityProcess.fork(path, args, { serviceName: name, stdio: 'ignore' });
  const gone = new Promise<RunnerEnd>((resolve) => {
    child.once('exit', (code) => resolve({ reason: `exited with ${code}`, fromOutside: false }));
  });
  // V8 ended in there; the exit follows. Without a listener it would be thrown here.
  child.on('error', () => undefined);
  return {
    send: (message) => child.postMessage(message),
    listen(onMessage, onEnd) {
      child.on('message', onMessage);
      void gone.then(onEnd);
    },
    // The program ends with its windows, whatever its processes are doing.
    keepAlive: () => undefined,
    release: () => undefined,
    end() {
      // It cannot be killed while it is launching.
      child.once('spawn', () => child.kill());
      child.kill();
      return limitTime<RunnerEnd | null>(gone, endMs, () => null);
    },
  };
}
