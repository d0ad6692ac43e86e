import { format } from 'node:util';
import type { DevTools, RequestPaused, TargetSession } from './devtools.ts';
import { toMain } from './origins.ts';
import { report } from './report.ts';

/** Answers a request of the page; other requests go out into the network. */
export type Router = (request: RequestPaused, session: TargetSession) => Promise<void>;

/** A page of the browser, with the frames and workers that have processes of their own. */
export class PageDouble {
  readonly session: TargetSession;
  readonly #devtools: DevTools;
  readonly #targetId: string;
  readonly #route: Router;
  browserContextId = '';

  private constructor(devtools: DevTools, targetId: string, session: TargetSession, route: Router) {
    this.#devtools = devtools;
    this.#targetId = targetId;
    this.session = session;
    this.#route = route;
  }

  static async open(devtools: DevTools, targetId: string, route: Router): Promise<PageDouble> {
    const page = new PageDouble(devtools, targetId, await devtools.attach(targetId), route);
    const { targetInfo } = await devtools.browser.send('Target.getTargetInfo', { targetId });
    page.browserContextId = targetInfo.browserContextId ?? '';
    page.#tellProblems();
    await page.#closePopups();
    await page.#intercept(page.session);
    await page.session.send('Page.enable');
    await page.session.send('Runtime.enable');
    await page.session.send('Log.enable');
    return page;
  }

  /** Until the page has loaded. */
  async goto(url: string): Promise<void> {
    const loaded = Promise.withResolvers<undefined>();
    const load = (): void => loaded.resolve(undefined);
    this.session.on('Page.loadEventFired', load);
    try {
      const { errorText } = await this.session.send('Page.navigate', { url });
      if (errorText !== undefined) throw new Error(errorText);
      await Promise.race([
        loaded.promise,
        this.session.detached.then(() => Promise.reject(new Error('the page has gone'))),
      ]);
    } finally {
      this.session.off('Page.loadEventFired', load);
    }
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(wordsOf(exceptionDetails));
    return result.value as unknown;
  }

  async close(): Promise<void> {
    await this.#devtools.browser
      .send('Target.closeTarget', { targetId: this.#targetId })
      .catch(() => undefined);
  }

  /**
   * Every request waits until the app was asked about it: new targets of the page are paused until
   * they are watched.
   */
  async #intercept(session: TargetSession): Promise<void> {
    session.on('Fetch.requestPaused', (request) => {
      // The page may be gone before its answer comes.
      void this.#route(request, session).catch(() => undefined);
    });
    session.on('Target.attachedToTarget', ({ sessionId }) => {
      const inside = this.#devtools.session(sessionId);
      void this.#intercept(inside)
        .catch(() => undefined)
        .then(() => inside.send('Runtime.runIfWaitingForDebugger'))
        .catch(() => undefined);
    });
    await Promise.all([
      // Some kinds of workers make no requests.
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(() => undefined),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
    ]);
  }

  /** Pages that the app did not ask for. */
  async #closePopups(): Promise<void> {
    const { browser } = this.#devtools;
    const close = ({
      targetInfo,
    }: {
      targetInfo: { type: string; openerId?: string; targetId: string };
    }): void => {
      if (targetInfo.type !== 'page' || targetInfo.openerId !== this.#targetId) return;
      void browser
        .send('Target.closeTarget', { targetId: targetInfo.targetId })
        .catch(() => undefined);
    };
    browser.on('Target.targetCreated', close);
    void this.session.detached.then(() => browser.off('Target.targetCreated', close));
    await browser.send('Target.setDiscoverTargets', { discover: true });
  }

  #tellProblems(): void {
    this.session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      const level = type === 'assert' ? 'error' : type;
      const words = args.map(({ value, description }) => description ?? format(value)).join(' ');
      tellOfConsole(level, words, stackTrace?.callFrames[0]?.url);
    });
    this.session.on('Log.entryAdded', ({ entry }) =>
      tellOfConsole(entry.level, entry.text, entry.url),
    );
    this.session.on('Runtime.exceptionThrown', ({ exceptionDetails }) =>
      report({ type: 'problem', text: `page error: ${wordsOf(exceptionDetails)}` }),
    );
    this.session.on('Page.javascriptDialogOpening', ({ message }) =>
      report({ type: 'problem', text: `the page opened a dialog: ${message}` }),
    );
  }
}

function tellOfConsole(level: string, text: string, url = ''): void {
  if (level !== 'error' && level !== 'warning') return;
  report({ type: 'problem', text: `console ${level}: ${text} (${toMain(url)})` });
}

function wordsOf({
  text,
  exception,
}: {
  text: string;
  exception?: { description?: string; value?: unknown };
}): string {
  return (
    exception?.description ?? (exception?.value === undefined ? text : format(exception.value))
  );
}
