import { app, session, type WebContents } from 'electron';
import { isAppUrl } from './app-origin.ts';

/**
 * Refuses what any page could ask: permissions, devices, leaving Doca's origin, windows, webviews.
 */
export function lockDownPages(): void {
  app.on('web-contents-created', (_event, contents) => lockDown(contents));
}

/**
 * Sends a client certificate (e-CNPJ, e-CPF) only to IT's `hosts`: Electron would send the first to
 * any that asks.
 */
export function guardCertificates(hosts: readonly string[]): void {
  app.on('select-client-certificate', (event, _contents, url, certificates, answer) => {
    event.preventDefault();
    // `url` of a request of `net` may be `host:port` alone.
    const host = URL.parse(url)?.hostname || URL.parse(`https://${url}`)?.hostname;
    answer(hosts.includes(host ?? '') ? certificates[0] : undefined);
  });
}

/** After `ready`, when sessions exist. */
export function lockDownPermissions(): void {
  const pages = session.defaultSession;
  pages.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  pages.setPermissionCheckHandler(() => false);
  pages.setDevicePermissionHandler(() => false);
  // Without a listener a download asks a person where to save it.
  pages.on('will-download', (event) => event.preventDefault());
}

function lockDown(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame) stay(event);
    else event.preventDefault();
  });
}
