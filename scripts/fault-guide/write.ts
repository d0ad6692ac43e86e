/** `npm run docs:faults`: writes every fault that a person can meet into docs/operating-guide.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFaults } from './tables.ts';

const path = join(import.meta.dirname, '../../docs/operating-guide.md');
writeFileSync(path, withFaults(readFileSync(path, 'utf8')));
