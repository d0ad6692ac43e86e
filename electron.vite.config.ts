import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { readGuides } from './scripts/guide/plugin.ts';
import { windowTreeshake } from './scripts/treeshake.ts';
import { events, requests } from './src/shared/contract/index.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  main: {
    build: {
      // From one file each, instead of hundreds: the label process starts in a third of the time,
      // main a sixth earlier.
      externalizeDeps: { exclude: ['pdf-lib', 'zod'] },
      rolldownOptions: {
        input: {
          index: here('src/main/index.ts'),
          'code-process': here('src/main/labels/codes/process.ts'),
          'label-process': here('src/main/labels/book/process.ts'),
          'print-process': here('src/main/printing/windows/process/process.ts'),
          'raster-worker': here('src/main/printing/raster/worker.ts'),
        },
        output: { codeSplitting: { groups: [{ name: 'pdf-lib', test: /node_modules.+pdf-lib/ }] } },
      },
    },
  },
  preload: {
    // The closed lists of what the window may ask and hear.
    define: {
      requestChannels: JSON.stringify(Object.keys(requests)),
      eventChannels: JSON.stringify(Object.keys(events)),
    },
    build: {
      // A sandboxed preload must be one CommonJS file.
      rolldownOptions: {
        input: here('src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: here('src/renderer'),
    build: {
      minify: true,
      rolldownOptions: { input: here('src/renderer/index.html'), treeshake: windowTreeshake },
    },
    plugins: [readGuides(), svelte()],
  },
});
