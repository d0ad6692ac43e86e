/**
 * `npm run release:bundle -- <folder>`: adds what a policy can decide, the template for group
 * policies, the list of parts (SBOM) and the checksums to a release's files. Refuses the folder if
 * it is no complete release then, so that nothing incomplete is attested.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { writePolicies } from '../group-policy/guide.ts';
import { writeTemplate } from '../group-policy/template.ts';
import { languages } from '../../src/shared/faults/languages.ts';
import { join } from 'node:path';
import { shippedPackages } from '../licences/collect.ts';
import { checksums } from './checksums.ts';
import { checksumsName, groupPolicyName, needParts, policiesName, sbomName } from './parts.ts';
import { sbom } from './sbom.ts';

const root = join(import.meta.dirname, '../..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');
const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
const { name, version } = manifestOf('.');
const electron = { ...manifestOf('node_modules/electron'), licence: 'MIT', text: null };
writeFileSync(
  join(folder, sbomName(version)),
  `${JSON.stringify(sbom({ name, version }, [electron, ...shippedPackages(root)]), null, 2)}\n`,
);
const template = Object.entries(writeTemplate()).map(
  ([path, text]) => [path, strToU8(text)] as const,
);
// ZIP's first moment, so that the same template makes the same file.
const zipOptions = { mtime: new Date(1980, 0, 1) };
writeFileSync(
  join(folder, groupPolicyName(version)),
  zipSync(Object.fromEntries(template), zipOptions),
);
for (const language of languages)
  writeFileSync(join(folder, policiesName(version, language)), writePolicies(language));
writeFileSync(join(folder, checksumsName), checksums(folder));
needParts(folder, version);
