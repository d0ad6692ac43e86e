/**
 * Finds circles between the files of src: a file that needs itself through others cannot be read,
 * moved or tested alone. Imports of types count as well; tools that look only at loaded files miss
 * them.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { findImported } from './house.ts';

/** Each file with the files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

if (import.meta.main) {
  const circles = findCircles(readImportGraph(join(import.meta.dirname, '..', '..'), 'src'));
  for (const circle of circles) console.error(`a circle: ${[...circle, circle[0]].join(' → ')}`);
  process.exitCode = circles.length === 0 ? 0 : 1;
}

export function readImportGraph(root: string, folder: string): ImportGraph {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const { importedFiles } = ts.preProcessFile(
        readFileSync(join(parentPath, name), 'utf8'),
        true,
        true,
      );
      const targets = importedFiles
        .map(({ fileName }) => findImported(root, parentPath, fileName))
        .filter((path) => existsSync(path));
      return [nameOf(join(parentPath, name)), targets.map(nameOf)];
    }),
  );

  function nameOf(path: string): string {
    return relative(root, path).split(sep).join('/');
  }
}

/** One circle for each import that leads back to a file on the way to it. */
export function findCircles(graph: ImportGraph): (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const done = new Set<string>();
  for (const file of graph.keys()) follow(file, []);
  return circles;

  function follow(file: string, way: readonly string[]): void {
    const start = way.indexOf(file);
    if (start !== -1) circles.push(way.slice(start));
    else if (!done.has(file)) {
      for (const next of graph.get(file) ?? []) follow(next, [...way, file]);
      done.add(file);
    }
  }
}
