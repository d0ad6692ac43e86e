/**
 * `npm run release:winget -- <folder> <base url>`: writes the manifests with which winget installs
 * the setups of the folder, for a source of one's own or for the community's. The address is that
 * of the folder as everybody sees it; DOCA_PUBLISHER_NAME is the name in the certificate, as for a
 * release.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBase } from '../packaging/config.ts';
import { archs, setupName } from './parts.ts';
import { writeWingetManifests } from './winget-manifests.ts';
import type { Setup } from './winget-manifests.ts';

const root = join(import.meta.dirname, '../..');
const [folder, base] = process.argv.slice(2);
if (folder === undefined || base === undefined)
  throw new Error('which folder, and at which address is it seen?');
const publisher = process.env['DOCA_PUBLISHER_NAME'];
if (publisher === undefined || publisher === '') throw new Error('DOCA_PUBLISHER_NAME is missing');
const { version, license, homepage } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as {
  readonly version: string;
  readonly license: string;
  readonly homepage?: string;
};
const { appId } = readBase(root);
if (typeof appId !== 'string') throw new Error('electron-builder.yml names no appId');

const setups = archs.map((arch): Setup => {
  const name = setupName(version, arch);
  const path = join(folder, name);
  // Unsigned setups have another name and are not distributed.
  if (!existsSync(path)) throw new Error(`${name} is not in ${folder}`);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { arch, url: `${base.replace(/\/+$/, '')}/${name}`, sha256 };
});
const out = join(folder, 'winget');
mkdirSync(out, { recursive: true });
const manifests = writeWingetManifests({
  version,
  publisher,
  appId,
  licence: license,
  homepage: homepage?.replace(/#.*$/, '') ?? null,
  setups,
});
for (const [name, text] of manifests) {
  writeFileSync(join(out, name), text);
  process.stdout.write(`${join(out, name)}\n`);
}
