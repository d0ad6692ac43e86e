import { chromium } from 'playwright-core';
import { chromiumFlags, headlessChromiumPath } from '../../../scripts/chromium.ts';
import { findFreePort } from '../../../src/main/os/network/free-port.ts';

/** Where a running Chromium is reached. */
export interface BrowserAddress {
  /** By Playwright. */
  readonly wsEndpoint: string;
  /** By its DevTools protocol. */
  readonly devtoolsEndpoint: string;
}

export interface BrowserServer extends BrowserAddress {
  close(): Promise<void>;
}

/** A Chromium that many connect to; whatever one of them opens in it, the others do not see. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const devtoolsPort = await findFreePort();
  const server = await chromium.launchServer({
    executablePath: headlessChromiumPath,
    args: [
      ...chromiumFlags,
      // A window of a test is gone before the code would be worth what V8's optimising compilers take for it.
      '--js-flags=--no-opt,--no-maglev',
      // No test needs another machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      `--remote-debugging-port=${devtoolsPort}`,
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const answer = await fetch(`http://127.0.0.1:${devtoolsPort}/json/version`);
  const { webSocketDebuggerUrl } = (await answer.json()) as { readonly webSocketDebuggerUrl: string };
  return { wsEndpoint: server.wsEndpoint(), devtoolsEndpoint: webSocketDebuggerUrl, close: () => server.close() };
}
