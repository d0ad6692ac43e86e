import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './command-line.ts';
import { lifecycle } from './lifecycle.ts';
import { acquireInstanceLock, releaseInstanceLock } from './instance-lock.ts';
import { preventable, strict, StrictEmitter } from './strict.ts';

const events = [
  'activate',
  'before-quit',
  'child-process-gone',
  'ready',
  'second-instance',
  'select-client-certificate',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
];

interface Package {
  readonly version: string;
  readonly productName?: string;
  readonly name: string;
}

class AppDouble extends StrictEmitter {
  readonly isPackaged = false;
  readonly commandLine = commandLine;
  readonly #package: Package;
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<undefined>();
  #closeWindows: () => boolean = () => true;
  #closeBrowser: () => Promise<void> = () => Promise.resolve();
  sandboxed = false;

  constructor() {
    super('app', events);
    this.#package = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as Package;
  }

  getName(): string {
    return this.#package.productName ?? this.#package.name;
  }

  getVersion(): string {
    return this.#package.version;
  }

  getAppPath(): string {
    return join(import.meta.dirname, '../..');
  }

  getPath(name: string): string {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    const appData = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
    switch (name) {
      case 'home':
        return homedir();
      case 'appData':
        return appData;
      case 'userData':
        return join(appData, this.getName());
      case 'logs':
        return join(this.getPath('userData'), 'logs');
      case 'documents':
        return join(homedir(), 'Documents');
      case 'downloads':
        return join(homedir(), 'Downloads');
      case 'temp':
        return tmpdir();
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }

  setPath(name: string, path: string): void {
    if (!['userData', 'crashDumps'].includes(name))
      throw new Error(`the Electron double does not set ${name}`);
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
    this.#paths.set(name, path);
  }

  enableSandbox(): void {
    if (lifecycle.ready)
      throw new Error('app.enableSandbox() can only be called before app is ready');
    this.sandboxed = true;
  }

  whenReady(): Promise<undefined> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return lifecycle.ready;
  }

  /** For the double itself: how often the program wanted to be started again after its end. */
  relaunches = 0;

  relaunch(): void {
    this.relaunches += 1;
  }

  setAppUserModelId(id: string): void {
    if (id === '') throw new TypeError('an id is needed');
  }

  requestSingleInstanceLock(): boolean {
    return acquireInstanceLock(this.getPath('userData'), (argv, cwd) =>
      this.emit('second-instance', {}, argv, cwd),
    );
  }

  /** Emits before-quit, closes every window, then emits will-quit; each may prevent it. */
  quit(): void {
    if (lifecycle.exiting) return;
    const before = preventable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    lifecycle.quitting = true;
    if (!this.#closeWindows()) {
      lifecycle.quitting = false;
      return;
    }
    const will = preventable({});
    this.emit('will-quit', will);
    if (will.defaultPrevented) lifecycle.quitting = false;
    else this.exit(0);
  }

  /** Ends without events or questions. */
  exit(code = 0): void {
    if (lifecycle.exiting) return;
    lifecycle.exiting = true;
    releaseInstanceLock();
    void this.#closeBrowser().finally(() => process.exit(code));
  }

  /** For the double itself. */
  connect(closeWindows: () => boolean, closeBrowser: () => Promise<void>): void {
    this.#closeWindows = closeWindows;
    this.#closeBrowser = closeBrowser;
  }

  /** For the double itself: the entry script has run. */
  becomeReady(): void {
    lifecycle.ready = true;
    this.emit('ready', {});
    this.#ready.resolve(undefined);
  }
}

export const appDouble = new AppDouble();
export const app = strict('app', appDouble);
