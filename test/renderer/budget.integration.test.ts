import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildRenderer } from './serve.ts';

const budgetKb = 90;

it(`loads at most ${budgetKb} KB of JavaScript at the start`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doca-budget-'));
  try {
    await buildRenderer(folder);
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const paths = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1]!);
    expect(paths.length).toBeGreaterThan(0);
    const sizes = await Promise.all(paths.map(async (path) => gzipSync(await readFile(join(folder, path))).length));
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1024;
    console.log(`JavaScript at start: ${total.toFixed(1)} KB gzip`);
    expect(total).toBeLessThan(budgetKb);
    // Inline code of any kind would be stopped by the content security policy.
    expect(html).not.toMatch(/<style|style="|<script(?![^>]+src=)/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
