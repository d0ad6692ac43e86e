import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch, type RunningApp } from '../e2e/harness.ts';
import { startHost } from '../e2e/host.ts';
import { describeWithTools } from '../support/tools.ts';

/** The properties that the fixture's preload adds to its page. */
interface Fixture {
  readonly unknownMember: string;
  readonly unknownModule: string;
  ask(channel: string, value?: unknown): Promise<unknown>;
  add(a: number, b: number): number;
  callBack(listener: (text: string) => unknown): unknown;
  fail(): void;
}
type FixtureWindow = Window & {
  readonly fixture: Fixture;
  readonly told: readonly unknown[];
  stop(): void;
};

const entry = join(import.meta.dirname, 'fixture/main.ts');
let app: RunningApp;

/** Runs in the fixture's page. */
function inPage<R>(run: (window: FixtureWindow) => R): Promise<Awaited<R>> {
  return app.page.evaluate(`(${run.toString()})(window)`);
}

describeWithTools(['chromium'], 'the electron double', () => {
  beforeAll(async () => {
    app = await launch({ entry, env: { FIXTURE_DENY: '1', ELECTRON_DOUBLE_FRAMELESS: '0' } });
    expect((await app.takeProblems()).join()).toContain('inline script violates');
  });
  afterAll(() => app.close());
  afterEach(async () => expect(await app.takeProblems()).toEqual([]));

  it('serves the custom protocol with its policy, which Chromium enforces', async () => {
    expect(await inPage((window) => ['inlineRan' in window, document.title])).toEqual([
      false,
      'fixture',
    ]);
    expect(
      await inPage(() =>
        fetch('/nothing').then(
          (answer) => answer.status,
          () => 'blocked',
        ),
      ),
    ).toBe('blocked');
    await app.takeProblems();
  });

  it('carries everything that structured clone carries, both ways', async () => {
    const kinds = await inPage(async ({ fixture }) => {
      const values = [
        new Uint8Array([1, 2, 255]),
        new Map([[1, { a: [undefined, null, NaN] }]]),
        new Date(5),
        10n,
        new Set(['é']),
      ];
      const back = (await fixture.ask('echo', values)) as typeof values;
      return back.map((value) => [
        Object.prototype.toString.call(value),
        JSON.stringify(
          value instanceof Map || value instanceof Set || value instanceof Uint8Array
            ? [...value]
            : String(value),
        ),
      ]);
    });
    expect(kinds).toEqual([
      ['[object Uint8Array]', '[1,2,255]'],
      ['[object Map]', '[[1,{"a":[null,null,null]}]]'],
      ['[object Date]', expect.stringContaining('1970')],
      ['[object BigInt]', '"10"'],
      ['[object Set]', '["é"]'],
    ]);
    expect(await inPage(({ fixture }) => fixture.ask('describe', new Uint8Array(1)))).toEqual({
      type: '[object Uint8Array]',
      url: 'app://fixture/index.html#place',
      top: true,
    });
  });

  it('refuses everything that structured clone refuses', async () => {
    const errors = await inPage(({ fixture }) =>
      fixture.ask('echo', { a: () => 1 }).catch((error: unknown) => (error as Error).message),
    );
    expect(errors).toBe('An object could not be cloned.');
  });

  it("rejects with Electron's words", async () => {
    const words = await inPage(({ fixture }) =>
      Promise.all(
        ['nobody', 'fail'].map((channel) =>
          fixture.ask(channel).catch((error: unknown) => (error as Error).message),
        ),
      ),
    );
    expect(words).toEqual([
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
      "Error invoking remote method 'fail': TypeError: on purpose",
    ]);
  });

  it('provides a sandboxed preload with Electron’s modules', async () => {
    const seen = await inPage((window) => [
      window.fixture.unknownMember,
      window.fixture.unknownModule,
      'leak' in window,
    ]);
    expect(seen).toEqual([
      expect.stringContaining('no ipcRenderer.sendSync'),
      'module not found: node:fs',
      false,
    ]);
  });

  it('bridges the worlds: calls, callbacks, errors and a frozen surface', async () => {
    const seen = await inPage((window) => {
      const heard: string[] = [];
      window.fixture.callBack((text) => heard.push(text));
      let failure = '';
      try {
        window.fixture.fail();
      } catch (error) {
        failure = `${String(error instanceof Error)} ${(error as Error).message}`;
      }
      return [
        window.fixture.add(2, 3),
        heard,
        failure,
        Object.isFrozen(window.fixture),
        Reflect.set(window, 'fixture', 1),
      ];
    });
    expect(seen).toEqual([5, ['from the preload'], 'true in the preload', true, false]);
  });

  it('loses messages from before the page is there, delivers later ones and stops on request', async () => {
    const told = await inPage(async (window) => {
      const first = window.told.map((one) => Object.keys(one as object));
      window.stop();
      await window.fixture.ask('echo');
      return first;
    });
    expect(told).toEqual([['bytes', 'at']]);
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.webContents.send('told', {}),
    );
    await inPage(({ fixture }) => fixture.ask('echo'));
    expect(await inPage((window) => window.told.length)).toBe(1);
  });

  it('asks the handlers for navigation and windows, and the menu for keys the page leaves', async () => {
    await inPage((window) => {
      window.open('https://example.com/window');
      const link = Object.assign(document.createElement('a'), {
        href: 'https://example.com/link',
        target: '_blank',
      });
      document.body.append(link);
      link.click();
      window.location.href = 'https://example.com/away';
    });
    await app.page.keyboard.press('Control+m');
    await inPage((window) => window.addEventListener('keydown', (event) => event.preventDefault()));
    await app.page.keyboard.press('Control+m');
    await expect
      .poll(async () =>
        [...((await inPage(({ fixture }) => fixture.ask('seen'))) as string[])].sort(),
      )
      .toEqual([
        'mark',
        'navigate https://example.com/away',
        'open https://example.com/link',
        'open https://example.com/window',
      ]);
    expect(app.page.url()).toContain('/index.html');
  });

  it('denies permissions if the app does', async () => {
    const state = await inPage(
      async (window) => (await window.navigator.permissions.query({ name: 'geolocation' })).state,
    );
    expect(state).toBe('denied');
  });

  it('throws for missing members', async () => {
    const attempts = await app.evaluate((electron) => {
      const window = electron.BrowserWindow.getAllWindows()[0]!;
      const tries: (() => unknown)[] = [
        () => electron.app.getFileIcon('x'),
        () => electron.app.on('continue-activity', () => undefined),
        () => window.setKiosk(true),
        () => window.webContents.openDevTools(),
        () => electron.shell.beep(),
        () => electron.Menu.buildFromTemplate([{ label: 'x', accelerator: 'Nonsense+X' }]),
        () => electron.Menu.buildFromTemplate([{ role: 'services' }]),
        () => electron.session.fromPartition(''),
        () => new electron.BrowserWindow({ webPreferences: { sandbox: false } }),
        () => new electron.BrowserWindow({ kiosk: true }),
        () => electron.ipcMain.handle('echo', () => undefined),
        () => electron.protocol.registerSchemesAsPrivileged([]),
        () => electron.dialog.showMessageBoxSync({ message: 'nobody is here', buttons: ['OK'] }),
      ];
      return tries.map((attempt) => {
        try {
          attempt();
          return 'went through';
        } catch (error) {
          return error instanceof Error ? 'threw' : 'threw something else';
        }
      });
    });
    expect(attempts).toEqual(attempts.map(() => 'threw'));
    expect(await app.takeProblems()).toEqual([expect.stringContaining('nobody is here')]);
  });
});

describeWithTools(['chromium'], 'the electron double without permission handlers', () => {
  it('grants everything, as Electron does', async () => {
    const open = await launch({ entry });
    await open.takeProblems();
    const state = await open.page.evaluate(
      async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
    );
    expect(state).toBe('granted');
    await open.close();
  });

  it('ends with a message if main imports a missing export', async () => {
    const host = await startHost({
      entry: join(import.meta.dirname, 'fixture/unknown-import.ts'),
      env: {},
      onProblem: () => undefined,
      quiet: true,
    });
    expect(await host.ended).not.toBe(0);
  });
});
