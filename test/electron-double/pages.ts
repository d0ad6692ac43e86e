import type { Page } from 'playwright-core';
import { startChromium, type Chromium } from './chromium.ts';
import { sessionBehind, whenPermissionsChange } from './session.ts';
import { toBrowser, toMain } from './origins.ts';
import { report } from './report.ts';
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

/** The browser, started when the first window needs it. */
export function browser(): Promise<Chromium> {
  chromium ??= startChromium(
    async (page, route) => {
      const owner = page === null ? undefined : allContents().find((one) => one.page() === page);
      if (owner === undefined) return route.abort('blockedbyclient');
      await owner.route(route).catch((error: unknown) => {
        report({ type: 'problem', text: `protocol handler: ${String(error)}` });
        return route.abort('failed');
      });
    },
    (page: Page) => void page.close().catch(() => undefined),
  );
  return chromium;
}

export async function closeBrowser(): Promise<void> {
  const started = chromium;
  chromium = null;
  await (await started)?.close().catch(() => undefined);
}

/** Asks the app about every permission, for the page's origin, and makes Chromium keep to the answer. */
export async function applyPermissions(contents: WebContentsDouble, appUrl: string): Promise<void> {
  const cdp = contents.cdp();
  if (cdp === null) return;
  const { origin } = new URL(toBrowser(appUrl));
  const session = sessionBehind(undefined);
  for (const [name, electronName] of permissions) {
    const setting = session.grants(contents.view, electronName, toMain(`${origin}/`)) ? 'granted' : 'denied';
    await cdp.send('Browser.setPermission', { permission: { name }, setting, origin });
  }
}

whenPermissionsChange(() => {
  for (const contents of all) {
    if (contents.getURL() !== '') void applyPermissions(contents, contents.getURL());
  }
});
