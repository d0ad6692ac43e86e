import type { Page } from 'playwright-core';
import { quietBeforeMs, type KeyStroke } from '../../src/renderer/scanner/scanner.ts';

const keyMs = 5;
/** When the last scan of each page ended, by its keys' own clock. */
const ends = new WeakMap<Page, number>();

const chords = new Map<string, KeyStroke['chord']>([
  ['', 'none'],
  ['Ctrl+', 'ctrl'],
  ['Alt+', 'alt'],
  ['Meta+', 'meta'],
]);

/** Reads the name of a key or a chord: `A`, `F8`, `Ctrl+]`, `Ctrl++`. */
export function readKey(name: string): Pick<KeyStroke, 'key' | 'chord'> {
  const [, held = '', key = name] = /^((?:(?:Ctrl|Alt|Meta)\+)+)(.+)$/.exec(name) ?? [];
  return { key, chord: chords.get(held) ?? 'several' };
}

/**
 * Types like a barcode scanner: the characters and Enter in one burst, whatever has the focus. The
 * keys carry their own times, as those of a real keyboard do: a busy machine does not slow the
 * scanner down to a typist, and the test need not wait for the quiet time before a scan.
 */
export function scan(page: Page, code: string): Promise<void> {
  return pressQuickly(page, [...Array.from(code), 'Enter']);
}

/** Presses keys and chords in one burst, each by its name. */
export async function pressQuickly(page: Page, names: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const startMs = Math.max(Date.now(), ends.get(page) ?? 0) + quietBeforeMs + keyMs;
  ends.set(page, startMs + names.length * keyMs);
  const virtualKeys: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, F8: 119 };
  await Promise.all(
    names.flatMap((name, index) => {
      const timestamp = (startMs + index * keyMs) / 1000;
      const { key, chord } = readKey(name);
      const typed = key === 'Enter' ? '\r' : key;
      const text = chord === 'none' && typed.length === 1 ? typed : '';
      const what = {
        key,
        // Signs other than letters and digits have key codes of their own, which depend on the layout.
        windowsVirtualKeyCode:
          virtualKeys[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0),
        modifiers: ({ alt: 1, ctrl: 2, meta: 4, several: 3, none: 0 } as const)[chord],
        ...(virtualKeys[key] === undefined ? {} : { code: key }),
      };
      return [
        session.send('Input.dispatchKeyEvent', {
          type: text === '' ? 'rawKeyDown' : 'keyDown',
          timestamp,
          ...(text === '' ? {} : { text, unmodifiedText: text }),
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
