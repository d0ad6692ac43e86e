import { app, session } from 'electron';
import type { WebContents } from 'electron';
import { isAppUrl } from './app-origin.ts';

/**
 * Everything a page could ask of the shell is refused, for every page there will ever be: permissions, devices, leaving
 * Doca's own origin, new windows and webviews. Doca's renderer needs none of them.
 */
export function lockDownPages(): void {
  app.on('web-contents-created', (_event, contents) => lockDown(contents));
}

/** After `ready`, when sessions exist. */
export function lockDownPermissions(): void {
  const pages = session.defaultSession;
  pages.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  pages.setPermissionCheckHandler(() => false);
  pages.setDevicePermissionHandler(() => false);
}

function lockDown(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();
  });
}
