import { readFileSync } from 'node:fs';
import type { Chromium } from './chromium.ts';
import type { RequestPaused, TargetSession } from './devtools.ts';
import { receiveInvoke, type FrameDouble } from './ipc-main.ts';
import { pressAccelerator, type KeyPress } from './menu.ts';
import { toBrowser, toMain } from './origins.ts';
import {
  bindingName,
  isolatedWorldScript,
  mainWorldScript,
  preloadWorld,
  receiverName,
} from './page-scripts.ts';
import { PageDouble } from './page.ts';
import { applyPermissions } from './pages.ts';
import { serve } from './protocol.ts';
import { report } from './report.ts';
import { preventable, strict, StrictEmitter } from './strict.ts';
import { makeWire } from './wire.ts';

const events = [
  'did-finish-load',
  'did-fail-load',
  'did-navigate-in-page',
  'preload-error',
  'render-process-gone',
  'unresponsive',
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-redirect',
];

type WindowOpenHandler = (details: object) => { action: 'allow' | 'deny' };

const wire = makeWire();
let ids = 0;

/**
 * Which request of a program comes from a frame that Electron can no longer name: one of the first
 * thirty.
 */
let framelessIn = Number(process.env['ELECTRON_DOUBLE_FRAMELESS'] ?? Math.ceil(30 * Math.random()));

/** One page of Chromium as Electron's webContents. After a crash it continues with a new page. */
export class WebContentsDouble extends StrictEmitter {
  readonly id = nextId();
  /** The view of this object for the app. */
  readonly view: this;
  readonly #preload: string | null;
  readonly #size: () => { width: number; height: number };
  readonly #onPage: (page: PageDouble) => void;
  #chromium: Promise<Chromium>;
  #page: PageDouble | null = null;
  #mainFrame = '';
  #preloadContext: number | null = null;
  #expected: string | null = null;
  #url = '';
  #opened: WindowOpenHandler = () => ({ action: 'allow' });
  #destroyed = false;

  constructor(options: {
    chromium: Promise<Chromium>;
    preload: string | null;
    size: () => { width: number; height: number };
    onPage: (page: PageDouble) => void;
  }) {
    super('webContents', events);
    this.#chromium = options.chromium;
    this.#preload = options.preload;
    this.#size = options.size;
    this.#onPage = options.onPage;
    this.view = strict('webContents', this);
  }

  get mainFrame(): FrameDouble {
    return strict('WebFrameMain', { url: this.#url, parent: null, frameTreeNodeId: this.id });
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#opened = handler;
  }

  /** Reaches a page whose preload runs; before that, messages are lost, as in Electron. */
  send(channel: string, ...args: readonly unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    this.#post({ channel, args: structuredClone(args) });
  }

  reload(): void {
    void this.loadURL(this.#url);
  }

  forcefullyCrashRenderer(): void {
    // The answer never comes: the page that should send it is gone.
    this.#page?.session.send('Page.crash').catch(() => undefined);
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.#livePage()).evaluate(code);
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#livePage();
    const address = toBrowser(url);
    this.#expected = withoutHash(address);
    await applyPermissions(this, url);
    try {
      await page.goto(address);
    } catch (error) {
      this.emit('did-fail-load', {}, -2, String(error), url, true);
      throw new Error(`ERR_FAILED (-2) loading '${url}'`, { cause: error });
    } finally {
      this.#expected = null;
    }
  }

  page(): PageDouble | null {
    return this.#page;
  }

  cdp(): TargetSession | null {
    return this.#page?.session ?? null;
  }

  destroy(): void {
    this.#destroyed = true;
    void this.#page?.close();
  }

  /**
   * Routes a request of this page: to a custom protocol, or out into the network if the app allowed
   * it.
   */
  async #route(paused: RequestPaused, session: TargetSession): Promise<void> {
    const { requestId, request, frameId, resourceType, redirectedRequestId } = paused;
    const url = toMain(request.url);
    if (/^https:\/\/[^/]+\/favicon\.ico$/.test(request.url)) {
      // Electron has no tabs, and asks for no icon.
      await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
      return;
    }
    if (
      resourceType === 'Document' &&
      withoutHash(request.url) !== this.#expected &&
      !this.#mayNavigate(frameId === this.#mainFrame, url, redirectedRequestId !== undefined)
    ) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const response = await serve(url, request.method, request.headers).catch((error: unknown) => {
      report({ type: 'problem', text: `protocol handler: ${String(error)}` });
      return 'failed' as const;
    });
    if (response === 'failed')
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    else if (response === null) await session.send('Fetch.continueRequest', { requestId });
    else {
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    }
  }

  /** Called for window.open, target=_blank and similar. */
  windowOpened(url: string): void {
    const answer = this.#opened({
      url: toMain(url),
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
    });
    if (answer.action !== 'deny')
      throw new Error('the Electron double opens no windows from pages');
  }

  #mayNavigate(isMainFrame: boolean, url: string, isRedirect: boolean): boolean {
    const event = preventable({ url, isMainFrame, isSameDocument: false });
    const view = strict('navigation event', event);
    this.emit('will-frame-navigate', view);
    if (isMainFrame) this.emit(isRedirect ? 'will-redirect' : 'will-navigate', view, url);
    return !event.defaultPrevented;
  }

  async #livePage(): Promise<PageDouble> {
    if (this.#page !== null) return this.#page;
    const chromium = await this.#chromium;
    const targetId = await chromium.newPage();
    const page = await PageDouble.open(chromium.devtools, targetId, (paused, session) =>
      this.#route(paused, session),
    );
    this.#page = page;
    await this.#listen(page);
    this.#onPage(page);
    return page;
  }

  async #listen(page: PageDouble): Promise<void> {
    const cdp = page.session;
    cdp.on('Inspector.targetCrashed', () => {
      this.#page = null;
      this.#preloadContext = null;
      void page.close();
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    cdp.on('Page.loadEventFired', () => this.emit('did-finish-load'));
    const { frameTree } = await cdp.send('Page.getFrameTree');
    this.#mainFrame = frameTree.frame.id;
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#mainFrame = frame.id;
      this.#url = toMain(frame.url + (frame.urlFragment ?? ''));
    });
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const main = frameId === this.#mainFrame;
      if (main) this.#url = toMain(url);
      this.emit('did-navigate-in-page', {}, toMain(url), main);
    });
    cdp.on('Page.windowOpen', ({ url }) => this.windowOpened(url));
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      // Frames inside the page have such a world too, but empty.
      const { frameId } = context.auxData as { readonly frameId?: string };
      if (context.name === preloadWorld && frameId === this.#mainFrame)
        this.#preloadContext = context.id;
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === this.#preloadContext) this.#preloadContext = null;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === bindingName && executionContextId === this.#preloadContext)
        void this.#receive(payload);
    });
    if (process.env['ELECTRON_DOUBLE_VISIBLE'] !== '1') {
      await cdp.send('Emulation.setDeviceMetricsOverride', {
        ...this.#size(),
        deviceScaleFactor: 1,
        mobile: false,
      });
    }
    if (this.#preload === null) return;
    await cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: preloadWorld });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: preloadWorld,
      source: isolatedWorldScript(readFileSync(this.#preload, 'utf8')),
    });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript() });
  }

  async #receive(payload: string): Promise<void> {
    const message = wire.decode(payload) as {
      kind: string;
      url: string;
      id: number;
      channel: string;
      args: unknown[];
    };
    if (message.kind === 'key') {
      pressAccelerator(message as unknown as KeyPress);
      return;
    }
    if (message.kind === 'window-open') {
      this.windowOpened(message.url);
      return;
    }
    const { id, channel, args } = message;
    framelessIn -= 1;
    const senderFrame = framelessIn === 0 ? null : this.mainFrame;
    const answer = await receiveInvoke({ sender: this.view, senderFrame }, channel, args).then(
      (value) => ({ id, ok: true, value }),
      (error: unknown) => ({
        id,
        ok: false,
        value: error instanceof Error ? error.message : String(error),
      }),
    );
    this.#post(answer);
  }

  #post(message: unknown): void {
    if (this.#page === null || this.#preloadContext === null) return;
    this.#page.session
      .send('Runtime.callFunctionOn', {
        executionContextId: this.#preloadContext,
        functionDeclaration: `function (text) { ${receiverName}(text); }`,
        arguments: [{ value: wire.encode(message) }],
      })
      // The page can be gone before a message reaches it.
      .catch(() => undefined);
  }
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, '');
}

function nextId(): number {
  ids += 1;
  return ids;
}
