import { existsSync } from 'node:fs';
import { packagedChromium } from './packaged-tools.ts';

const named = process.env['DOCA_CHROMIUM'];

/** Debian's Chromium, unless the environment names another one. */
export const chromiumPath = named ?? '/usr/bin/chromium';

/**
 * For runs without a visible window: the same engine without the browser around it costs a sixth
 * less, if it is installed.
 */
export const headlessChromiumPath =
  named ??
  ['/usr/bin/chromium-headless-shell', chromiumPath, packagedChromium].find((path) =>
    existsSync(path),
  ) ??
  chromiumPath;

export const hasHeadlessChromium = existsSync(headlessChromiumPath);

/**
 * As in Electron, it plays sounds before a key has been pressed. Chromium's own sandbox does not
 * start as root.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
] as const;
