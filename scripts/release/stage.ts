/**
 * `npm run release:stage -- <feed folder> <percent>`: how many of the workstations the feed offers
 * its release to.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withStaging } from './staging.ts';

const [folder, percent] = process.argv.slice(2);
if (folder === undefined || percent === undefined)
  throw new Error('which folder, and how many percent?');
for (const name of globSync('latest*.yml', { cwd: folder })) {
  const path = join(folder, name);
  writeFileSync(path, withStaging(readFileSync(path, 'utf8'), Number(percent)));
  process.stdout.write(`${name}: ${percent} %\n`);
}
