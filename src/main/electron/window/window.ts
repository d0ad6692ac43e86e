import { BrowserWindow, app, screen, type WebContents } from 'electron';
import { describeError } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { appUrl, isAppUrl } from './app-origin.ts';
import { readWindowState, smallestWindow, createStateWriter } from './window-state.ts';

/** A page that crashes more often than this in the time below is reopened only after a question. */
const crashesAllowed = 3;
const crashWindowMs = 60_000;

export type MainWindow = Awaited<ReturnType<typeof createWindow>>;

interface WindowOptions {
  readonly preload: string;
  readonly stateFile: string;
  readonly background: string;
  readonly log: Log;
  /** Called before the window closes; false keeps it. */
  readonly mayClose: () => boolean;
  /**
   * Windows ends with this call: it waits for nothing more (`WM_ENDSESSION`), and no `before-quit`
   * comes.
   */
  readonly sessionEnds: () => void;
  /** The page crashed too often: a person decides whether to try again. */
  readonly askToReopen: () => Promise<boolean>;
}

/**
 * The only window. It opens at its last position, and after a crash its page comes back at the same
 * place.
 */
export async function createWindow(options: WindowOptions) {
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  const state = await readWindowState(options.stateFile, displays);
  const window = new BrowserWindow({
    ...(state.position ?? {}),
    width: state.width,
    height: state.height,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Doca',
    show: false,
    backgroundColor: options.background,
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => {
    window.show();
    options.log.info('start.shown');
  });

  const writer = createStateWriter(options.stateFile);
  const remember = () => {
    const { x, y, width, height } = window.getNormalBounds();
    writer.save({ position: { x, y }, width, height, maximized: window.isMaximized() });
  };
  window.on('resize', remember);
  window.on('move', remember);
  window.on('maximize', remember);
  window.on('unmaximize', remember);
  window.on('close', (event) => {
    if (options.mayClose()) remember();
    else event.preventDefault();
  });
  window.on('session-end', () => options.sessionEnds());

  reopenAfterCrash(window, options);
  return {
    contents: (): WebContents | null => (window.isDestroyed() ? null : window.webContents),
    /** Opens the page; it may send requests before this resolves. */
    load: () => window.loadURL(appUrl),
    /** In front, with the keyboard. */
    focus() {
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    /** Resolves when the window's position is on disk. */
    flush: () => writer.flush(),
  };
}

/** The page's place is its address with hash; main knows it even if the page is gone. */
function reopenAfterCrash(window: BrowserWindow, options: WindowOptions): void {
  let address = appUrl;
  let crashes: number[] = [];
  window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame && isAppUrl(url)) address = url;
  });
  window.webContents.on('preload-error', (_event, _path, error) => {
    options.log.warn('window.preload-failed', { error: describeError(error) });
  });
  window.webContents.on('unresponsive', () => options.log.warn('window.unresponsive'));
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    options.log.warn('window.crashed', { reason: details.reason, exitCode: details.exitCode });
    const now = performance.now();
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now];
    const again = crashes.length <= crashesAllowed ? Promise.resolve(true) : options.askToReopen();
    void again.then(async (reopen) => {
      // A person who keeps working needs a page for it.
      if (!reopen && options.mayClose()) app.quit();
      else if (!window.isDestroyed()) await window.loadURL(address);
    });
  });
}
