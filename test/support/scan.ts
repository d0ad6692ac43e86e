import type { Page } from 'playwright-core';
import { quietBeforeMs } from '../../src/renderer/scanner/scan-detector.ts';

const keyMs = 5;
/** When the last scan of each page ended, by its keys' own clock. */
const ends = new WeakMap<Page, number>();

/**
 * Types like a barcode scanner: the characters and Enter in one burst, whatever has the focus. The
 * keys carry their own times, as those of a real keyboard do: a busy machine does not slow the
 * scanner down to a typist, and the test need not wait for the quiet time before a scan.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const startMs = Math.max(Date.now(), ends.get(page) ?? 0) + quietBeforeMs + keyMs;
  const keys = [...Array.from(code), 'Enter'];
  ends.set(page, startMs + keys.length * keyMs);
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = (startMs + index * keyMs) / 1000;
      const enter = key === 'Enter';
      const what = enter
        ? { key, code: key, windowsVirtualKeyCode: 13 }
        : // Signs other than letters and digits have key codes of their own, which depend on the layout.
          {
            key,
            windowsVirtualKeyCode: /[a-z0-9]/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0,
          };
      const text = enter ? '\r' : key;
      return [
        session.send('Input.dispatchKeyEvent', {
          type: 'keyDown',
          timestamp,
          text,
          unmodifiedText: text,
          ...what,
        }),
        session.send('Input.dispatchKeyEvent', {
          type: 'keyUp',
          timestamp: timestamp + 0.002,
          ...what,
        }),
      ];
    }),
  );
  await session.detach();
}
