import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fontsInside, partsInside, textOfPart } from './inside.ts';
import type { PartInside } from './inside.ts';

export interface PackageLicence {
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its package.json. */
  readonly licence: string;
  /** The licence's text from the package. */
  readonly text: string | null;
  /** The package that contains it, if it is compiled into one. */
  readonly within?: string;
  /** Its address (purl), if it is no npm package. */
  readonly purl?: string;
}

/**
 * Licences that allow a closed installer and require only their notice. No package with another
 * licence is shipped.
 */
const acceptedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'FTL',
  'IJG',
  'ISC',
  // Anti-Grain Geometry 2.3: copy, use, change and sell, when the notice stays.
  'LicenseRef-AGG-2.3',
  'MIT',
  // Fonts: shipped with any program, as long as nobody sells them alone.
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
  'libpng-2.0',
]);

/**
 * Returns every package that can be part of the installer: the dependencies of main, the imports of
 * the window, and all of their dependencies.
 */
export function shippedPackages(root: string): readonly PackageLicence[] {
  const found = new Set<string>();
  // The window's imports are built into its bundle. The dependencies of main are packed unchanged,
  // and come first.
  const queue = [
    ...importsOfWindow(root).map((name) => ({ name, from: '.', isPacked: false })),
    ...Object.keys(manifestOf(root, '.').dependencies ?? {}).map((name) => ({
      name,
      from: '.',
      isPacked: true,
    })),
  ];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const folder = folderOf(root, next.name, next.from);
    if (folder === null || found.has(folder)) continue;
    found.add(folder);
    const { isPacked } = next;
    const { dependencies, optionalDependencies } = manifestOf(root, folder);
    const names = Object.keys({ ...dependencies, ...(isPacked ? optionalDependencies : {}) });
    queue.push(...names.map((name) => ({ name, from: folder, isPacked })));
  }
  const packages = [...found].map((folder) => licenceOf(root, folder));
  const inside = packages.flatMap(({ name }) => describeParts(root, partsInside[name] ?? [], name));
  const fonts = describeParts(root, fontsInside, 'doca');
  return [...packages, ...ofWindows(root), ...inside, ...fonts].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

function describeParts(
  root: string,
  parts: readonly PartInside[],
  within: string,
): readonly PackageLicence[] {
  return parts.map((part) => ({
    name: part.name,
    version: part.version,
    licence: part.licence,
    text: textOfPart(root, part),
    within,
    purl: part.purl,
  }));
}

/**
 * These are installed on Windows only, and bring no text; the lock file lists them on every system.
 */
function ofWindows(root: string): readonly PackageLicence[] {
  const text = readFileSync(join(root, 'resources/licences/ffi-rs.txt'), 'utf8').trim();
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const names = Object.keys(manifestOf(root, '.').optionalDependencies ?? {}).filter(
    (name) => !isNode(name),
  );
  return names.map((name) => {
    const { version = 'unknown', license } = lock.packages[`node_modules/${name}`] ?? {};
    return { name, version, licence: license ?? 'none given', text };
  });
}

/**
 * The Node that runs npm scripts is optional as well, because each system has its own package; it
 * is not shipped.
 */
function isNode(name: string): boolean {
  return /^node-(?:darwin|linux|win)-/.test(name);
}

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly license?: string }>
  >;
}

/** Whether accepted licences alone satisfy an SPDX expression. */
export function isAccepted(licence: string): boolean {
  const alternatives = licence.replace(/^\((.*)\)$/, '$1').split(/ OR /);
  return alternatives.some((terms) =>
    terms.split(/ AND /).every((term) => acceptedLicences.has(term.trim())),
  );
}

function importsOfWindow(root: string): readonly string[] {
  const imports = /(?:from|import|url)\s*\(?\s*'([^'.][^']*)'/g;
  const specifiers = globSync('src/renderer/**/*.{css,ts,svelte}', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(imports)].map(
      ([, specifier = '']) => specifier,
    ),
  );
  return ['svelte', ...specifiers].map((specifier) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  );
}

/**
 * Returns the folder of an installed package, resolved as its user does; null if it is no package,
 * or not for this system.
 */
function folderOf(root: string, name: string, from: string): string | null {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const candidate = posix.join(folder, 'node_modules', name);
    if (existsSync(join(root, candidate, 'package.json'))) return candidate;
    if (folder === '.') return null;
  }
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function licenceOf(root: string, folder: string): PackageLicence {
  const { name, version, license } = manifestOf(root, folder);
  // One for the package, and one for each program that it brings along.
  const files = readdirSync(join(root, folder)).filter((entry) =>
    /^licen[cs]e([.-].*)?$|^copying$/i.test(entry),
  );
  const texts = files.sort().map((file) =>
    readFileSync(join(root, folder, file), 'utf8')
      .replaceAll('\r\n', '\n')
      .trim(),
  );
  return {
    name,
    version,
    licence: license ?? 'none given',
    text: texts.length === 0 ? null : texts.join('\n\n'),
  };
}

function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}
