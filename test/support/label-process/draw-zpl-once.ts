import { join } from 'node:path';
import type { Plugin } from 'vite';

const renderer = 'zpl-renderer-js';
const standIn = join(import.meta.dirname, 'zpl-once.ts');

/** Has `zpl-once.ts` stand for the renderer of ZPL; `stoodIn` hears of each file for which it does. */
export function drawZplOnce(stoodIn: (importer: string) => void = () => undefined): Plugin {
  return {
    name: 'draw-zpl-once',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id !== renderer || importer === undefined || importer === standIn) return null;
      stoodIn(importer);
      return standIn;
    },
  };
}
