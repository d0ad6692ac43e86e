import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { events, requests } from '#shared/contract/index.ts';
import { launch, type RunningApp } from './harness.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await launch();
  await app.page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
});
afterAll(() => app.close());
afterEach(async () => expect(await app.takeProblems()).toEqual([]));

/** Tries this in the page. Returns the directive that the policy reports as violated, or null. */
async function violation(attempt: string): Promise<string | null> {
  const directive = await app.page.evaluate(
    (code) =>
      new Promise<string | null>((resolve) => {
        document.addEventListener(
          'securitypolicyviolation',
          (event) => resolve(event.effectiveDirective),
          {
            once: true,
          },
        );
        setTimeout(() => resolve(null), 30_000);
        const attempts: Record<string, () => unknown> = {
          'inline script': () =>
            document.body.append(
              Object.assign(document.createElement('script'), { text: 'window.ran = 1' }),
            ),
          // Pressed: a browser may compile a handler, and so refuse it, when it is called first.
          'inline handler': () => {
            document.body.append(
              document.createRange().createContextualFragment('<b onclick="window.ran = 1">x</b>'),
            );
            (document.body.lastElementChild as HTMLElement).click();
          },
          'javascript: link': () =>
            Object.assign(document.createElement('a'), {
              href: 'javascript:window.ran = 1',
            }).click(),
          'data: script': () =>
            document.body.append(
              Object.assign(document.createElement('script'), {
                src: 'data:text/javascript,window.ran=1',
              }),
            ),
          'remote script': () =>
            document.body.append(
              Object.assign(document.createElement('script'), { src: 'https://example.com/x.js' }),
            ),
          'inline style': () =>
            document.body.append(
              document.createRange().createContextualFragment('<b style="color:red">x</b>'),
            ),
          'remote style': () =>
            document.head.append(
              Object.assign(document.createElement('link'), {
                rel: 'stylesheet',
                href: 'https://example.com/x.css',
              }),
            ),
          'remote image': () => Object.assign(new Image(), { src: 'https://example.com/x.png' }),
          'remote fetch': () => fetch('https://example.com/').catch(() => undefined),
          'local network fetch': () => fetch('http://127.0.0.1:9/').catch(() => undefined),
          beacon: () => navigator.sendBeacon('https://example.com/', 'x'),
          websocket: () => new WebSocket('wss://example.com/'),
          worker: () => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))),
          frame: () =>
            document.body.append(
              Object.assign(document.createElement('iframe'), { src: 'https://example.com/' }),
            ),
          'own frame': () =>
            document.body.append(
              Object.assign(document.createElement('iframe'), { src: location.href }),
            ),
          object: () =>
            document.body.append(
              Object.assign(document.createElement('object'), {
                data: 'https://example.com/x.pdf',
              }),
            ),
          form: () => {
            const form = Object.assign(document.createElement('form'), {
              action: 'https://example.com/',
              method: 'post',
            });
            document.body.append(form);
            form.submit();
          },
          base: () =>
            document.head.append(
              Object.assign(document.createElement('base'), { href: 'https://example.com/' }),
            ),
          font: () =>
            new FontFace('x', 'url(https://example.com/x.woff2)').load().catch(() => undefined),
          // Deferred: code that a debugger evaluates directly may use eval, and Playwright is a
          // debugger.
          eval: () => setTimeout(() => void (0, eval)('window.ran = 1'), 0),
        };
        attempts[code]?.();
      }),
    attempt,
  );
  // The violation's own message in the console is expected here; on a busy machine it comes later
  // than its event.
  const problems: string[] = [];
  for (let waitedMs = 0; problems.length === 0 && waitedMs < 5000; waitedMs += 50) {
    problems.push(...(await app.takeProblems()));
    await wait(50);
  }
  expect(
    problems.every((text) =>
      /Content Security Policy|Refused|Framing|sendBeacon|font|Failed to construct 'Worker'|EvalError/.test(
        text,
      ),
    ),
    problems.join('\n'),
  ).toBe(true);
  return directive;
}

describe('the policy is enforced', () => {
  it.each([
    ['inline script', 'script-src-elem'],
    ['inline handler', 'script-src-attr'],
    ['data: script', 'script-src-elem'],
    ['remote script', 'script-src-elem'],
    ['eval', 'script-src'],
    ['inline style', 'style-src-attr'],
    ['remote style', 'style-src-elem'],
    ['remote image', 'img-src'],
    ['remote fetch', 'connect-src'],
    ['local network fetch', 'connect-src'],
    ['beacon', 'connect-src'],
    ['websocket', 'connect-src'],
    ['worker', 'worker-src'],
    ['frame', 'frame-src'],
    ['own frame', 'frame-src'],
    ['object', 'object-src'],
    ['form', 'form-action'],
    ['base', 'base-uri'],
    ['font', 'font-src'],
  ])('%s is stopped by %s', async (attempt, directive) => {
    expect(await violation(attempt)).toBe(directive);
    expect(await app.page.evaluate(() => 'ran' in window)).toBe(false);
  });

  it('arrives with the page as it was written, and with the headers beside it', async () => {
    const headers = await app.page.evaluate(async () =>
      Object.fromEntries((await fetch('/')).headers),
    );
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
});

describe('the page cannot navigate away', () => {
  it.each([
    'https://example.com/',
    'http://127.0.0.1:9/',
    'data:text/html,x',
    'file:///etc/passwd',
  ])('when it goes to %s', async (url) => {
    const before = app.page.url();
    await app.evaluate(({ BrowserWindow }) => {
      const refused: string[] = [];
      Reflect.set(globalThis, 'refused', refused);
      BrowserWindow.getAllWindows()[0]!.webContents.once('will-navigate', (event) => {
        if (event.defaultPrevented) refused.push(event.url);
      });
    });
    await app.page.evaluate((to) => void (location.href = to), url);
    // Main refuses an address of the network; the browser refuses the others before it asks main,
    // and reports that.
    const refusals = async (): Promise<readonly string[]> => [
      ...(await app.evaluate(() => Reflect.get(globalThis, 'refused') as string[])),
      ...(await app.takeProblems()),
    ];
    await expect.poll(refusals).toContainEqual(expect.stringMatching(/^https?:|Not allowed/));
    expect(app.page.url()).toBe(before);
    await app.page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
  });

  it('and opens no other', async () => {
    const opened = await app.page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: 'https://example.com/',
        target: '_blank',
      });
      document.body.append(link);
      link.click();
      link.remove();
      return [window.open('https://example.com/'), window.open('/'), window.open('')];
    });
    expect(opened).toEqual([null, null, null]);
    // An opened window would have been reported before the page's message here.
    await app.takeProblems();
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    await expect.poll(() => app.page.context().pages().length).toBe(1);
  });
});

describe('the page has no way out', () => {
  it('sees one object, frozen, with two functions, and no part of Node or Electron', async () => {
    const seen = await app.page.evaluate(() => ({
      keys: Object.keys(window.doca).sort(),
      frozen: Object.isFrozen(window.doca) && !Reflect.set(window, 'doca', {}),
      globals: [
        'require',
        'process',
        'module',
        'Buffer',
        'global',
        'ipcRenderer',
        'electron',
        'chrome.runtime',
      ].filter(
        (name) =>
          name
            .split('.')
            .reduce<unknown>(
              (at, key) => (at as Record<string, unknown> | undefined)?.[key],
              window,
            ) !== undefined,
      ),
    }));
    expect(seen).toEqual({ keys: ['on', 'request'], frozen: true, globals: [] });
  });

  it('reaches no channel that is not in the contract', async () => {
    const answers = await app.page.evaluate(() =>
      ['app.exec', '__proto__', 'constructor', 'toString', 'GUEST_VIEW_MANAGER_CALL', ''].map(
        (channel) => {
          try {
            void window.doca.request(channel as 'app.info');
            return `${channel} went through`;
          } catch (error) {
            return (error as Error).message;
          }
        },
      ),
    );
    for (const answer of answers) expect(answer).toMatch(/no such request/);
    const listening = await app.page.evaluate(() => {
      try {
        window.doca.on('ipc' as 'app.notice', () => undefined);
        return 'went through';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(listening).toMatch(/no such event/);
  });

  it('reaches every channel of the contract, and its input is parsed', async () => {
    const answers = await app.page.evaluate(async (channels) => {
      const ask = (channel: string, input: unknown): Promise<unknown> =>
        window.doca.request(channel as 'app.info', ...([input] as unknown as []));
      const asked = channels.map(
        async (channel) => [channel, await ask(channel, { wrong: true })] as const,
      );
      return Object.fromEntries(await Promise.all(asked));
    }, Object.keys(requests));
    for (const channel of Object.keys(requests)) {
      expect(answers[channel], channel).toMatchObject({
        ok: false,
        fault: { kind: 'invalid-input' },
      });
    }
    await app.page.evaluate((channels) => {
      for (const channel of channels) window.doca.on(channel as 'app.notice', () => undefined)();
    }, Object.keys(events));
  });

  it('receives only the payload of an event', async () => {
    await app.page.evaluate(
      () =>
        void window.doca.on('app.command', (...args: unknown[]) =>
          Reflect.set(window, 'got', args),
        ),
    );
    await app.evaluate(
      ({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('find')?.click(),
    );
    await expect
      .poll(() => app.page.evaluate(() => Reflect.get(window, 'got') as unknown))
      .toEqual(['find']);
  });

  it('is granted no permission', async () => {
    const states = await app.page.evaluate(async () => ({
      geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
      notifications: Notification.permission,
      camera: (await navigator.permissions.query({ name: 'camera' })).state,
      microphone: (await navigator.permissions.query({ name: 'microphone' })).state,
      clipboard: await navigator.clipboard.readText().then(
        () => 'granted',
        (error: unknown) => (error as Error).name,
      ),
    }));
    expect(states).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
      microphone: 'denied',
      clipboard: 'NotAllowedError',
    });
    await app.takeProblems();
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fmain%2findex.js',
    '//etc/passwd',
    '/%00',
  ])('reads nothing at %s', async (path) => {
    const status = await app.page.evaluate(
      async (to) => (await fetch(location.origin + to)).status,
      path,
    );
    expect(status).toBe(404);
    // The console reports it too, which may come later than the answer.
    const reported: string[] = [];
    await expect.poll(async () => reported.push(...(await app.takeProblems()))).toBe(1);
  });

  it('has its window sandboxed and isolated', async () => {
    const isolated = await app.page.evaluate(() => {
      // A prototype that the page poisons must not be the preload's.
      Array.prototype.includes = () => true;
      try {
        void window.doca.request('app.exec' as 'app.info');
        return false;
      } catch {
        return true;
      }
    });
    expect(isolated).toBe(true);
  });
});
