/** `npm run docs:faults`: writes every fault that a user can see into the operating guides. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guides, withFaults } from './tables.ts';

for (const [name, telling] of Object.entries(guides)) {
  const path = join(import.meta.dirname, '../..', name);
  writeFileSync(path, withFaults(readFileSync(path, 'utf8'), telling));
}
