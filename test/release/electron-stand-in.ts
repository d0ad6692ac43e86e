import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveredFuses } from '../../scripts/rehearsal/stand-in/fuses.ts';

/**
 * A folder that electron-builder takes for Electron on Linux: its names and its fuses, but no
 * browser.
 */
export function writeElectronStandIn(folder: string, version: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\necho "this is no Electron" >&2\nexit 1\n# '),
    Buffer.from(deliveredFuses, 'latin1'),
    Buffer.from('\n'),
  ]);
  writeFileSync(join(folder, 'electron'), program);
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'chrome-sandbox'), '');
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'LICENSE'), 'the licence of Electron');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<p>the licences of Chromium</p>');
  for (const locale of ['pt-BR', 'en-US', 'de', 'fr', 'ja'])
    writeFileSync(join(folder, 'locales', `${locale}.pak`), locale);
}
