import { builtinModules } from 'node:module';
import { posix } from 'node:path';

/** Files as a packed application has them: paths with `/`, relative to its root. */
export interface FileSource {
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => string;
}

export interface ModuleGraph {
  /** Every file that code can load from the entries, and the package.json files that resolve it. */
  readonly reached: ReadonlySet<string>;
  /** `importer: specifier` of each import that leads nowhere. */
  readonly missing: readonly string[];
}

const given = new Set([...builtinModules, 'electron', 'original-fs']);
const requirePattern = /(?<![\w$])(?<!(?<!\.\.)\.)require\s*\(\s*["']([^"'\n]+)["']/g;
const specifierPatterns = [
  // Requires the end of a statement, so that a sentence with a quoted word after "from" does not
  // match.
  /\bfrom\s*["']([^"'\n]+)["'](?=[ \t\r]*(?:;|$|\/\/|with\b))/gm,
  /\bimport\s*["']([^"'\n]+)["']/g,
  /\bimport\s*\(\s*["']([^"'\n]+)["']/g,
  /\bimport\.meta\.resolve\s*\(\s*["']([^"'\n]+)["']/g,
  requirePattern,
];

type Kind = 'import' | 'require';

/**
 * Follows every import, require and look-up of a package's file in the text of the files;
 * conditions as Node and Electron set them.
 */
export function moduleGraph(files: FileSource, entries: readonly string[]): ModuleGraph {
  const reached = new Set<string>();
  const missing: string[] = [];
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const manifest of manifestsAbove(files, path)) reached.add(manifest);
    if (!/\.[cm]?js$/.test(path)) continue;
    for (const [specifier, kind] of specifiersOf(files.read(path))) {
      if (specifier.startsWith('node:') || given.has(specifier)) continue;
      if (isOptionalPeer(files, path, specifier)) continue;
      const found = resolve(files, path, specifier, kind, reached);
      if (found === null) missing.push(`${path}: ${specifier}`);
      else queue.push(found);
    }
  }
  return { reached, missing };
}

/**
 * A folder's package.json decides whether its `.js` files are modules or CommonJS, also deep inside
 * a package.
 */
function manifestsAbove(files: FileSource, path: string): readonly string[] {
  const found: string[] = [];
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const manifest = posix.join(folder, 'package.json');
    if (files.has(manifest)) found.push(manifest);
  }
  return found;
}

/**
 * An optional peer: a package that another one uses only if the application depends on it. This
 * application does not. It may be installed here for a tool's sake, but that does not put it into
 * the installer.
 */
function isOptionalPeer(files: FileSource, path: string, specifier: string): boolean {
  return manifestsAbove(files, path).some((manifest) => {
    const { peerDependenciesMeta } = JSON.parse(files.read(manifest)) as Manifest;
    return peerDependenciesMeta?.[packageName(specifier)]?.optional === true;
  });
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function specifiersOf(text: string): ReadonlyMap<string, Kind> {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = new Map<string, Kind>();
  for (const pattern of specifierPatterns) {
    for (const [, specifier] of code.matchAll(pattern)) {
      if (specifier !== undefined && /^[@\w./#:-]+$/.test(specifier))
        found.set(specifier, pattern === requirePattern ? 'require' : 'import');
    }
  }
  return found;
}

function resolve(
  files: FileSource,
  from: string,
  specifier: string,
  kind: Kind,
  reached: Set<string>,
): string | null {
  if (specifier.startsWith('.'))
    return resolveFile(files, posix.join(posix.dirname(from), specifier));
  const name = packageName(specifier);
  const subpath = `./${specifier.slice(name.length + 1)}`;
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const root = posix.join(folder, 'node_modules', name);
    const manifest = posix.join(root, 'package.json');
    if (files.has(manifest)) {
      reached.add(manifest);
      return resolveInPackage(
        files,
        root,
        subpath,
        JSON.parse(files.read(manifest)) as Manifest,
        kind,
      );
    }
    if (folder === '.') return null;
  }
}

interface Manifest {
  readonly main?: string;
  readonly exports?: unknown;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function resolveInPackage(
  files: FileSource,
  root: string,
  subpath: string,
  manifest: Manifest,
  kind: Kind,
): string | null {
  if (manifest.exports === undefined) {
    return resolveFile(
      files,
      posix.join(root, subpath === './' ? (manifest.main ?? 'index.js') : subpath),
    );
  }
  const key = subpath === './' ? '.' : subpath;
  const map = manifest.exports;
  const [entry, rest] =
    isRecord(map) && Object.keys(map).some((name) => name.startsWith('.'))
      ? findEntry(map, key)
      : [key === '.' ? map : null, ''];
  const target = conditionalTarget(entry, new Set([kind, 'node', 'default']));
  return target === null
    ? null
    : resolveFile(files, posix.join(root, target.replaceAll('*', rest)));
}

/**
 * Returns the entry of this path and the text of its pattern's `*`: the path itself, or else the
 * longest pattern.
 */
function findEntry(
  map: Readonly<Record<string, unknown>>,
  key: string,
): readonly [entry: unknown, rest: string] {
  if (Object.hasOwn(map, key)) return [map[key], ''];
  const patterns = Object.keys(map).flatMap((name) => {
    const [start = '', end] = name.split('*');
    const isLonger = end !== undefined && key.length >= name.length;
    return isLonger && key.startsWith(start) && key.endsWith(end) ? [{ name, start, end }] : [];
  });
  const [best] = patterns.sort((a, b) => b.start.length - a.start.length);
  return best === undefined
    ? [null, '']
    : [map[best.name], key.slice(best.start.length, key.length - best.end.length)];
}

function conditionalTarget(entry: unknown, conditions: ReadonlySet<string>): string | null {
  if (typeof entry === 'string') return entry;
  if (!isRecord(entry)) return null;
  for (const [name, value] of Object.entries(entry)) {
    const target = conditions.has(name) ? conditionalTarget(value, conditions) : null;
    if (target !== null) return target;
  }
  return null;
}

function resolveFile(files: FileSource, path: string): string | null {
  const candidates = [path, `${path}.js`, `${path}.json`, posix.join(path, 'index.js')];
  return candidates.find((candidate) => files.has(candidate)) ?? null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
