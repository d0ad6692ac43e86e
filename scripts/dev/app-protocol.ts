/**
 * Replaces `src/main/electron/window/app-protocol.ts` during development: `npm run dev` bundles
 * main with this file instead, so that no built program contains it. The window keeps its origin,
 * and all checks of main that depend on it; only the files behind app:// come from Vite.
 */
import { app, protocol } from 'electron';
import { appScheme, appUrl, isAppUrl } from '../../src/main/electron/window/app-origin.ts';
import {
  registerAppScheme as registerScheme,
  securityHeaders,
} from '../../src/main/electron/window/app-protocol.ts';

const server = process.env['DOCA_DEV_SERVER'];
const nonce = process.env['DOCA_DEV_NONCE'];

/**
 * The page may connect to this one port of the machine, for news of changes; Chromium would ask a
 * person first.
 */
export function registerAppScheme(): void {
  if (server !== undefined)
    app.commandLine.appendSwitch('ip-address-space-overrides', `${new URL(server).host}=public`);
  registerScheme();
}

/** The folder of the built renderer stays untouched: every file is asked of the dev server. */
export function serveRenderer(): Promise<void> {
  if (server === undefined || nonce === undefined)
    throw new Error('only `npm run dev` starts this bundle');
  const policy = securityHeaders['content-security-policy']
    ?.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `connect-src 'self' ${server.replace('http:', 'ws:')}`);
  const headers = {
    ...securityHeaders,
    ...(policy === undefined ? {} : { 'content-security-policy': policy }),
  };
  protocol.handle(appScheme, async ({ url, headers: asked }) => {
    if (!isAppUrl(url)) return new Response(null, { status: 404, headers });
    const accept = asked.get('accept') ?? '*/*';
    const answer = await fetch(`${server}/${url.slice(appUrl.length)}`, { headers: { accept } });
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: { ...headers, 'content-type': type },
    });
  });
  return Promise.resolve();
}
