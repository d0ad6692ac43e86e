import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles, readImportGraph } from '../../scripts/lint/circles.ts';
import { rooms } from '../../scripts/lint/house.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).filter(
  (entry) => entry.isFile(),
);

const toRoom = (path: string): string => relative(root, path).replaceAll(sep, '/');

describe('the house', () => {
  it('has rooms whose arrows lead nowhere back', () => {
    const arrows = new Map(Object.entries(rooms).map(([room, { uses }]) => [room, uses]));
    expect(findCircles(arrows)).toEqual([]);
    expect([...arrows.values()].flat().filter((room) => !arrows.has(room))).toEqual([]);
  });

  it.each(
    Object.entries(rooms).flatMap(([room, { folders }]) =>
      folders === undefined ? [] : [[room, folders]],
    ),
  )('has folders of %s whose arrows lead nowhere back', (_, folders) => {
    expect(findCircles(new Map(Object.entries(folders)))).toEqual([]);
  });

  it('names every folder of src that has files, and no other', () => {
    const named = Object.entries(rooms).flatMap(([room, { folders = {} }]) => [
      room,
      ...Object.keys(folders).map((folder) => `${room}/${folder}`),
    ]);
    const withFiles = new Set(sources.map(({ parentPath }) => toRoom(parentPath)));
    expect([...withFiles].filter((folder) => !named.includes(folder))).toEqual([]);
    expect(named.filter((folder) => !withFiles.has(folder))).toEqual([]);
  });

  it('has at most 15 files in a folder', () => {
    const counts = Map.groupBy(sources, ({ parentPath }) => toRoom(parentPath));
    expect([...counts].filter(([, files]) => files.length > 15).map(([folder]) => folder)).toEqual(
      [],
    );
  });
});

describe('circles', () => {
  it('are found, also those of one file and those of types', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', ['d']],
    ]);
    expect(findCircles(graph)).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('are looked for in files of both kinds', () => {
    const graph = readImportGraph(root, 'src/renderer');
    expect(graph.get('src/renderer/main.ts')).toContain('src/renderer/shell/app.svelte');
    expect(graph.get('src/renderer/shell/app.svelte')?.length).toBeGreaterThan(5);
  });
});
