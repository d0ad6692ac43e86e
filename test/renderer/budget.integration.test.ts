import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isBuilt } from '../../scripts/build-when-needed.ts';
import { buildRenderer } from './serve.ts';

/** As `npm test` has built it before. */
const built = join(import.meta.dirname, '../../out/renderer');

const budgetKb = 90;

it(`loads at most ${budgetKb} KB of JavaScript at the start`, async () => {
  const own = isBuilt() ? null : await mkdtemp(join(tmpdir(), 'doca-budget-'));
  const folder = own ?? built;
  try {
    if (own !== null) await buildRenderer(own);
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const paths = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1]!);
    expect(paths.length).toBeGreaterThan(0);
    const sizes = await Promise.all(
      paths.map(async (path) => gzipSync(await readFile(join(folder, path))).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1024;
    console.log(`JavaScript at start: ${total.toFixed(1)} KB gzip`);
    expect(total).toBeLessThan(budgetKb);
    // Inline code of any kind would be stopped by the content security policy.
    expect(html).not.toMatch(/<style|style="|<script(?![^>]+src=)/);
  } finally {
    if (own !== null) await rm(own, { recursive: true, force: true });
  }
});
