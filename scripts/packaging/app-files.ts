import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { moduleGraph } from './module-graph.ts';

/** The bundles' entries, with which Electron, its processes and workers and a window start. */
export const codeEntries = [
  'out/main/index.js',
  'out/main/code-process.js',
  'out/main/label-process.js',
  'out/main/print-process.js',
  'out/main/raster-worker.js',
  'out/preload/index.cjs',
] as const;

/** The typefaces in which ZPL is drawn; code reads them by their path. */
export const fontFiles = [
  'resources/fonts/dejavu-sans-mono-bold.ttf',
  'resources/fonts/roboto-condensed-bold.ttf',
] as const;

/** The native module that keytar picks at run time, which no import names. */
export const keytarBinary = (system: 'win32' | 'darwin' | 'linux', arch: string): string =>
  `node_modules/keytar/prebuilds/${system}-${arch}/keytar.node`;

/** The native module with which the print process calls Windows; other systems have none. */
export const windowsCallsBinary = (arch: string): string =>
  `node_modules/@yuuang/ffi-rs-win32-${arch}-msvc/ffi-rs.win32-${arch}-msvc.node`;

/**
 * Returns exactly the files that run: the built bundles and, of the installed packages, the files
 * that code can load from there. They are found by following imports, so that a new dependency
 * needs no second list, and its sources, tests, maps and other module formats are left out. Paths
 * are relative to the project.
 */
export function appFiles(root: string): readonly string[] {
  const { reached, missing } = moduleGraph(
    {
      has: (path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true,
      read: (path) => readFileSync(join(root, path), 'utf8'),
    },
    codeEntries,
  );
  if (missing.length > 0) throw new Error(`nothing is installed for:\n${missing.join('\n')}`);
  if (!existsSync(join(root, 'out/renderer/index.html')))
    throw new Error('nothing is built: npm run build');
  const pages = globSync('out/renderer/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
  return ['package.json', ...reached, ...pages, ...fontFiles].sort();
}
