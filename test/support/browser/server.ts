import { chromium } from 'playwright-core';
import { chromiumFlags, headlessChromiumPath } from '../../../scripts/chromium.ts';
import { findFreePort } from '../free-port.ts';

/** The address of a running Chromium. */
export interface BrowserAddress {
  /** By Playwright. */
  readonly wsEndpoint: string;
  /** By its DevTools protocol. */
  readonly devtoolsEndpoint: string;
}

export interface BrowserServer extends BrowserAddress {
  close(): Promise<void>;
}

/** Starts a Chromium for several clients; each sees only the pages that it opened itself. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const devtoolsPort = await findFreePort();
  const server = await chromium.launchServer({
    executablePath: headlessChromiumPath,
    args: [
      ...chromiumFlags,
      // A spinner draws sixty frames a second while a spec waits.
      '--force-prefers-reduced-motion',
      // No test needs another machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      `--remote-debugging-port=${devtoolsPort}`,
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const answer = await fetch(`http://127.0.0.1:${devtoolsPort}/json/version`);
  const { webSocketDebuggerUrl } = (await answer.json()) as {
    readonly webSocketDebuggerUrl: string;
  };
  return {
    wsEndpoint: server.wsEndpoint(),
    devtoolsEndpoint: webSocketDebuggerUrl,
    close: () => server.close(),
  };
}
