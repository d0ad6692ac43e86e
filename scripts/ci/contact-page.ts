/**
 * `npm run ci:page`: writes one page of the first contact's findings into `first-contact/page.md`
 * and onto the run's own page. `STEPS` is GitHub's `steps` as JSON.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePage } from './contact/page.ts';
import type { Steps } from './contact/page.ts';

const folder = join(import.meta.dirname, '../../first-contact');
const page = writePage(folder, JSON.parse(process.env['STEPS'] ?? '{}') as Steps);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'page.md'), page);
const summary = process.env['GITHUB_STEP_SUMMARY'];
if (summary !== undefined) appendFileSync(summary, page);
process.stdout.write(page);
