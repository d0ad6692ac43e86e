import { EventEmitter } from 'node:events';
import { flushCompileCache } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a process that `utilityProcess` starts: its port, in place of Node's channel,
 * which Electron's has not.
 */
if (isMainThread) {
  const send = process.send?.bind(process);
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => void send?.(message),
  });
  // Messages wait until there is a listener.
  port.once('newListener', () =>
    process.on('message', (data) =>
      port.emit('message', { data: structuredClone(data), ports: [] }),
    ),
  );
  // Chromium ends its children's processes with its own.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  Object.defineProperty(process, 'parentPort', { value: port });
  Object.defineProperty(process, 'send', { value: undefined });
}

/**
 * The compiled code for the next such process, of this thread too: a label process is killed, so it
 * would write none. After this time it has done what every one does.
 */
setTimeout(flushCompileCache, 1_000).unref();
