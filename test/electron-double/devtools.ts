import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright-core';

/** A target of the browser as Chromium's DevTools protocol shows it. */
export interface TargetSession {
  readonly send: CDPSession['send'];
  readonly on: CDPSession['on'];
  readonly off: CDPSession['off'];
  /** Resolves when the target has gone. */
  readonly detached: Promise<undefined>;
}

/** The part of a paused request that the double reads. */
export interface RequestPaused {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
  };
  readonly frameId: string;
  readonly resourceType: string;
  readonly redirectedRequestId?: string;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Dispatcher {
  dispatch(
    options: { readonly headers: Readonly<Record<string, string>> },
    handler: unknown,
  ): boolean;
}

/**
 * Node's WebSocket offers compression and has no option against it. The browser is on the same
 * machine: compressing costs both sides more than sending.
 */
const dispatcher: Dispatcher = {
  dispatch(options, handler) {
    const headers = Object.fromEntries(
      Object.entries(options.headers).filter(([name]) => name !== 'sec-websocket-extensions'),
    );
    const node = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as Dispatcher;
    return node.dispatch({ ...options, headers }, handler);
  },
};
/** Node accepts a dispatcher here; the DOM's types allow only names of protocols. */
const withoutCompression = { dispatcher } as object as string[];

/**
 * One connection to the browser, for all its targets. It carries only the messages that the double
 * needs.
 */
export class DevTools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #sessions = new Map<string, { events: EventEmitter; gone: () => void }>();
  readonly browser: TargetSession;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.browser = this.session();
    socket.addEventListener('message', ({ data }) =>
      this.#receive(JSON.parse(String(data)) as Message),
    );
    socket.addEventListener('close', () => {
      for (const one of this.#waiting.values()) one.reject(new Error('the browser has gone'));
      for (const { gone } of this.#sessions.values()) gone();
    });
  }

  static async connect(endpoint: string): Promise<DevTools> {
    const socket = new WebSocket(endpoint, withoutCompression);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () =>
        reject(new Error(`no browser answers at ${endpoint}`)),
      );
    });
    return new DevTools(socket);
  }

  /**
   * Sends and receives the messages of an attached target; without an id, of the browser itself.
   */
  session(sessionId = ''): TargetSession {
    const events = new EventEmitter();
    const { promise: detached, resolve } = Promise.withResolvers<undefined>();
    this.#sessions.set(sessionId, { events, gone: () => resolve(undefined) });
    const session = {
      send: (method: string, params?: object) => this.#send(sessionId, method, params),
      on: (name: string, listener: (event: never) => void) =>
        events.on(name, listener as () => void),
      off: (name: string, listener: (event: never) => void) =>
        events.off(name, listener as () => void),
      detached,
    };
    return session as unknown as TargetSession;
  }

  async attach(targetId: string): Promise<TargetSession> {
    const { sessionId } = await this.browser.send('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    return this.session(sessionId);
  }

  close(): void {
    this.#socket.close();
  }

  #send(sessionId: string, method: string, params: object = {}): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    if (this.#socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new Error('the browser has gone'));
    this.#asked += 1;
    this.#waiting.set(this.#asked, answer);
    const session = sessionId === '' ? {} : { sessionId };
    this.#socket.send(JSON.stringify({ id: this.#asked, method, params, ...session }));
    return answer.promise;
  }

  #receive({ id, sessionId = '', method, params, result, error }: Message): void {
    if (id !== undefined) {
      const one = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) one?.resolve(result);
      else one?.reject(new Error(error.message));
      return;
    }
    if (method === 'Target.detachedFromTarget') {
      const gone = String(params?.['sessionId']);
      this.#sessions.get(gone)?.gone();
      this.#sessions.delete(gone);
    }
    if (method !== undefined) this.#sessions.get(sessionId)?.events.emit(method, params);
  }
}
