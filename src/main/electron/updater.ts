import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Clock } from '../os/clock.ts';
import { createElectronUpdaterPort, type ElectronUpdater } from '../updates/index.ts';
import { replyToProxy, type ProxyDoor } from './proxy-reply.ts';

/**
 * On macOS the system takes a release over before it ends the program; otherwise it is left for
 * later.
 */
const handOverLimitMs = 60_000;

/**
 * electron-updater, loaded with the first request. An installation first ends the program in its
 * ordinary way; when all else has ended, `finish` hands over the release, if there is one. `port`
 * is null if this build takes no updates: not packaged, Linux, or built without a feed.
 */
export function createDesktopUpdater(options: {
  /** In place of the built-in feed. */
  readonly feedUrl: string | null;
  readonly clock: Clock;
  readonly proxies: ProxyDoor;
  readonly load?: () => Promise<ElectronUpdater>;
}) {
  const { feedUrl, clock, proxies, load = loadElectronUpdater } = options;
  if (!takesUpdates()) return { port: null, finish: () => Promise.resolve() };
  const loadForDesktop = async (): Promise<ElectronUpdater> => {
    const module = await load();
    // It has no answer of its own, and without one its requests would wait for ever. The reply is
    // Electron's, which can be empty though electron-updater's type does not say so.
    module.updater.on('login', replyToProxy(proxies) as (...asked: unknown[]) => void);
    proxies.whenForgotten(() => void module.updater.netSession.clearAuthCache());
    return module;
  };
  const inner = createElectronUpdaterPort(loadForDesktop, feedUrl);
  let wanted: { readonly restart: boolean } | null = null;
  return {
    port: {
      ...inner,
      install(how: { readonly restart: boolean }) {
        wanted ??= how;
        if (how.restart) app.quit();
      },
    },
    async finish() {
      if (wanted === null) return;
      inner.install(wanted);
      if (process.platform === 'darwin') await clock.sleep(handOverLimitMs);
    },
  };
}

/** electron-builder puts the feed's address beside a program that has one. */
function takesUpdates(): boolean {
  if (!app.isPackaged || (process.platform !== 'win32' && process.platform !== 'darwin'))
    return false;
  return existsSync(join(process.resourcesPath, 'app-update.yml'));
}

async function loadElectronUpdater(): Promise<ElectronUpdater> {
  // A CommonJS module of which only the default export is certain to have the names; reading
  // `autoUpdater` creates it.
  const { default: module } = await import('electron-updater');
  return { updater: module.autoUpdater, CancellationToken: module.CancellationToken };
}
