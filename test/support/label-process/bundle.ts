import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { drawZplOnce } from './draw-zpl-once.ts';

const root = join(import.meta.dirname, '../../..');
const warmUpPath = '/src/main/labels/book/warm-up.ts';

/** The programs of the bundle: the label process, and the one that falls on request. */
const programs = { whole: 'src/main/labels/book/process.ts', fragile: 'test/support/label-process/fragile-process.ts' };
export type LabelPrograms = Readonly<Record<keyof typeof programs, string>>;

/**
 * Puts the label process's programs and all that they import, packages too, into one bundle in a folder; gives their addresses. What warms
 * the reading up for hundreds of labels is left out, because a test reads a few, and a label of ZPL is drawn by the first
 * process of the run that reads it, into `drawnFolder`. One test of the command line starts the whole.
 */
export async function bundleLabelProcess(folder: string, drawnFolder: string): Promise<LabelPrograms> {
  const leftOut: string[] = [];
  const wrapped: string[] = [];
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'leave-out-warm-up',
        enforce: 'pre',
        load(id) {
          if (!id.endsWith(warmUpPath)) return null;
          leftOut.push(id);
          return 'export function warmUp() {}';
        },
      },
      drawZplOnce((importer) => wrapped.push(importer)),
    ],
    define: { 'process.env.DOCA_TEST_DRAWN': JSON.stringify(drawnFolder) },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      chunkSizeWarningLimit: 20_000,
      rolldownOptions: {
        input: programs,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  if (leftOut.length === 0) throw new Error(`the label process does not import ${warmUpPath}`);
  if (wrapped.length === 0) throw new Error('the label process does not import the renderer of ZPL');
  const locate = (name: keyof LabelPrograms): string => pathToFileURL(join(folder, `${name}.mjs`)).href;
  return { whole: locate('whole'), fragile: locate('fragile') };
}
