/**
 * What decides whether a PDF engine is good enough, measured through the label book alone, so that one can be held against
 * another: `paper-gates.ts foreign same merge --foreign DIR --out FILE`. The sections are those below; `foreign` and `same`
 * want a folder of PDFs that nobody here wrote.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readForeign } from './paper/foreign.ts';
import { measureMerge } from './paper/merge.ts';
import { printForeign, printMerge, printSame } from './paper/report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { foreign: { type: 'string' }, out: { type: 'string' } },
});
const known = ['foreign', 'same', 'merge'];
if (positionals.length === 0 || positionals.some((name) => !known.includes(name)))
  throw new Error(`name some of the sections ${known.join(', ')}`);
const asks = (name: string): boolean => positionals.includes(name);

const results: Record<string, unknown> = { node: process.version };
const folder = mkdtempSync(join(tmpdir(), 'doca-gates-'));
try {
  if (asks('foreign') || asks('same')) {
    if (values.foreign === undefined) throw new Error('--foreign DIR: the PDFs to read');
    const figures = await readForeign(values.foreign, { atRefused: asks('foreign'), atPages: asks('same') });
    keep('foreign', figures);
    if (asks('foreign')) printForeign(figures);
    if (asks('same')) printSame(figures);
  }
  if (asks('merge')) {
    const figures = await measureMerge(folder);
    keep('merge', figures);
    printMerge(figures);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** At once: a later section may not come to its end. */
function keep(name: string, figures: unknown): void {
  results[name] = figures;
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`);
}
