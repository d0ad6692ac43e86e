import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, EventChannel, RequestChannel } from '../shared/contract/index.ts';

/** Every channel of the contract; the compiler refuses a list that is not complete. */
const requests: Readonly<Record<RequestChannel, true>> = {
  'app.info': true,
  'settings.get': true,
  'settings.change': true,
  'connection.get': true,
  'connection.test': true,
  'connection.save': true,
  'connection.token': true,
  'connection.forget': true,
  'training.start': true,
  'training.stop': true,
  'desk.list': true,
  'job.open': true,
  'job.close': true,
  'job.collect': true,
  'job.cancel': true,
  'job.retry': true,
  'job.accept': true,
  'job.preview': true,
  'job.open-tracking': true,
  'job.conclude': true,
  'job.resolve-conclusion': true,
  'print.printers': true,
  'print.probe': true,
  'print.plan': true,
  'print.preview': true,
  'print.start': true,
  'print.resolve': true,
  'print.test-page': true,
  'print.queue': true,
  'print.cancel': true,
  'print.resume': true,
  'check.scan': true,
  'check.undo': true,
  'manifest.open': true,
  'commands.sheet': true,
  'history.search': true,
  'office.set-status': true,
  'office.add-tags': true,
  'office.replace-tags': true,
  'office.delete-tags': true,
  'office.generate-invoice': true,
  'office.generate-sale': true,
  'office.reverse-accounts': true,
  'clipboard.write': true,
  'diagnostics.export': true,
  'updates.status': true,
  'updates.check': true,
  'updates.install': true,
};

const events: Readonly<Record<EventChannel, true>> = {
  'job.changed': true,
  'connection.changed': true,
  'settings.changed': true,
  'print.queue-changed': true,
  'app.command': true,
  'app.notice': true,
  'updates.changed': true,
};

const bridge: Bridge = {
  request(channel, ...input) {
    if (!Object.hasOwn(requests, channel)) throw new Error(`no such request: ${channel}`);
    return ipcRenderer.invoke(channel, ...input);
  },
  on(channel, listener) {
    if (!Object.hasOwn(events, channel)) throw new Error(`no such event: ${channel}`);
    // The event object leads to ipcRenderer and stays on this side.
    const receive = (_event: unknown, payload: Parameters<typeof listener>[0]): void => listener(payload);
    ipcRenderer.on(channel, receive);
    return () => {
      ipcRenderer.off(channel, receive);
    };
  },
};

contextBridge.exposeInMainWorld('doca', bridge);
