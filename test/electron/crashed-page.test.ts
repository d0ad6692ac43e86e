import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { silentLog } from '../../src/main/os/log.ts';

/**
 * Electron as its documentation describes it: a page that crashes sends `render-process-gone`, and
 * a `quit` that is refused leaves everything as it is, the page too.
 */
const loaded: string[] = [];
const quits: string[] = [];
const contents = new EventEmitter();
vi.mock('electron', () => ({
  app: { quit: () => quits.push('quit') },
  screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1366, height: 768 } }] },
  BrowserWindow: class extends EventEmitter {
    readonly webContents = contents;
    readonly isDestroyed = () => false;
    readonly loadURL = (url: string) => Promise.resolve(void loaded.push(url));
  },
}));
const { createWindow } = await import('../../src/main/electron/window/window.ts');

it('brings a page back that crashed too often, if its person keeps working', async () => {
  let mayClose = false;
  await createWindow({
    preload: 'preload.cjs',
    stateFile: join(tmpdir(), 'doca-no-such-folder', 'window.json'),
    background: '#ffffff',
    log: silentLog,
    mayClose: () => mayClose,
    sessionEnds: () => undefined,
    // "Quit".
    askToReopen: () => Promise.resolve(false),
  });
  const crash = () => contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  for (let round = 1; round <= 4; round += 1) {
    crash();
    await expect.poll(() => loaded.length).toBe(round);
  }
  expect(quits).toEqual([]);
  mayClose = true;
  crash();
  await expect.poll(() => quits).toEqual(['quit']);
  expect(loaded).toHaveLength(4);
});
