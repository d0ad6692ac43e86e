/**
 * `npm run docs:policies`: writes what a release has for IT into `policies`: the template for group
 * policies, and the table of everything that a policy can decide.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { languages } from '../../src/shared/faults/languages.ts';
import { writePolicies } from './guide.ts';
import { writeTemplate } from './template.ts';

const folder = join(import.meta.dirname, '../../policies');
const guides = languages.map((language) => [`policies.${language}.md`, writePolicies(language)]);
for (const [path = '', text = ''] of [...Object.entries(writeTemplate()), ...guides]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
