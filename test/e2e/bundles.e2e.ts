import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const out = join(import.meta.dirname, '../../out');

describe('the built bundles', () => {
  it('contain no code of the dev server', () => {
    const files = globSync('{main,preload,renderer}/**/*.{js,cjs,html}', { cwd: out });
    expect(files).toEqual(
      expect.arrayContaining(['main/index.js', 'preload/index.cjs', 'renderer/index.html']),
    );
    const devWords =
      /DOCA_DEV_|ip-address-space|@vite\/client|import\.meta\.hot|ELECTRON_RENDERER_URL/;
    expect(files.filter((file) => devWords.test(readFileSync(join(out, file), 'utf8')))).toEqual(
      [],
    );
  });
});
