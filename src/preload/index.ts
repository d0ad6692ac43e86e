import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '#shared/contract/index.ts';

/**
 * The names of the contract's channels; `electron.vite.config.ts` inserts them, so that the schemas
 * stay outside.
 */
declare const requestChannels: readonly string[];
declare const eventChannels: readonly string[];

const requests = new Set(requestChannels);
const events = new Set(eventChannels);

const bridge: Bridge = {
  request(channel, ...input) {
    if (!requests.has(channel)) throw new Error(`no such request: ${channel}`);
    const ask = () =>
      ipcRenderer.invoke(channel, ...input) as ReturnType<typeof bridge.request<typeof channel>>;
    // A page that is still there was refused by mistake, before anything was done: it may ask once
    // more.
    return ask().then((answer) =>
      !answer.ok && answer.fault.kind === 'not-begun' ? ask() : answer,
    );
  },
  on(channel, listener) {
    if (!events.has(channel)) throw new Error(`no such event: ${channel}`);
    // The event object leads to ipcRenderer and stays on this side.
    const receive = (_event: unknown, payload: Parameters<typeof listener>[0]): void =>
      listener(payload);
    ipcRenderer.on(channel, receive);
    return () => {
      ipcRenderer.off(channel, receive);
    };
  },
};

contextBridge.exposeInMainWorld('doca', bridge);
