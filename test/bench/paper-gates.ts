/**
 * Measures whether a PDF engine is good enough, through the label book alone, so that engines can
 * be compared: `paper-gates.ts SECTION... --foreign DIR --out FILE`, with these sections:
 *
 * - `foreign`: how many of a folder of foreign PDFs are accepted, and how viewers draw the
 *   others;
 * - `same`: whether the first pages of the accepted ones match the source's;
 * - `merge`: 300 labels beside other mergers, and the memory that 2,000 take;
 * - `bombs`: a job in which every second file is made to exhaust a machine;
 * - `mutations`: `--count` damaged copies of that folder's files from `--seed` on; `--keep DIR`
 *   gets the bad ones, which lost what a viewer draws of the damaged copy, and are without a note;
 * - `zpl`: whether a folder of ZPL, `--zpl DIR`, is drawn with the codes of the pictures beside
 *   it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBombs } from './paper/bombs.ts';
import { readForeign } from './paper/foreign.ts';
import { measureMerge } from './paper/merge.ts';
import { measureMutations } from './paper/mutations.ts';
import {
  printBadMutation,
  printBombs,
  printForeign,
  printMerge,
  printMutations,
  printSame,
  printZpl,
} from './paper/report.ts';
import { measureZpl } from './paper/zpl.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    foreign: { type: 'string' },
    out: { type: 'string' },
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
    zpl: { type: 'string' },
  },
});
const known = ['foreign', 'same', 'merge', 'bombs', 'mutations', 'zpl'];
if (positionals.length === 0 || positionals.some((name) => !known.includes(name)))
  throw new Error(`name some of the sections ${known.join(', ')}`);
const asks = (name: string): boolean => positionals.includes(name);

const results: Record<string, unknown> = { node: process.version };
const folder = mkdtempSync(join(tmpdir(), 'doca-gates-'));
try {
  if (asks('foreign') || asks('same')) {
    const figures = await readForeign(nameForeign(), {
      atRefused: asks('foreign'),
      atPages: asks('same'),
    });
    keep('foreign', figures);
    if (asks('foreign')) printForeign(figures);
    if (asks('same')) printSame(figures);
  }
  if (asks('merge')) {
    const figures = await measureMerge(folder);
    keep('merge', figures);
    printMerge(figures);
  }
  if (asks('bombs')) {
    const figures = await measureBombs();
    keep('bombs', figures);
    printBombs(figures);
  }
  if (asks('mutations')) {
    const { count, seed, keep: keepDir = null } = values;
    const figures = await measureMutations(nameForeign(), {
      count: Number(count),
      seed: Number(seed),
      keep: keepDir,
      noteEnd: printBadMutation,
    });
    keep('mutations', figures);
    printMutations(figures);
  }
  if (asks('zpl')) {
    if (values.zpl === undefined) throw new Error('--zpl DIR: the labels to draw');
    const figures = await measureZpl(values.zpl);
    keep('zpl', figures);
    printZpl(figures);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function nameForeign(): string {
  if (values.foreign === undefined) throw new Error('--foreign DIR: the PDFs to read');
  return values.foreign;
}

/** Written immediately: a later section may not finish. */
function keep(name: string, figures: unknown): void {
  results[name] = figures;
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`);
}
