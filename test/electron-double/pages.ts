import { openChromium, type Chromium } from './chromium.ts';
import { sessionBehind, whenPermissionsChange } from './session.ts';
import { toBrowser, toMain } from './origins.ts';
import type { WebContentsDouble } from './web-contents.ts';

/** Chromium's names of permissions, and Electron's. */
const permissions: readonly (readonly [browser: string, electron: string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['idle-detection', 'idle-detection'],
  ['local-fonts', 'local-fonts'],
];

const all = new Set<WebContentsDouble>();
let chromium: Promise<Chromium> | null = null;

export function allContents(): readonly WebContentsDouble[] {
  return [...all];
}

export function addContents(contents: WebContentsDouble): void {
  all.add(contents);
}

export function removeContents(contents: WebContentsDouble): void {
  all.delete(contents);
}

/** The browser, opened when the first window needs it. */
export function browser(): Promise<Chromium> {
  chromium ??= openChromium();
  return chromium;
}

export async function closeBrowser(): Promise<void> {
  const started = chromium;
  chromium = null;
  await (await started)?.close().catch(() => undefined);
}

/**
 * Asks the app about every permission, for the page's origin, and makes Chromium keep to the
 * answer.
 */
export async function applyPermissions(contents: WebContentsDouble, appUrl: string): Promise<void> {
  const page = contents.page();
  if (page === null) return;
  const { origin } = new URL(toBrowser(appUrl));
  const session = sessionBehind(undefined);
  for (const [name, electronName] of permissions) {
    const setting = session.grants(contents.view, electronName, toMain(`${origin}/`))
      ? 'granted'
      : 'denied';
    const of = { permission: { name }, setting, origin } as const;
    await page.session.send('Browser.setPermission', {
      ...of,
      browserContextId: page.browserContextId,
    });
  }
}

whenPermissionsChange(() => {
  for (const contents of all) {
    if (contents.getURL() !== '') void applyPermissions(contents, contents.getURL());
  }
});
