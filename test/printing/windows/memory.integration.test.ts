import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { onePage } from '../../support/pdf-raw.ts';

test('A4 at 600 dpi, three times, is drawn in less than 150 MB', async () => {
  const root = join(import.meta.dirname, '../../..');
  // In the tree, where the bundle's external packages are found, as in the built program.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'node_modules/.cache/memory-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      build: {
        ssr: 'test/printing/windows/drawing-process.ts',
        outDir: folder,
        target: 'node24',
        rolldownOptions: { output: { entryFileNames: 'draw.mjs' } },
      },
    });
    const path = join(folder, 'a4.pdf');
    const lines = Array.from(
      { length: 400 },
      (_, line) => `${20 + line} 20 ${0.3 + (line % 7) / 9} 790 re f`,
    );
    const tones = '0.6 g 450 100 100 600 re f';
    writeFileSync(
      path,
      onePage({ page: '/MediaBox[0 0 595.28 841.89]', content: [...lines, tones].join('\n') }),
    );
    const kilobytes = Number(
      execFileSync(process.execPath, [join(folder, 'draw.mjs'), path], { encoding: 'utf8' }),
    );
    console.log(`A4 at 600 dpi: at most ${(kilobytes / 1024).toFixed(0)} MB`);
    expect(kilobytes / 1024).toBeGreaterThan(30);
    expect(kilobytes / 1024).toBeLessThan(150);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
