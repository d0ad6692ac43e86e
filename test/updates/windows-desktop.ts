import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CancellationToken, NsisUpdater } from 'electron-updater';
import { createElectronUpdaterPort } from '../../src/main/updates/index.ts';
import type { UpdaterPort } from '../../src/main/updates/index.ts';

/** electron-updater's own way to download, over Node's http in place of Electron's network. */
const { ElectronHttpExecutor } = createRequire(import.meta.url)(
  'electron-updater/out/electronHttpExecutor',
) as {
  readonly ElectronHttpExecutor: new () => object;
};
function createExecutor(ca: string | undefined): object {
  return Object.assign(new ElectronHttpExecutor(), {
    createRequest: (options: RequestOptions, callback: (response: IncomingMessage) => void) =>
      options.protocol === 'https:'
        ? requestSecurely({ ...options, ...(ca === undefined ? {} : { ca }) }, callback)
        : request(options, callback),
  });
}
export const publisher = 'Example Logistics Ltda';

export interface DesktopOptions {
  /** The error of the signature's check; null if it is the publisher's. */
  readonly signature?: string | null;
  /** The feed that IT has decided. */
  readonly feedUrl?: string | null;
  /** The installed version. */
  readonly version?: string;
  /** Who vouches for an https feed. */
  readonly ca?: string;
}

export interface Desktop {
  readonly port: UpdaterPort;
  readonly updater: NsisUpdater;
  /** The checked files. */
  readonly verified: (readonly [publishers: readonly string[], bytes: number])[];
}

/** electron-updater as Windows has it: the real class, without Electron around it. */
export function windowsDesktop(
  folder: string,
  feedUrl: string,
  options: DesktopOptions = {},
): Desktop {
  const configPath = join(folder, 'app-update.yml');
  writeFileSync(
    configPath,
    `provider: generic\nurl: ${feedUrl}\nupdaterCacheDirName: doca-updater\npublisherName:\n  - ${publisher}\n`,
  );
  const updater = new NsisUpdater(null, {
    version: options.version ?? '1.0.0',
    name: 'doca',
    isPackaged: true,
    appUpdateConfigPath: configPath,
    userDataPath: join(folder, 'data'),
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  const verified: (readonly [readonly string[], number])[] = [];
  Object.assign(updater, {
    httpExecutor: createExecutor(options.ca),
    _testOnlyOptions: { platform: 'win32', isUseDifferentialDownload: false },
  });
  updater.verifyUpdateCodeSignature = (publishers, path) => {
    verified.push([publishers, readFileSync(path).length]);
    return Promise.resolve(options.signature ?? null);
  };
  const port = createElectronUpdaterPort(
    () => Promise.resolve({ updater, CancellationToken }),
    options.feedUrl ?? null,
  );
  return { port, updater, verified };
}
