import type { Point, Rectangle } from 'electron';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../../os/files.ts';
import { Serial } from '#shared/serial.ts';

export const smallestWindow = { width: 880, height: 460 } as const;
const pixels = z.int().min(-100_000).max(100_000);
const schema = z.object({
  /** The window's position before it was maximised; null lets the system choose. */
  position: z.object({ x: pixels, y: pixels }).readonly().nullable(),
  width: pixels,
  height: pixels,
  maximized: z.boolean(),
});
export type WindowState = Readonly<z.infer<typeof schema>>;

const firstWindow: WindowState = { position: null, width: 1366, height: 768, maximized: false };

/**
 * Returns the saved state, fitted to the present displays: no window opens on a screen that was
 * removed.
 */
export function fitToDisplays(saved: WindowState, displays: readonly Rectangle[]): WindowState {
  const { position } = saved;
  const display =
    position === null ? undefined : displays.find((one) => isReachable(position, saved, one));
  const room = display ?? displays[0];
  const fitted = {
    ...saved,
    width: clamp(saved.width, smallestWindow.width, room?.width),
    height: clamp(saved.height, smallestWindow.height, room?.height),
  };
  return display === undefined ? { ...fitted, position: null } : fitted;
}

/** A place that cannot be read is not worth a word. */
export async function readWindowState(
  path: string,
  displays: readonly Rectangle[],
): Promise<WindowState> {
  const saved = await readJsonFile(path, schema);
  return fitToDisplays((saved.ok ? saved.value : null) ?? firstWindow, displays);
}

/** Saves some time after the last change, and at once on request. */
export function createStateWriter(path: string, afterMs = 500) {
  let pending: WindowState | null = null;
  let timer: NodeJS.Timeout | null = null;
  const writes = new Serial();
  const write = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const state = pending;
    pending = null;
    if (state !== null) void writes.run(() => writeJsonFile(path, state));
  };
  return {
    save(state: WindowState): void {
      pending = state;
      timer ??= setTimeout(write, afterMs);
    },
    async flush(): Promise<void> {
      write();
      await writes.idle();
    },
  };
}

/** Returns true if enough of the title bar is on the display to move the window. */
function isReachable({ x, y }: Point, { width }: WindowState, display: Rectangle): boolean {
  const across = Math.min(x + width, display.x + display.width) - Math.max(x, display.x);
  return across >= 120 && y >= display.y && y <= display.y + display.height - 60;
}

function clamp(value: number, smallest: number, largest = Number.MAX_SAFE_INTEGER): number {
  return Math.max(smallest, Math.min(value, largest));
}
