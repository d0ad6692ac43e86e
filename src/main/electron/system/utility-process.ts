import { utilityProcess } from 'electron';
import { limitTime } from '../../os/timeout.ts';
import type { Runner, RunnerEnd } from '../../os/worker.ts';

/** No longer is an end waited for: a launch that fails tells nobody, and would hold the program up for ever. */
const endMs = 5_000;

/**
 * Starts a built program in a process of its own, as `forkProgram` does on plain Node: an installed Electron does not run
 * as Node (a fuse). The other end is `connectToParent`. `name` is what the system's list of processes shows.
 */
export function forkUtility(path: string, name: string, args: string[] = []): Runner {
  const child = utilityProcess.fork(path, args, { serviceName: name, stdio: 'ignore' });
  const gone = new Promise<RunnerEnd>((resolve) => {
    child.once('exit', (code) => resolve({ why: `exited with ${code}`, fromOutside: false }));
  });
  // V8 came to its end in there; the exit follows. Without a listener it would be thrown here.
  child.on('error', () => undefined);
  return {
    send: (message) => child.postMessage(message),
    listen(heard, ended) {
      child.on('message', heard);
      void gone.then(ended);
    },
    // The program ends when its windows do, whatever its processes are at.
    hold: () => undefined,
    release: () => undefined,
    end() {
      // While it is launching it cannot be killed.
      child.once('spawn', () => child.kill());
      child.kill();
      return limitTime<RunnerEnd | null>(gone, endMs, () => null);
    },
  };
}
