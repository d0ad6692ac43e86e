import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithTools } from '../support/tools.ts';

const root = join(import.meta.dirname, '../..');
const copied = [
  'src',
  'scripts',
  'test/electron-double',
  'test/support/free-port.ts',
  'resources',
  'package.json',
  'electron.vite.config.ts',
];

/** `npm run dev` on a copy of the project, whose sources change under it. */
describeWithTools(['chromium'], 'npm run dev', () => {
  let folder: string;
  let dev: ChildProcess;
  let said = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'doca-dev-'));
    for (const path of [...copied, 'svelte.config.js', 'tsconfig.json']) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const name of ['home', 'tmp']) mkdirSync(join(folder, name));
    dev = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'scripts/dev/run.ts', '--chromium'],
      {
        cwd: folder,
        env: {
          ...process.env,
          HOME: join(folder, 'home'),
          XDG_CONFIG_HOME: join(folder, 'home/.config'),
          TMPDIR: join(folder, 'tmp'),
          ELECTRON_DOUBLE_VISIBLE: '0',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [dev.stdout, dev.stderr])
      stream?.on('data', (part: Buffer) => (said += part.toString()));
  });
  afterAll(() => {
    dev.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const profiles = (): readonly string[] =>
    readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('electron-double-'));

  /**
   * Returns the open window of a new program. Connects once and waits there: Chromium reports every
   * connection of each of the hundred modules that the window loads.
   */
  async function openWindow(past: readonly string[] = []): Promise<Page> {
    let place = '';
    const findPlace = (): string => {
      const profile = profiles().find((name) => !past.includes(name));
      place =
        profile === undefined ? '' : readPlace(join(folder, 'tmp', profile, 'DevToolsActivePort'));
      return place === '' ? `${profiles().join()}: ${said}` : 'open';
    };
    await expect.poll(findPlace, { timeout: 300_000 }).toBe('open');
    const browser = await chromium.connectOverCDP(place);
    const page = browser.contexts()[0]!.pages()[0]!;
    await page.locator('h1').waitFor({ timeout: 300_000 });
    return page;
  }

  /**
   * Chromium writes its port and its path into a file; returns an empty text while the file is
   * incomplete.
   */
  function readPlace(file: string): string {
    const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return port === undefined || path === undefined ? '' : `ws://127.0.0.1:${port}${path}`;
  }

  function change(path: string, from: string, to: string): void {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    // Written by a rename, so that a build never reads half a file.
    writeFileSync(`${file}.new`, text.replace(from, to));
    renameSync(`${file}.new`, file);
  }

  it('shows a change in the open window, restarts for one of main, and ends on request', async () => {
    const page = await openWindow();
    const first = profiles();
    await page.getByRole('button', { name: /^Tenho um token/ }).click();
    const address = page.getByLabel('Endereço da API');
    await address.fill('https://kept.invalid');

    change(
      'src/renderer/ui/action-bar.svelte',
      '</style>',
      '  .primary.primary { letter-spacing: 7px; }\n</style>',
    );
    const spacing = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.primary')).letterSpacing");
    await expect.poll(spacing).toBe('7px');
    expect(await address.inputValue()).toBe('https://kept.invalid');
    // Files outside the renderer's folder are part of the window as well.
    change('src/renderer/i18n/work-words.ts', "help: ['Atalhos'", "help: ['Todas as teclas'");
    await page.getByText('Todas as teclas').waitFor();

    change('src/main/electron/window/menu.ts', "say('&Sair'", "say('&Fechar'");
    await openWindow(first);
    expect(profiles()).not.toEqual(first);
    dev.kill('SIGTERM');
    expect(await once(dev, 'exit')).toEqual([0, null]);
    await expect.poll(profiles).toEqual([]);
    expect(said).toBe('');
  });
});
