/**
 * `npm run docs:policies`: writes the template for group policies into resources/group-policy, and
 * its table into the guide.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withSettings } from './guide-table.ts';
import { writeTemplate } from './template.ts';

const folder = join(import.meta.dirname, '../../resources/group-policy');
for (const [path, text] of Object.entries(writeTemplate())) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const guide = join(import.meta.dirname, '../../docs/pt-BR/guia-da-ti.md');
writeFileSync(guide, withSettings(readFileSync(guide, 'utf8')));
