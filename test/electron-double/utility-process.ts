import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { appDouble } from './app.ts';
import { strict, StrictEmitter } from './strict.ts';

interface ForkOptions {
  readonly serviceName?: string;
  readonly stdio?: 'ignore' | 'inherit' | 'pipe';
}

const parentPort = new URL('./parent-port.ts', import.meta.url).href;

class UtilityProcessDouble extends StrictEmitter {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    super('utilityProcess', ['spawn', 'message', 'error', 'exit']);
    this.#child = child;
    child.on('spawn', () => this.emit('spawn'));
    child.on('message', (message) => this.emit('message', message));
    // Electron's has a code also where a signal was the end.
    child.on('exit', (code) => this.emit('exit', code ?? 9));
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill('SIGKILL');
  }
}

/** On Node's own child processes; what runs in one finds `process.parentPort`, and none of Node's own channel. */
export const utilityProcess = strict('utilityProcess', {
  fork(path: string, args: readonly string[] = [], { stdio = 'inherit' }: ForkOptions = {}): UtilityProcessDouble {
    if (!appDouble.isReady()) throw new Error('utilityProcess cannot be created before app is ready');
    const child = fork(path, [...args], { stdio, serialization: 'advanced', execArgv: ['--import', parentPort] });
    return strict('UtilityProcess', new UtilityProcessDouble(child));
  },
});
