import type { AppUpdater, CancellationToken } from 'electron-updater';
import { readNotes } from './release-notes.ts';
import type { UpdateFailure, UpdateResult, UpdaterPort } from './types.ts';
import { readErrorCode } from '../os/errors.ts';

/**
 * The used part of electron-updater; the caller imports it, because it needs Electron at run time.
 */
export interface ElectronUpdater {
  readonly updater: AppUpdater;
  readonly CancellationToken: new () => CancellationToken;
}

/**
 * Restricts electron-updater: nothing is downloaded or installed by itself, never an older release,
 * whole installers only. It is large, so it is loaded with the first request; after a failure the
 * next one tries again. `feedUrl`: IT's own feed in place of the built-in one; the required
 * signature stays the same.
 */
export function createElectronUpdaterPort(
  load: () => Promise<ElectronUpdater>,
  feedUrl: string | null,
): UpdaterPort {
  let loaded: ElectronUpdater | null = null;
  const open = async (): Promise<ElectronUpdater> => {
    if (loaded !== null) return loaded;
    const module = await load();
    const { updater } = module;
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.allowPrerelease = false;
    updater.disableWebInstaller = true;
    updater.logger = null;
    // It reports every failure twice; the promises are enough.
    updater.on('error', () => undefined);
    if (feedUrl !== null) updater.setFeedURL({ provider: 'generic', url: feedUrl });
    loaded = module;
    return module;
  };
  return {
    check: () =>
      tryFeed(async () => {
        const { updater } = await open();
        const found = await updater.checkForUpdates();
        if (found?.isUpdateAvailable !== true) return null;
        const { version, releaseNotes } = found.updateInfo;
        return { version, notes: readNotes(releaseNotes) };
      }),
    download: (onProgress, signal) =>
      tryFeed(async () => {
        const { updater, CancellationToken } = await open();
        const cancellation = new CancellationToken();
        const cancel = () => cancellation.cancel();
        const report = ({ percent }: { readonly percent: number }) =>
          onProgress(Math.round(percent));
        signal.addEventListener('abort', cancel, { once: true });
        updater.on('download-progress', report);
        try {
          signal.throwIfAborted();
          await updater.downloadUpdate(cancellation);
        } finally {
          updater.off('download-progress', report);
          signal.removeEventListener('abort', cancel);
        }
      }),
    install({ restart }) {
      // Without the module nothing was downloaded that could be installed.
      if (loaded === null) return;
      // What counts on Windows is the argument, on macOS the property.
      loaded.updater.autoRunAppAfterInstall = restart;
      loaded.updater.quitAndInstall(true, restart);
    },
  };
}

async function tryFeed<T>(work: () => Promise<T>): Promise<UpdateResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

function toFailure(error: unknown): UpdateFailure {
  if (!(error instanceof Error)) return 'unknown';
  const code = readErrorCode(error) ?? '';
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'not-ours';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'damaged';
  if (code.startsWith('ERR_UPDATER_')) return 'bad-feed';
  if (error.message === 'cancelled' || error.name === 'AbortError') return 'stalled';
  const isNetwork = /^(HTTP_ERROR_|E[A-Z]+$)/.test(code);
  return isNetwork || /\bstatus \d{3}\b|^net::/.test(error.message) ? 'unreachable' : 'unknown';
}
