/**
 * `npm run docs:kinds`: writes which kinds of label file are read, and which are not, into
 * docs/operating-guide.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withKinds } from './table.ts';

const path = join(import.meta.dirname, '../../docs/operating-guide.md');
writeFileSync(path, withKinds(readFileSync(path, 'utf8')));
