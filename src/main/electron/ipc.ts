import { ipcMain, type IpcMainInvokeEvent, type WebContents, type WebFrameMain } from 'electron';
import type { Handlers } from '#shared/contract/define.ts';
import {
  type EventChannel,
  type Events,
  type RequestChannel,
  requests,
} from '#shared/contract/index.ts';
import { fail, ok } from '#shared/faults/faults.ts';
import { catchAll } from '../os/errors.ts';
import type { Log } from '../os/log.ts';
import { isAppUrl } from './window/app-origin.ts';

/**
 * Binds every request: sender and input are checked here, and a handler's answer or exception
 * becomes a `Result`.
 */
export function answerRequests(options: {
  readonly handlers: Handlers<typeof requests>;
  /** The only window that may send requests; null while there is none. */
  readonly window: () => WebContents | null;
  /** Called for each request that is answered. */
  readonly asked: () => void;
  readonly log: Log;
}): void {
  const bind = (channel: RequestChannel) => {
    const { input } = requests[channel];
    const handler = options.handlers[channel] as (input: unknown) => unknown;
    ipcMain.handle(channel, async (event, ...args: readonly unknown[]) => {
      const isOwn = isOwnPage(event, options.window());
      if (isOwn !== true) options.log.warn('ipc.refused', { channel });
      if (isOwn === 'unknown') return fail('not-begun', { detail: channel });
      if (!isOwn) throw new Error('refused');
      const parsed = input.safeParse(args[0]);
      if (!parsed.success || args.length > 1) {
        const fields = parsed.success
          ? 'too many arguments'
          : parsed.error.issues.map((one) => one.path.join('.'));
        return fail('invalid-input', { detail: `${channel}: ${String(fields)}` });
      }
      options.asked();
      return catchAll(channel, options.log, async () => ok(await handler(parsed.data)));
    });
  };
  for (const channel of Object.keys(requests)) bind(channel as RequestChannel);
}

/**
 * Sends to the window, if it is there. A page that is not loaded yet asks for its data once it is.
 */
export function sendEvent<C extends EventChannel>(
  window: WebContents | null,
  channel: C,
  payload: Events[C],
): void {
  if (window !== null && !window.isDestroyed()) window.send(channel, payload);
}

/**
 * Returns true for our window's main frame on our origin; `unknown` if Electron does not name a
 * replaced frame.
 */
function isOwnPage(event: IpcMainInvokeEvent, window: WebContents | null): boolean | 'unknown' {
  const frame: WebFrameMain | null = event.senderFrame;
  if (window === null || window.isDestroyed() || event.sender.id !== window.id) return false;
  if (frame === null) return 'unknown';
  return frame.parent === null && isAppUrl(frame.url);
}
