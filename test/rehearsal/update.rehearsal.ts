import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { createRequire, Module } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newVersion, oldVersion } from '../../scripts/rehearsal/versions.ts';
import { windowsDesktop } from '../updates/windows-desktop.ts';
import type { Desktop } from '../updates/windows-desktop.ts';
import {
  cleanUp,
  findMade,
  findSetup,
  findWhole,
  places,
  readEntry,
  runSetup,
  standIn,
} from './windows.ts';

// Replaces Electron's own module, which the updater tells that the program ends now.
const require = createRequire(import.meta.url);
const electron = Object.assign(new Module('electron'), {
  exports: { autoUpdater: { emit: () => true } },
  loaded: true,
});
require.cache[require.resolve('electron')] = electron;

let folder = '';
let close: () => void = () => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-update-'));
});
afterEach(() => {
  close();
  cleanUp();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Starts the feed of a release over https, and electron-updater in an installed Doca. */
async function startFeed(
  offered: string,
  version: string,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<Desktop> {
  const ca = readFileSync(findMade('feed.pem'), 'utf8');
  const server = createServer(
    { cert: ca, key: readFileSync(findMade('feed-key.pem')) },
    (request, response) => {
      const name = basename((request.url ?? '').replace(/\?.*$/, ''));
      const bytes = readFileSync(findMade(offered, name));
      response.end(name.endsWith('.exe') ? change(bytes) : bytes);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/doca`;
  return windowsDesktop(folder, url, { version, ca });
}

const never = new AbortController().signal;

it('a release is fetched, takes the place of the one before, and starts', async () => {
  runSetup(findSetup(oldVersion), ['/S']);
  const { port } = await startFeed(newVersion, oldVersion);
  expect(await port.check()).toMatchObject({
    ok: true,
    value: {
      version: newVersion,
      notes: { en: `The news of ${newVersion}`, 'pt-BR': `As novidades da ${newVersion}` },
    },
  });
  expect(await port.download(() => undefined, never)).toEqual({ ok: true, value: undefined });
  rmSync(standIn.told, { force: true });
  port.install({ restart: true });
  await expect.poll(() => findWhole(places.user)).toBe(newVersion);
  await expect.poll(standIn.readTold).toContain('--updated');
  expect(readEntry('HKCU')).toMatchObject({ DisplayVersion: newVersion });
});

it('a tampered one is refused', async () => {
  runSetup(findSetup(oldVersion), ['/S']);
  const { port } = await startFeed(newVersion, oldVersion, (bytes) => {
    const changed = Buffer.from(bytes);
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
    return changed;
  });
  await port.check();
  expect(await port.download(() => undefined, never)).toEqual({ ok: false, failure: 'damaged' });
  port.install({ restart: true });
  expect(findWhole(places.user)).toBe(oldVersion);
});

it('an older one is no update', async () => {
  const { port } = await startFeed(oldVersion, newVersion);
  expect(await port.check()).toEqual({ ok: true, value: null });
});
