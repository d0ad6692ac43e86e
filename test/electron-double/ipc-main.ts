import { strict } from './strict.ts';

export interface FrameDouble {
  readonly url: string;
  readonly parent: FrameDouble | null;
  readonly frameTreeNodeId: number;
}

export interface InvokeEvent {
  readonly sender: unknown;
  readonly senderFrame: FrameDouble | null;
}

type Handler = (event: object, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  removeHandler(channel: string): void {
    handlers.delete(channel);
  },
});

/** Handles a message from a page; rejects with the text of Electron's `invoke`. */
export async function receiveInvoke(
  event: InvokeEvent,
  channel: string,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) {
    throw new Error(
      `Error invoking remote method '${channel}': Error: No handler registered for '${channel}'`,
    );
  }
  try {
    const copies = structuredClone(args) as unknown[];
    return structuredClone(
      await handler(strict('IpcMainInvokeEvent', { ...event, type: 'frame' }), ...copies),
    );
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, {
      cause: error,
    });
  }
}
