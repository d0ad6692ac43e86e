import { ipcMain } from 'electron';
import type { IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import { failed, fault } from '../../shared/index.ts';
import type { EventChannel, Events, RequestAnswer, RequestChannel, RequestInput, Result } from '../../shared/index.ts';
import type { Log } from '../os/log.ts';
import { isAppUrl } from './window/app-origin.ts';
import { describeError } from '../os/errors.ts';

export type Handlers = { readonly [C in RequestChannel]: (input: RequestInput<C>) => Promise<RequestAnswer<C>> };

/** What a schema gives; zod's have this shape. */
export interface InputSchema<T> {
  safeParse(input: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] };
      };
}

export type InputSchemas = { readonly [C in RequestChannel]: InputSchema<RequestInput<C>> };

/**
 * Binds every request of the contract. Sender and input are checked here, once for all channels; what a handler throws
 * is a defect, told to the window as `internal` and to the log without its text, which could quote personal data.
 */
export function answerRequests(options: {
  readonly handlers: Handlers;
  readonly inputs: InputSchemas;
  /** The one window that may ask; null while there is none. */
  readonly window: () => WebContents | null;
  readonly log: Log;
}): void {
  const bind = (channel: RequestChannel): void => {
    const schema: InputSchema<unknown> = options.inputs[channel];
    const handler = options.handlers[channel] as (input: unknown) => Promise<Result<unknown>>;
    ipcMain.handle(channel, async (event, ...args: readonly unknown[]) => {
      if (!isOwnPage(event, options.window())) {
        options.log.warn('ipc.refused', { channel });
        throw new Error('refused');
      }
      const parsed = schema.safeParse(args[0]);
      if (!parsed.success || args.length > 1) {
        const fields = parsed.success ? 'too many arguments' : parsed.error.issues.map((one) => one.path.join('.'));
        return failed(fault('invalid-input', { detail: `${channel}: ${String(fields)}` }));
      }
      try {
        return await handler(parsed.data);
      } catch (error) {
        options.log.warn('ipc.defect', { channel, error: describeError(error) });
        return failed(fault('internal', { detail: channel, reached: 'maybe' }));
      }
    });
  };
  for (const channel of Object.keys(options.inputs)) bind(channel as RequestChannel);
}

/** Tells the window, if it is there. A page that is not loaded yet asks for what it needs when it is. */
export function tell<C extends EventChannel>(window: WebContents | null, channel: C, payload: Events[C]): void {
  if (window !== null && !window.isDestroyed()) window.send(channel, payload);
}

/** The main frame of our window, on our own origin. A frame that is gone already has nobody to answer to. */
function isOwnPage(event: IpcMainInvokeEvent, window: WebContents | null): boolean {
  const frame: WebFrameMain | null = event.senderFrame;
  if (frame === null || window === null || window.isDestroyed()) return false;
  return event.sender.id === window.id && frame.parent === null && isAppUrl(frame.url);
}
