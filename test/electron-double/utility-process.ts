import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { appDouble } from './app.ts';
import { strict, StrictEmitter } from './strict.ts';

interface ForkOptions {
  readonly serviceName?: string;
  readonly stdio?: 'ignore' | 'inherit' | 'pipe';
}

const parentPort = new URL('./parent-port.ts', import.meta.url).href;

/**
 * Returns the duration of a launch; a virus scanner slows it down. `never`: it fails without an
 * event.
 */
function chooseLaunchMs(): number | null {
  const said = process.env['ELECTRON_DOUBLE_LAUNCH_MS'] ?? '';
  if (said === 'never') return null;
  return said === '' ? 2_000 * Math.random() ** 3 : Number(said);
}

/**
 * While it is launching it has no pid and cannot be killed (electron/electron#44009), and posted
 * messages wait; a failed launch emits no `exit` (`UtilityProcessWrapper` has no observer of it).
 */
class UtilityProcessDouble extends StrictEmitter {
  #child: ChildProcess | null = null;
  #posted: unknown[] = [];

  constructor(launch: () => ChildProcess) {
    super('utilityProcess', ['spawn', 'message', 'error', 'exit']);
    const ms = chooseLaunchMs();
    if (ms !== null) setTimeout(() => this.#launch(launch()), ms);
  }

  get pid(): number | undefined {
    const child = this.#child;
    return child?.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  postMessage(message: unknown): void {
    if (this.#child === null) this.#posted.push(message);
    else if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child?.kill('SIGKILL') ?? false;
  }

  #launch(child: ChildProcess): void {
    this.#child = child;
    child.on('spawn', () => this.emit('spawn'));
    // A Blink clone has no Buffer: its bytes arrive as a Uint8Array.
    child.on('message', (message) => this.emit('message', structuredClone(message)));
    // Electron's has a code also if a signal was the end.
    child.on('exit', (code) => this.emit('exit', code ?? 9));
    for (const message of this.#posted.splice(0)) this.postMessage(message);
  }
}

/**
 * Runs on Node's own child processes; the code in one finds `process.parentPort`, but not Node's
 * own channel.
 */
export const utilityProcess = strict('utilityProcess', {
  fork(
    path: string,
    args: readonly string[] = [],
    { stdio = 'inherit' }: ForkOptions = {},
  ): UtilityProcessDouble {
    if (!appDouble.isReady())
      throw new Error('utilityProcess cannot be created before app is ready');
    const launch = (): ChildProcess =>
      fork(path, [...args], {
        stdio,
        serialization: 'advanced',
        execArgv: ['--import', parentPort],
      });
    return strict('UtilityProcess', new UtilityProcessDouble(launch));
  },
});
