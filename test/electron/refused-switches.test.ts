import { beforeEach, describe, expect, it, vi } from 'vitest';

const given = vi.hoisted(() => new Set<string>());
const told = vi.hoisted(() => [] as string[]);
/**
 * Electron's module with only the functions that a refusal needs: going on throws a `TypeError`.
 */
const app = vi.hoisted(() => ({
  isPackaged: true,
  commandLine: { hasSwitch: (name: string) => given.has(name) },
  exit: (code: number) => {
    throw new Error(`ended with ${code}`);
  },
}));
vi.mock('electron', async () => ({
  ...(await import('../electron-double/index.ts')),
  app,
  dialog: { showErrorBox: (_title: string, text: string) => void told.push(text) },
}));
const { refuseSwitches } = await import('../../src/main/electron/system/refused-switches.ts');

beforeEach(() => {
  given.clear();
  told.length = 0;
  app.isPackaged = true;
});

describe('the installed program', () => {
  it.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'remote-allow-origins',
    'inspect',
    'inspect-brk',
    'js-flags',
    'load-extension',
    'gpu-launcher',
    'disable-web-security',
    'ignore-certificate-errors',
    'host-resolver-rules',
    'log-net-log',
    'ssl-key-log-file',
  ])('ends with --%s, and reports it in both languages', (name) => {
    given.add(name).add('disable-gpu');
    expect(() => refuseSwitches('linux')).toThrow('ended with 1');
    expect(told).toEqual([
      expect.stringMatching(
        new RegExp(`não abre com --${name}\\..*does not open with --${name}\\.`, 's'),
      ),
    ]);
  });

  it('opens with switches for drawing, with IT’s for the network, and for its own commands', () => {
    const own = ['doctor', 'set-secret', 'updated'];
    for (const name of ['disable-gpu', 'lang', 'force-device-scale-factor', 'proxy-server', ...own])
      given.add(name);
    refuseSwitches('win32');
    expect(told).toEqual([]);
  });

  it('opens without its sandbox only on Linux, where an AppImage may have no other way', () => {
    given.add('no-sandbox');
    refuseSwitches('linux');
    for (const platform of ['win32', 'darwin'] as const)
      expect(() => refuseSwitches(platform)).toThrow('ended');
  });

  it('looks before it does anything else', async () => {
    given.add('remote-debugging-port');
    await expect(import('../../src/main/index.ts')).rejects.toThrow('ended with 1');
    expect(told).toHaveLength(1);
  });
});

it('opens from the source tree with any of them', () => {
  given.add('remote-debugging-port');
  app.isPackaged = false;
  refuseSwitches('win32');
  expect(told).toEqual([]);
});
