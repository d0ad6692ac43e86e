import type { AppUpdater, CancellationToken } from 'electron-updater';
import { readNotes } from './release-notes.ts';
import type { UpdateFailure, UpdateResult, UpdaterPort } from './types.ts';

/** What is used of electron-updater; the caller imports it, because it needs Electron when it runs. */
export interface ElectronUpdater {
  readonly updater: AppUpdater;
  readonly CancellationToken: new () => CancellationToken;
}

/**
 * electron-updater, kept on a short lead: nothing is downloaded or installed by itself, never an older release, whole
 * installers only. `feedUrl`: IT's own feed in place of the built-in one; whose signature counts does not change with it.
 */
export function createElectronUpdaterPort(module: ElectronUpdater, feedUrl: string | null): UpdaterPort {
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

  return {
    async check() {
      return attempt(async () => {
        const found = await updater.checkForUpdates();
        if (found?.isUpdateAvailable !== true) return null;
        const { version, releaseNotes } = found.updateInfo;
        return { version, notes: readNotes(releaseNotes) };
      });
    },
    async download(onProgress, signal) {
      const cancellation = new module.CancellationToken();
      const cancel = (): void => cancellation.cancel();
      const report = ({ percent }: { readonly percent: number }): void => onProgress(Math.round(percent));
      signal.addEventListener('abort', cancel, { once: true });
      updater.on('download-progress', report);
      try {
        return await attempt(async () => {
          signal.throwIfAborted();
          await updater.downloadUpdate(cancellation);
        });
      } finally {
        updater.off('download-progress', report);
        signal.removeEventListener('abort', cancel);
      }
    },
    install({ restart }) {
      // What counts on Windows is the argument, on macOS the property.
      updater.autoRunAppAfterInstall = restart;
      updater.quitAndInstall(true, restart);
    },
  };
}

async function attempt<T>(work: () => Promise<T>): Promise<UpdateResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): UpdateFailure {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'not-ours';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'damaged';
  if (code.startsWith('ERR_UPDATER_')) return 'bad-feed';
  if (error.message === 'cancelled' || error.name === 'AbortError') return 'stalled';
  if (code.startsWith('HTTP_ERROR_') || /\bstatus \d{3}\b/.test(error.message)) return 'unreachable';
  if (/^E[A-Z]+$/.test(code) || error.message.startsWith('net::')) return 'unreachable';
  return 'unknown';
}
