import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CancellationToken } from 'electron-updater';
import type { AppUpdater } from 'electron-updater';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthInfo } from 'electron';
import type { ElectronUpdater } from '../../src/main/updates/index.ts';
import type { ProxyDoor } from '../../src/main/electron/proxy-reply.ts';
import { manualClock } from '../desk/support/manual-clock.ts';

const app = vi.hoisted(() => ({ isPackaged: true, quits: 0, quit: () => void (app.quits += 1) }));
vi.mock('electron', () => ({ app }));
const { createDesktopUpdater } = await import('../../src/main/electron/updater.ts');

type Login = (asker: AuthInfo, reply: (...login: string[]) => void) => void;

/** The part of electron-updater that the port uses; test/updates tests the real one. */
function fakeModule() {
  const installs: { silent: boolean; restart: boolean; autoRun: boolean }[] = [];
  const feeds: unknown[] = [];
  const logins: Login[] = [];
  let cleared = 0;
  const updater = {
    on: (event: string, listener: Login) => void (event === 'login' && logins.push(listener)),
    off: () => undefined,
    netSession: { clearAuthCache: () => Promise.resolve(void (cleared += 1)) },
    autoRunAppAfterInstall: true,
    setFeedURL: (feed: unknown) => feeds.push(feed),
    checkForUpdates: () =>
      Promise.resolve({ isUpdateAvailable: true, updateInfo: { version: '1.1.0' } }),
    downloadUpdate: () => Promise.resolve([]),
    quitAndInstall: (silent: boolean, restart: boolean) =>
      void installs.push({ silent, restart, autoRun: updater.autoRunAppAfterInstall }),
  };
  let loads = 0;
  const load = (): Promise<ElectronUpdater> => {
    loads += 1;
    return Promise.resolve({ updater: updater as unknown as AppUpdater, CancellationToken });
  };
  return { load, loads: () => loads, installs, feeds, logins, cleared: () => cleared };
}

let resources = '';
const platform = process.platform;
const on = (name: NodeJS.Platform): void =>
  void Object.defineProperty(process, 'platform', { value: name });
beforeEach(() => {
  resources = mkdtempSync(join(tmpdir(), 'doca-resources-'));
  writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\n');
  Object.defineProperty(process, 'resourcesPath', {
    value: resources,
    configurable: true,
    writable: true,
  });
  Object.assign(app, { isPackaged: true, quits: 0 });
  on('win32');
});
afterEach(() => {
  on(platform);
  Reflect.deleteProperty(process, 'resourcesPath');
  rmSync(resources, { recursive: true, force: true });
});

const forgotten: (() => void)[] = [];
const proxies: ProxyDoor = {
  answer: (address, refused) =>
    Promise.resolve(
      address === 'proxy.test:3128' && refused === null ? { user: 'maria', password: 'p' } : null,
    ),
  whenForgotten: (listener) => forgotten.push(listener),
};

const make = (module = fakeModule(), feedUrl: string | null = null, clock = manualClock()) => ({
  ...module,
  clock,
  updater: createDesktopUpdater({ feedUrl, clock, proxies, load: module.load }),
});

describe('a build that takes no updates', () => {
  it.each([
    ['is not packaged', () => Object.assign(app, { isPackaged: false })],
    ['is for Linux', () => on('linux')],
    ['was made without a feed', () => rmSync(join(resources, 'app-update.yml'))],
  ])('%s', async (_why, so) => {
    so();
    const { updater, loads } = make();
    expect(updater.port).toBeNull();
    await updater.finish();
    expect(loads()).toBe(0);
  });
});

describe('a build that takes updates', () => {
  it('answers a proxy, each login once, and always: a request without an answer would wait for ever', async () => {
    const { updater, logins, cleared } = make();
    await updater.port?.check();
    const ask = (asker: Partial<AuthInfo>) =>
      new Promise<string[]>((resolve) => {
        const from = {
          isProxy: true,
          scheme: 'basic',
          host: 'proxy.test',
          port: 3128,
          realm: '',
          ...asker,
        };
        logins[0]?.(from, (...login) => resolve(login));
      });
    expect(await ask({})).toEqual(['maria', 'p']);
    expect(await ask({})).toEqual([]);
    expect(await ask({ port: 3129 })).toEqual([]);
    expect(await ask({ isProxy: false })).toEqual([]);
    // The refused login is forgotten by then: this one was entered again.
    expect(await ask({})).toEqual(['maria', 'p']);
    forgotten.at(-1)?.();
    expect(cleared()).toBe(1);
  });

  it('loads electron-updater with the first question, for the feed that IT has decided', async () => {
    const { updater, loads, feeds } = make(fakeModule(), 'https://updates.example/doca');
    expect(loads()).toBe(0);
    expect(await updater.port?.check()).toEqual({
      ok: true,
      value: { version: '1.1.0', notes: { 'pt-BR': '', en: '' } },
    });
    expect([loads(), feeds]).toEqual([
      1,
      [{ provider: 'generic', url: 'https://updates.example/doca' }],
    ]);
  });

  it('reports that electron-updater could not be loaded, and tries again with the next question', async () => {
    const module = fakeModule();
    let works = false;
    const load = () => (works ? module.load() : Promise.reject(new Error('no such module')));
    const { updater } = make({ ...module, load });
    expect(await updater.port?.check()).toEqual({ ok: false, failure: 'unknown' });
    works = true;
    expect(await updater.port?.check()).toMatchObject({ ok: true });
    await updater.port?.check();
    expect(module.loads()).toBe(1);
  });

  it('ends the program first on request, and installs when everything is written', async () => {
    const { updater, installs } = make();
    await updater.port?.check();
    updater.port?.install({ restart: true });
    expect([app.quits, installs]).toEqual([1, []]);
    // The end of the program itself changes nothing any more.
    updater.port?.install({ restart: false });
    await updater.finish();
    expect(installs).toEqual([{ silent: true, restart: true, autoRun: true }]);
  });

  it('is installed at the end of the program without a restart', async () => {
    const { updater, installs } = make();
    await updater.port?.check();
    updater.port?.install({ restart: false });
    expect(app.quits).toBe(0);
    await updater.finish();
    expect(installs).toEqual([{ silent: true, restart: false, autoRun: false }]);
  });

  it('installs nothing at an ordinary end', async () => {
    const { updater, installs } = make();
    await updater.port?.check();
    await updater.finish();
    expect(installs).toEqual([]);
  });

  it('gives macOS limited time to take the release over', async () => {
    on('darwin');
    const { updater, installs, clock } = make();
    await updater.port?.check();
    updater.port?.install({ restart: false });
    let ended = false;
    void updater.finish().then(() => (ended = true));
    await clock.advance(30_000);
    expect([installs.length, ended]).toEqual([1, false]);
    await clock.advance(30_000);
    expect(ended).toBe(true);
  });
});
