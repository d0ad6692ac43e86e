import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Runner, RunnerEnd } from './worker.ts';

/** Signals that Doca's own code does not end a process with: a person's, or the system's. */
const sentFromOutside: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
]);

/**
 * Starts a program of the source tree in a process of its own, on plain Node, and drops its output.
 */
export function forkProgram(program: URL): Runner {
  const child = fork(fileURLToPath(program), { stdio: 'ignore' });
  const gone = new Promise<RunnerEnd>((resolve) => {
    child.once('exit', (code, signal) => {
      const fromOutside = signal !== null && sentFromOutside.has(signal);
      resolve({ reason: `exited with ${signal ?? String(code)}`, fromOutside });
    });
    // It did not start, or a message does not reach it any more.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ reason: error.message, fromOutside: true });
    });
  });
  return {
    send: (message) => child.send(message as object),
    listen(onMessage, onEnd) {
      child.on('message', onMessage);
      void gone.then(onEnd);
    },
    keepAlive() {
      child.ref();
      child.channel?.ref();
    },
    release() {
      child.unref();
      child.channel?.unref();
    },
    end() {
      // The parent waits for its end.
      child.ref();
      child.kill('SIGKILL');
      return gone;
    },
  };
}

/** The message port of Electron's utility process, in place of Node's own channel. */
interface ElectronPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/**
 * The other end of `forkProgram`, or of its Electron counterpart. The program ends with its parent,
 * in any work, and not before: a Ctrl+C in a terminal reaches both.
 */
export function connectToParent() {
  process.on('SIGINT', () => undefined);
  const { parentPort } = process as { readonly parentPort?: ElectronPort };
  if (parentPort !== undefined) {
    return {
      send: (message: unknown): void => parentPort.postMessage(message),
      listen: (onMessage: (message: unknown) => void): void =>
        parentPort.on('message', ({ data }) => onMessage(data)),
    };
  }
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return {
    send: (message: unknown): void => void process.send?.(message),
    listen: (onMessage: (message: unknown) => void): void => void process.on('message', onMessage),
  };
}
