import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marks the place of the fuses in Electron's program; version 1, nine fuses, as Electron 45 is delivered. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const deliveredFuses = '101100011';

/** A folder that electron-builder takes for Electron on Linux: its names and its fuses, but no browser. */
export function writeElectronStandIn(folder: string, version: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\necho "this is no Electron" >&2\nexit 1\n# '),
    Buffer.from(sentinel, 'latin1'),
    Buffer.from([1, deliveredFuses.length]),
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
