import { makeWire } from './wire.ts';

/**
 * Names that only the two scripts below know. They are deleted from the page before its own scripts
 * run.
 */
export const preloadWorld = 'Electron Isolated Context';
export const bindingName = '__electronDoubleSend';
export const receiverName = '__electronDoubleReceive';
const handshake = 'electron-double-handshake';

/**
 * Runs in an isolated world of Chromium, as Electron runs a preload with context isolation: it
 * shares the DOM with the page and no object. The preload's `require('electron')` returns exactly
 * the modules of a sandboxed preload.
 */
export function isolatedWorldScript(preload: string): string {
  return `(() => {
    if (window !== window.top) return;
    const wire = (${makeWire.toString()})();
    const worlds = (${makeWorlds.toString()})();
    const start = ${isolatedWorld.toString()};
    const { contextBridge, ipcRenderer } = start(wire, worlds, ${JSON.stringify({ bindingName, receiverName, handshake })});
    const strict = (name, members) => new Proxy(Object.freeze(members), {
      get(object, key) {
        if (key in object || typeof key === 'symbol') return object[key];
        throw new Error('the Electron double gives a sandboxed preload no ' + name + '.' + key);
      },
    });
    const electron = strict('electron', { contextBridge: strict('contextBridge', contextBridge), ipcRenderer: strict('ipcRenderer', ipcRenderer) });
    const require = (name) => {
      if (name === 'electron' || name === 'electron/renderer') return electron;
      throw new Error('module not found: ' + name);
    };
    const module = { exports: {} };
    (function (require, module, exports) {\n${preload}\n})(require, module, module.exports);
  })();`;
}

/**
 * Runs in the page's own world before its scripts: adds the objects that the preload exposes, and
 * closes the door.
 */
export function mainWorldScript(): string {
  return `(() => {
    if (window !== window.top) return;
    const worlds = (${makeWorlds.toString()})();
    (${mainWorld.toString()})(worlds, ${JSON.stringify({ handshake })});
  })();`;
}

interface Names {
  readonly bindingName: string;
  readonly receiverName: string;
  readonly handshake: string;
}

interface Worlds {
  /** Calls across the border of the worlds, synchronously, as Electron's contextBridge does. */
  connect(
    node: EventTarget,
    mine: string,
    theirs: string,
  ): { pack(value: unknown): unknown; unpack(value: unknown): unknown };
}

/**
 * Both sides of contextBridge. Values are cloned by Chromium itself (the detail of an event that
 * crosses worlds).
 */
function makeWorlds(): Worlds {
  return {
    connect(node, mine, theirs) {
      const functions: ((...args: unknown[]) => unknown)[] = [];
      const promises = new Map<
        number,
        { resolve(value: unknown): void; reject(error: unknown): void }
      >();
      let nextPromise = 0;
      let answer: { ok: boolean; value: unknown } | null = null;
      const say = (detail: unknown): void => {
        node.dispatchEvent(new CustomEvent(theirs, { detail }));
      };
      const isPlain = (value: object): boolean => {
        const prototype: unknown = Object.getPrototypeOf(value);
        return prototype === null || Object.getPrototypeOf(prototype) === null;
      };
      const pack = (value: unknown): unknown => {
        if (typeof value === 'function')
          return { $: 'function', id: functions.push(value as () => unknown) - 1 };
        if (typeof value === 'symbol') throw new Error('a symbol cannot cross contextBridge');
        if (value === null || typeof value !== 'object') return value;
        if (value instanceof Promise) {
          const id = (nextPromise += 1);
          value.then(
            (result: unknown) => say({ $: 'settle', id, ok: true, value: pack(result) }),
            (error: unknown) => say({ $: 'settle', id, ok: false, value: pack(error) }),
          );
          return { $: 'promise', id };
        }
        if (value instanceof Error) return { $: 'error', message: value.message };
        if (Array.isArray(value)) return { $: 'array', items: value.map(pack) };
        if (!isPlain(value)) return { $: 'clone', value };
        return {
          $: 'object',
          entries: Object.entries(value).map(([key, one]) => [key, pack(one)]),
        };
      };
      const unpack = (value: unknown): unknown => {
        if (value === null || typeof value !== 'object') return value;
        const packed = value as {
          $: string;
          id: number;
          items: unknown[];
          entries: [string, unknown][];
          value: unknown;
          message: string;
        };
        switch (packed.$) {
          case 'function':
            return (...args: unknown[]) => {
              say({ $: 'call', id: packed.id, args: args.map(pack) });
              const { ok, value: result } = answer ?? {
                ok: false,
                value: pack(new Error('the other world is gone')),
              };
              answer = null;
              if (!ok) throw unpack(result) as Error;
              return unpack(result);
            };
          case 'promise':
            return new Promise((resolve, reject) => promises.set(packed.id, { resolve, reject }));
          case 'error':
            return new Error(packed.message);
          case 'array':
            return packed.items.map(unpack);
          case 'clone':
            return packed.value;
          default:
            return Object.fromEntries(packed.entries.map(([key, one]) => [key, unpack(one)]));
        }
      };
      node.addEventListener(mine, (event) => {
        const said = (
          event as CustomEvent<{
            $: string;
            id: number;
            args: unknown[];
            ok: boolean;
            value: unknown;
          }>
        ).detail;
        if (said.$ === 'call') {
          try {
            const result = functions[said.id]?.(...said.args.map(unpack));
            say({ $: 'answer', ok: true, value: pack(result) });
          } catch (error) {
            say({
              $: 'answer',
              ok: false,
              value: pack(error instanceof Error ? error : new Error(String(error))),
            });
          }
        } else if (said.$ === 'answer') answer = { ok: said.ok, value: said.value };
        else {
          const waiting = promises.get(said.id);
          promises.delete(said.id);
          if (said.ok) waiting?.resolve(unpack(said.value));
          else waiting?.reject(unpack(said.value));
        }
      });
      return { pack, unpack };
    },
  };
}

function isolatedWorld(
  wire: ReturnType<typeof makeWire>,
  worlds: Worlds,
  names: Names,
): { contextBridge: object; ipcRenderer: object } {
  const scope = globalThis as unknown as Record<string, (text: string) => void>;
  const send = scope[names.bindingName]!;
  const post = (message: unknown): void => send(wire.encode(message));
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  let asked = 0;

  scope[names.receiverName] = (text) => {
    const message = wire.decode(text) as {
      id: number;
      ok: boolean;
      value: unknown;
      channel: string;
      args: unknown[];
    };
    if (typeof message.id === 'number') {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) one?.resolve(message.value);
      else one?.reject(new Error(String(message.value)));
      return;
    }
    for (const listener of [...(listeners.get(message.channel) ?? [])]) {
      listener({ sender: ipcRenderer, senderId: 0, ports: [] }, ...message.args);
    }
  };

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = (asked += 1);
        post({ kind: 'invoke', id, channel, args });
        waiting.set(id, { resolve, reject });
      }),
    on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      if (typeof listener !== 'function')
        throw new TypeError('The "listener" argument must be of type function');
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };

  let expose: ((name: string, api: unknown) => void) | null = null;
  const early: [string, unknown][] = [];
  window.addEventListener(
    names.handshake,
    (event) => {
      event.stopImmediatePropagation();
      const node = (event as MouseEvent).relatedTarget!;
      const border = worlds.connect(node, 'to-isolated', 'to-main');
      expose = (name, api) => {
        node.dispatchEvent(new CustomEvent('expose', { detail: { name, api: border.pack(api) } }));
      };
      for (const one of early) expose(...one);
      node.addEventListener('window-open', (opened) =>
        post({ kind: 'window-open', url: (opened as CustomEvent<string>).detail }),
      );
    },
    { once: true, capture: true },
  );
  const contextBridge = {
    exposeInMainWorld(name: string, api: unknown) {
      if (expose === null) early.push([name, api]);
      else expose(name, api);
    },
  };

  // Native menus see a key after the page had its chance to prevent it.
  window.addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, altKey, shiftKey, metaKey } = event;
    if (!ctrlKey && !altKey && !metaKey && !/^F\d/.test(key)) return;
    setTimeout(() => {
      if (!event.defaultPrevented)
        post({ kind: 'key', key, code, ctrlKey, altKey, shiftKey, metaKey });
    }, 0);
  });
  return { contextBridge, ipcRenderer };
}

function mainWorld(worlds: Worlds, names: Pick<Names, 'handshake'>): void {
  const freeze = (value: unknown): unknown => {
    if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
      for (const one of Object.values(value)) freeze(one);
      Object.freeze(value);
    }
    return value;
  };
  const node = document.createElement('i');
  const border = worlds.connect(node, 'to-main', 'to-isolated');
  node.addEventListener('expose', (event) => {
    const { name, api } = (event as CustomEvent<{ name: string; api: unknown }>).detail;
    if (Object.hasOwn(window, name)) {
      throw new Error(
        `Cannot bind an API on top of an existing property on the window object: ${name}`,
      );
    }
    Object.defineProperty(window, name, { value: freeze(border.unpack(api)), enumerable: true });
  });
  window.dispatchEvent(new MouseEvent(names.handshake, { relatedTarget: node }));
  // Electron returns null for a window that its handler denied; the double knows only handlers that
  // deny.
  window.open = (url = '') => {
    node.dispatchEvent(
      new CustomEvent('window-open', {
        detail: url === '' ? 'about:blank' : new URL(url, location.href).href,
      }),
    );
    return null;
  };
}
