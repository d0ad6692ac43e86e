import { EventEmitter } from 'node:events';
import { flushCompileCache } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a process that `utilityProcess` starts, and into its threads: its port, in place of Node's channel, which
 * Electron's has not. Plain JavaScript, because each of them would first load the compiler of types.
 */
if (isMainThread) {
  const send = process.send?.bind(process);
  const port = Object.assign(new EventEmitter(), { postMessage: (message) => void send?.(message) });
  // Messages wait until there is a listener.
  port.once('newListener', () =>
    process.on('message', (data) => port.emit('message', { data: structuredClone(data), ports: [] })),
  );
  // Chromium ends its children's processes with its own.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Node would write its cache at an end that never comes.
  setTimeout(flushCompileCache, 1000).unref();
  Object.defineProperty(process, 'parentPort', { value: port });
  Object.defineProperty(process, 'send', { value: undefined });
}
