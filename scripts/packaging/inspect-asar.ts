import { sep } from 'node:path';
import asar from '@electron/asar';
import { codeEntries, fontFiles } from './app-files.ts';
import { moduleGraph } from './module-graph.ts';

interface AsarFile {
  readonly path: string;
  readonly bytes: number;
  readonly unpacked: boolean;
}

export interface AsarReport {
  readonly files: readonly AsarFile[];
  readonly problems: readonly string[];
}

/** Application code without Electron. */
export const largestAppBytes = 25 * 1024 * 1024;

const unwelcome: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\.(ts|mts|cts|svelte|tsx)$/, 'a source'],
  [/\.map$/, 'a source map'],
  [/\.(md|markdown)$/i, 'a document'],
  [/(^|\/)(test|tests|__tests__|examples?|docs)\//i, 'a test or an example'],
  [/(^|\/)\.(env|npmrc|git)/, 'a file of the workshop'],
  [/\.(pem|pfx|p12|key|p8)$/i, 'a key'],
];
/**
 * Libraries contain only a key's first line, to search for it; a real key goes on, in a string with
 * escaped line breaks.
 */
const secretText =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\s|\\[rn])*(?:[A-Za-z0-9+/]{16}|Proc-Type:)|\bnpm_[A-Za-z0-9]{30,}|\bgh[pousr]_[A-Za-z0-9]{30,}/;

/** Opens a packed application and reports missing files, and files that should not be there. */
export function inspectAsar(archive: string): AsarReport {
  const files = listFiles(archive);
  const packed = new Set(files.map(({ path }) => path));
  const read = (path: string): string =>
    asar.extractFile(archive, toSystemPath(path)).toString('utf8');
  const { reached, missing } = moduleGraph(
    { has: (path) => packed.has(path), read },
    codeEntries.filter((path) => packed.has(path)),
  );
  const native = files.filter(({ path }) => path.endsWith('.node'));
  // The keychain's module, and on Windows the one that calls its printing functions.
  const expected = native.some(({ path }) => path.includes('win32-')) ? 2 : 1;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const problems = [
    ...[...codeEntries, ...fontFiles]
      .filter((path) => !packed.has(path))
      .map((path) => `missing: ${path}`),
    ...missing.map((path) => `nothing to import for ${path}`),
    ...files.flatMap(({ path }) =>
      unwelcome.filter(([pattern]) => pattern.test(path)).map(([, what]) => `${what}: ${path}`),
    ),
    ...files
      .filter(
        ({ path }) =>
          path.startsWith('node_modules/') && !reached.has(path) && !path.endsWith('.node'),
      )
      .map(({ path }) => `never loaded: ${path}`),
    ...files
      .filter(
        ({ path, unpacked }) =>
          /\.(js|mjs|cjs|json|html)$/.test(path) && !unpacked && secretText.test(read(path)),
      )
      .map(({ path }) => `a secret in ${path}`),
    ...native.filter(({ unpacked }) => !unpacked).map(({ path }) => `not unpacked: ${path}`),
    ...(native.length === expected
      ? []
      : [
          `${expected} of native modules expected, not ${native.length}: ${native.map(({ path }) => path).join(', ')}`,
        ]),
    ...(bytes <= largestAppBytes ? [] : [`${bytes} bytes are more than ${largestAppBytes}`]),
  ];
  return { files, problems };
}

function listFiles(archive: string): readonly AsarFile[] {
  return asar.listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/').replace(/^\//, '');
    const entry = asar.statFile(archive, toSystemPath(path), false);
    return 'size' in entry ? [{ path, bytes: entry.size, unpacked: entry.unpacked }] : [];
  });
}

/** The archive's reader finds a path by the system's own separators alone. */
function toSystemPath(path: string): string {
  return path.split('/').join(sep);
}
