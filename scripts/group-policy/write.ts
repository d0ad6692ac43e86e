/** `npm run docs:policies`: writes the template for group policies into resources/group-policy. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTemplate } from './template.ts';

const folder = join(import.meta.dirname, '../../resources/group-policy');
for (const [path, text] of Object.entries(writeTemplate())) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
