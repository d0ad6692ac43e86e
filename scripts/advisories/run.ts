/**
 * `npm run advisories`: asks the registry for known vulnerabilities of the installed packages.
 * Fails if a high or critical one is in a shipped package: Electron, the dependencies of main, and
 * the packages in the window's bundle.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPackages } from '../licences/collect.ts';
import { isGrave, readAudit } from './judge.ts';

const root = join(import.meta.dirname, '../..');
const shipped = new Set(['electron', ...shippedPackages(root).map(({ name }) => name)]);

/** By the name in its manifest: a folder can be called by an alias. */
function isShipped(folder: string): boolean {
  try {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly name: string;
    };
    return shipped.has(name);
  } catch {
    // The package is installed on another system only; its folder contains its name.
    return shipped.has(folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length));
  }
}

// npm is a command file on Windows, which only a shell starts.
const { stdout } = spawnSync('npm audit --json', {
  cwd: root,
  encoding: 'utf8',
  shell: true,
  maxBuffer: 2 ** 28,
});
const findings = readAudit(stdout, isShipped);
if (findings === null) {
  console.log(
    'The registry does not answer the audit from here: nothing is known, good or bad. Ask again elsewhere.',
  );
} else {
  for (const one of findings) {
    const where = one.shipped ? 'ships' : 'development only';
    console.log(`${one.severity}, ${where}: ${one.name} ${one.range}`);
    for (const line of one.about) console.log(`  ${line}`);
  }
  const grave = findings.filter(isGrave);
  console.log(
    grave.length === 0
      ? `No high or critical advisory about what ships; ${findings.length} about all that is installed.`
      : `A release must wait: take a version outside the range of ${grave.map(({ name }) => name).join(', ')}.`,
  );
  if (grave.length > 0) process.exitCode = 1;
}
