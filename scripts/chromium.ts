import { existsSync } from 'node:fs';
import { packagedChromium } from './packaged-tools.ts';

const named = process.env['DOCA_CHROMIUM'];

/** Debian's Chromium, unless the machine says where another one is. */
export const chromiumPath = named ?? '/usr/bin/chromium';

/** For whom no window is shown: the same engine without the browser around it costs a sixth less, where it is installed. */
export const headlessChromiumPath =
  named ??
  ['/usr/bin/chromium-headless-shell', chromiumPath, packagedChromium].find((path) => existsSync(path)) ??
  chromiumPath;

export const hasHeadlessChromium = existsSync(headlessChromiumPath);

/** As Electron's: it plays sounds before anybody has pressed a key. Chromium's own sandbox does not start as root. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
] as const;
