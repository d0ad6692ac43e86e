import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/training-erp/index.ts';
import { ask } from './bridge.ts';
import { launch, type LaunchOptions, type RunningApp } from './harness.ts';

const open: RunningApp[] = [];
const sandboxes: Sandbox[] = [];

async function start(options: LaunchOptions = {}): Promise<RunningApp> {
  const app = await launch(options);
  open.push(app);
  return app;
}

afterEach(async () => {
  const failures: unknown[] = [];
  for (const app of open.splice(0))
    await app.close().catch((error: unknown) => failures.push(error));
  await Promise.all(sandboxes.splice(0).map((one) => one.close()));
  expect(failures).toEqual([]);
});

/** Connects to an ERP whose labels take their time, and opens its first grouping. */
async function workingOn(app: RunningApp, options: SandboxOptions): Promise<number> {
  const sandbox = await startSandbox({ formats: ['pdf'], ...options });
  sandboxes.push(sandbox);
  const { baseUrl, token, firstGroupingId: groupingId } = sandbox;
  expect(await ask(app.page, 'connection.save', { baseUrl, token })).toMatchObject({ ok: true });
  await app.page.evaluate((id) => void (location.hash = `#/grouping/${id}`), groupingId);
  await app.page.getByRole('row').nth(3).waitFor();
  return groupingId;
}

const slow: SandboxOptions = { shipments: 30, groupings: 1, latencyMs: 1_500 };

const bounds = (app: RunningApp) =>
  app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]!;
    return {
      ...window.getNormalBounds(),
      maximized: window.isMaximized(),
      visible: window.isVisible(),
    };
  });

/**
 * Whether the system does it: without a window manager, as on the screen of a runner, it does not.
 */
const maximize = (app: RunningApp) =>
  app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]!;
    return new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(window.isMaximized()), 1_000);
      window.once('maximize', () => resolve(true));
      window.maximize();
    });
  });

describe('the window', () => {
  it('comes back where it was and as large as it was, even if Electron cannot name the frame that asks first', async () => {
    const env = { ELECTRON_DOUBLE_WINDOW_MANAGER: '1', ELECTRON_DOUBLE_FRAMELESS: '1' };
    const first = await start({ env });
    await first.page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
    // The window is as large as the display allows.
    const room = await first.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
    const [width, height] = [Math.min(1366, room.width), Math.min(768, room.height)];
    await expect
      .poll(() => bounds(first))
      .toMatchObject({ width, height, maximized: false, visible: true });
    await first.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 40, y: 60, width: 960, height: 600 }),
    );
    const maximized = await maximize(first);
    await first.close({ keepHome: true });
    const second = await start({ home: first.home, env });
    await expect
      .poll(() => bounds(second))
      .toMatchObject({ x: 40, y: 60, width: 960, height: 600, maximized });
    if (!maximized)
      await expect.poll(() => second.page.evaluate(() => innerWidth)).toBeGreaterThan(900);
  });
});

/**
 * These need no process of their own; each finds the program as it is after its first start, in
 * training.
 */
describe('one program', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await launch();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    expect(await ask(app.page, 'training.start')).toMatchObject({ ok: true });
    await ask(app.page, 'settings.change', { change: { language: 'pt-BR', theme: 'light' } });
    await app.page.evaluate(() => void (location.hash = '#/desk'));
    await app.page.getByRole('link', { name: /^Ajustes/ }).waitFor();
    await app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]!;
      window.restore();
      window.setBounds({ width: 1366, height: 768 });
    });
  });
  afterEach(async () => {
    expect(await app.takeProblems()).toEqual([]);
  });

  it('becomes no smaller than it can be used', async () => {
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.setBounds({ width: 200, height: 200 }),
    );
    await expect.poll(() => bounds(app)).toMatchObject({ width: 880, height: 460 });
  });

  describe('a second start', () => {
    it('brings the first window to the front and ends', async () => {
      await app.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows()[0]!;
        window.minimize();
        // A system that lets no program come to the front reports no error.
        window.focus = () => void Reflect.set(globalThis, 'askedForFocus', true);
      });
      await expect(launch({ home: app.home })).rejects.toThrow('the window did not open');
      const state = () =>
        app.evaluate(({ BrowserWindow }) => ({
          windows: BrowserWindow.getAllWindows().length,
          minimized: BrowserWindow.getAllWindows()[0]!.isMinimized(),
          askedForFocus: Reflect.get(globalThis, 'askedForFocus') as unknown,
        }));
      await expect.poll(state).toEqual({ windows: 1, minimized: false, askedForFocus: true });
    });
  });

  describe('the native menu', () => {
    const label = () =>
      app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go-settings')?.label);

    it('leads to the screens and follows the language', async () => {
      await expect.poll(label).toBe('Ajustes');
      await app.evaluate(
        ({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('go-settings')?.click(),
      );
      await expect.poll(() => new URL(app.page.url()).hash).toBe('#/settings');
      await ask(app.page, 'settings.change', { change: { language: 'en' } });
      await expect.poll(label).toBe('Settings');
    });

    it('runs a command once when its key is pressed', async () => {
      await app.page.keyboard.press('Control+,');
      await expect.poll(() => new URL(app.page.url()).hash).toBe('#/settings');
      await app.page.keyboard.press('F2');
      await expect.poll(() => new URL(app.page.url()).hash).toBe('#/desk');
    });

    it('shows the system the theme of the program', async () => {
      const dark = () =>
        app.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
      await expect.poll(dark).toBe(false);
      await ask(app.page, 'settings.change', { change: { theme: 'dark' } });
      await expect.poll(dark).toBe(true);
    });
  });

  it('keeps the machine awake while it works', async () => {
    const awake = () =>
      app.evaluate(({ powerSaveBlocker }) =>
        [1, 2, 3].some((id) => powerSaveBlocker.isStarted(id)),
      );
    await expect.poll(awake).toBe(false);
    await workingOn(app, { ...slow, shipments: 6, latencyMs: 400 });
    await expect.poll(awake).toBe(true);
    await expect.poll(awake).toBe(false);
  });

  it('restores the same grouping after a crash of the page, while its work continues', async () => {
    const groupingId = await workingOn(app, { shipments: 12, groupings: 1, latencyMs: 300 });
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer(),
    );
    const page = await app.reconnect();
    await page.getByRole('row').nth(3).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/grouping/${groupingId}`);
    await page.getByRole('button', { name: /^Imprimir \d+ etiquetas/ }).waitFor();
  });

  // The last one: it ends the program.
  describe('running work', () => {
    it('is asked about before the program quits, by menu and by the cross', async () => {
      await workingOn(app, slow);
      await app.evaluate(({ dialog }) => {
        Reflect.set(globalThis, 'asked', []);
        dialog.showMessageBoxSync = ((question: { message: string }) => {
          (Reflect.get(globalThis, 'asked') as string[]).push(question.message);
          return 0;
        }) as typeof dialog.showMessageBoxSync;
      });
      await app.evaluate(({ app: program }) => program.quit());
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
      await expect
        .poll(() => app.evaluate(() => Reflect.get(globalThis, 'asked') as string[]))
        .toEqual(['Há trabalho em andamento.', 'Há trabalho em andamento.']);
      await expect.poll(() => app.page.getByRole('row').count()).toBeGreaterThan(3);
      await app.evaluate(({ dialog, BrowserWindow }) => {
        dialog.showMessageBoxSync = () => 1;
        setTimeout(() => BrowserWindow.getAllWindows()[0]!.close(), 0);
      });
      expect(await app.ended).toBe(0);
    });
  });
});

describe('a failing program', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await launch();
  });
  afterAll(() => app.kill());

  it('whose page crashes again and again asks a person instead of going round in circles', async () => {
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = ((question: { message: string }) => {
        Reflect.set(globalThis, 'asked', question.message);
        return Promise.resolve({ response: 0, checkboxChecked: false });
      }) as typeof dialog.showMessageBox;
    });
    const asked = () => app.evaluate(() => Reflect.get(globalThis, 'asked') as unknown);
    for (let crash = 1; crash <= 4; crash += 1) {
      expect(await asked()).toBeUndefined();
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer(),
      );
      await (
        await app.reconnect()
      )
        .getByRole('heading', { name: 'Como você quer começar?' })
        .waitFor();
    }
    await expect.poll(asked).toBe('A tela da Doca falhou várias vezes seguidas.');
  });

  it('has its defect in main logged without its words and reported, and ends', async () => {
    const thrown = app.page.waitForEvent('pageerror');
    await app.page.evaluate(() => {
      console.error('something is wrong');
      setTimeout(() => {
        throw new Error('thrown in the page');
      }, 0);
    });
    await thrown;
    // Any of them left would fail the run.
    expect((await app.takeProblems()).join()).toMatch(/something is wrong[^]*thrown in the page/);
    await app.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('Maria da Silva');
        }, 0),
    );
    expect(await app.ended).toBe(1);
    const log = readFileSync(join(app.dataDir, 'logs/doca.log'), 'utf8');
    expect(log).toContain('"main.crashed"');
    expect(log).not.toContain('Maria');
    await expect(app.close()).rejects.toThrow('A Doca teve um defeito e vai fechar');
  });

  it('reports at the start why there is no window', async () => {
    const home = mkdtempSync(join(tmpdir(), 'doca-e2e-'));
    mkdirSync(join(home, 'data/journal.db/not-a-file'), { recursive: true });
    writeFileSync(join(home, 'data/settings.json'), '{"language":"en"}');
    const outcome = await launch({ home }).then(
      async (app) => {
        await app.close();
        return 'opened';
      },
      (error: unknown) => (error as Error).message,
    );
    rmSync(home, { recursive: true });
    expect(outcome).toContain('O disco recusou a leitura ou a gravação.');
  });
});
