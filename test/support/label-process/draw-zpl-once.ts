import { join, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The file in place of the renderer of ZPL. */
export const zplStandIn = join(import.meta.dirname, 'zpl-once.ts');

/** Whether what is imported there is the renderer, and not by its own stand-in. */
export function standsForZplRenderer(specifier: string, importer: string | undefined, standIn: string): boolean {
  return specifier === 'zpl-renderer-js' && importer !== undefined && importer !== standIn;
}

/** Has `zpl-once.ts` stand for the renderer of ZPL in a bundle; `stoodIn` hears of each file for which it does. */
export function drawZplOnce(stoodIn: (importer: string) => void): Plugin {
  const standIn = toVitePath(zplStandIn);
  return {
    name: 'draw-zpl-once',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!standsForZplRenderer(id, importer && toVitePath(importer), standIn)) return null;
      stoodIn(importer ?? '');
      return standIn;
    },
  };
}

/** Vite writes paths with slashes on every system. */
function toVitePath(path: string): string {
  return path.split(sep).join('/');
}
