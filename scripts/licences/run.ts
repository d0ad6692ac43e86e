/**
 * `npm run licences`: lists every package in the installer with its licence, writes the installer's
 * notice, and fails if a package must not be in it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAccepted, shippedPackages } from './collect.ts';
import { notice, table } from './report.ts';

const root = join(import.meta.dirname, '../..');
const packages = shippedPackages(root);
process.stdout.write(`${table(packages)}\n`);
const refused = packages.filter(({ licence }) => !isAccepted(licence));
for (const { name, licence } of refused)
  process.stderr.write(`must not be shipped: ${name} (${licence})\n`);
if (refused.length > 0) process.exitCode = 1;
else writeFileSync(join(root, 'resources/third-party-licences.txt'), notice(packages));
