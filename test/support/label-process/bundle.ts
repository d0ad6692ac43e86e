import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** The programs of the bundle: the label process, and the one that crashes on request. */
const programs = {
  whole: 'src/main/labels/book/process.ts',
  fragile: 'test/support/label-process/fragile-process.ts',
};
export type LabelPrograms = Readonly<Record<keyof typeof programs, string>>;

/**
 * Bundles the label process's programs with all imports, packages too, into a folder. Returns their
 * addresses. One test of the command line starts the program from its sources.
 */
export async function bundleLabelProcess(folder: string): Promise<LabelPrograms> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
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
  // The program finds its typefaces beside it, and PDFium's own file in its package. Links to them
  // would do, but not every system has links.
  const fonts = 'resources/fonts';
  cpSync(join(root, fonts), join(folder, fonts), { recursive: true });
  const pdfium = 'node_modules/@embedpdf/pdfium';
  for (const file of ['package.json', 'dist/pdfium.wasm'])
    cpSync(join(root, pdfium, file), join(folder, pdfium, file), { recursive: true });
  const locate = (name: keyof LabelPrograms): string =>
    pathToFileURL(join(folder, `${name}.mjs`)).href;
  return { whole: locate('whole'), fragile: locate('fragile') };
}
