import { app } from './app.ts';
import { lifecycle, needsReady } from './lifecycle.ts';
import { addContents, allContents, browser, removeContents } from './pages.ts';
import { preventable, strict, StrictEmitter } from './strict.ts';
import { screen } from './system.ts';
import { WebContentsDouble } from './web-contents.ts';

interface WebPreferences {
  readonly preload?: string;
  readonly contextIsolation?: boolean;
  readonly sandbox?: boolean;
  readonly nodeIntegration?: boolean;
  readonly webSecurity?: boolean;
  readonly spellcheck?: boolean;
  readonly devTools?: boolean;
}

interface Options {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly title?: string;
  readonly show?: boolean;
  readonly backgroundColor?: string;
  readonly webPreferences?: WebPreferences;
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

const optionNames = new Set([
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'title',
  'show',
  'backgroundColor',
  'webPreferences',
]);
const preferenceNames = new Set([
  'preload',
  'contextIsolation',
  'sandbox',
  'nodeIntegration',
  'webSecurity',
  'spellcheck',
  'devTools',
]);
const events = [
  'close',
  'closed',
  'focus',
  'maximize',
  'minimize',
  'move',
  'ready-to-show',
  'resize',
  'restore',
  'session-end',
  'show',
  'unmaximize',
];
const windows = new Set<BrowserWindowDouble>();
/**
 * Without a window manager, as on the bare screen of a runner, windows are not maximised or put in
 * front.
 */
const hasManager = process.env['ELECTRON_DOUBLE_WINDOW_MANAGER'] !== '';

/** A window that exists as numbers, around a page of Chromium. */
class BrowserWindowDouble extends StrictEmitter {
  readonly #contents: WebContentsDouble;
  readonly #smallest: { readonly width: number; readonly height: number };
  readonly #title: string;
  #bounds: Bounds;
  #maximized = false;
  #minimized = false;
  #visible: boolean;
  #destroyed = false;
  view: this = this;

  constructor(options: Options = {}) {
    super('BrowserWindow', events);
    needsReady('BrowserWindow');
    checkNames(options, optionNames, 'BrowserWindow option');
    const preferences = options.webPreferences ?? {};
    checkNames(preferences, preferenceNames, 'web preference');
    if (
      preferences.contextIsolation === false ||
      preferences.sandbox === false ||
      preferences.nodeIntegration === true
    ) {
      throw new Error('the Electron double runs sandboxed, isolated pages only');
    }
    const { workArea } = screen.getPrimaryDisplay();
    const width = Math.max(options.width ?? 800, options.minWidth ?? 0);
    const height = Math.max(options.height ?? 600, options.minHeight ?? 0);
    this.#smallest = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 };
    this.#title = options.title ?? 'Electron';
    this.#visible = options.show ?? true;
    this.#bounds = {
      x: options.x ?? workArea.x + Math.round((workArea.width - width) / 2),
      y: options.y ?? workArea.y + Math.round((workArea.height - height) / 2),
      width,
      height,
    };
    this.#contents = new WebContentsDouble({
      chromium: browser(),
      preload: preferences.preload ?? null,
      size: () => ({ width: this.getBounds().width, height: this.getBounds().height }),
      onPage: (page) => void page.session.detached.then(() => this.#pageClosed(page)),
    });
    addContents(this.#contents);
    this.#contents.once('did-finish-load', () => this.emit('ready-to-show'));
    windows.add(this);
    app.emit('web-contents-created', {}, this.#contents.view);
  }

  get webContents(): WebContentsDouble {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    return this.#contents.view;
  }

  async loadURL(url: string): Promise<void> {
    await this.#contents.loadURL(url);
  }

  getTitle(): string {
    return this.#title;
  }

  getBounds(): Bounds {
    return this.#maximized ? { ...screen.getPrimaryDisplay().workArea } : { ...this.#bounds };
  }

  getNormalBounds(): Bounds {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#bounds;
    const wanted = { ...before, ...bounds };
    this.#bounds = {
      ...wanted,
      width: Math.max(wanted.width, this.#smallest.width),
      height: Math.max(wanted.height, this.#smallest.height),
    };
    if (before.x !== this.#bounds.x || before.y !== this.#bounds.y) this.emit('move', {});
    if (before.width !== this.#bounds.width || before.height !== this.#bounds.height)
      this.#resized();
  }

  maximize(): void {
    if (!hasManager) return;
    this.#maximized = true;
    this.emit('maximize', {});
    this.#resized();
  }

  unmaximize(): void {
    this.#maximized = false;
    this.emit('unmaximize', {});
    this.#resized();
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  minimize(): void {
    this.#minimized = true;
    this.emit('minimize', {});
  }

  restore(): void {
    this.#minimized = false;
    this.emit('restore', {});
  }

  isMinimized(): boolean {
    return this.#minimized;
  }

  show(): void {
    this.#visible = true;
    this.emit('show', {});
  }

  isVisible(): boolean {
    return this.#visible;
  }

  focus(): void {
    if (!hasManager) return;
    this.emit('focus', {});
    void this.#contents
      .cdp()
      ?.send('Page.bringToFront')
      .catch(() => undefined);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Closes as a click on the cross does. */
  close(): void {
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
    else if (lifecycle.quitting) lifecycle.quitting = false;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this);
    removeContents(this.#contents);
    this.#contents.destroy();
    this.emit('closed');
    if (windows.size === 0 && !lifecycle.quitting) app.emit('window-all-closed');
  }

  #resized(): void {
    const { width, height } = this.getBounds();
    this.#contents
      .cdp()
      ?.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      })
      .catch(() => undefined);
    this.emit('resize', {});
  }

  /** In a visible browser a person can close the page itself, and no handler can keep it. */
  #pageClosed(page: object): void {
    if (this.#contents.page() !== page || this.#destroyed || lifecycle.exiting) return;
    this.emit('close', preventable({}));
    this.destroy();
  }
}

function checkNames(given: object, known: ReadonlySet<string>, what: string): void {
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`the Electron double has no ${what} ${unknown.join(', ')}`);
}

export const BrowserWindow = new Proxy(BrowserWindowDouble, {
  construct(target, args) {
    const made = new target(...(args as [Options]));
    made.view = strict('BrowserWindow', made);
    return made.view;
  },
  get(target, key) {
    if (key === 'getAllWindows') return () => [...windows].map((one) => one.view);
    if (key === 'prototype' || typeof key === 'symbol') return Reflect.get(target, key) as unknown;
    throw new Error(`the Electron double has no BrowserWindow.${key}`);
  },
});

/** Closes every window as app.quit() does; true when all of them agreed. */
export function closeAllWindows(): boolean {
  for (const window of [...windows]) window.close();
  return allContents().length === 0;
}
