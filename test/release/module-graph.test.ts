import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import asar from '@electron/asar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectAsar } from '../../scripts/packaging/inspect-asar.ts';
import { moduleGraph } from '../../scripts/packaging/module-graph.ts';

function graph(
  files: Readonly<Record<string, string>>,
  entries: readonly string[] = ['main.js'],
): {
  readonly reached: readonly string[];
  readonly missing: readonly string[];
} {
  const { reached, missing } = moduleGraph(
    { has: (path) => path in files, read: (path) => files[path] ?? '' },
    entries,
  );
  return { reached: [...reached].sort(), missing };
}

describe('the graph of modules', () => {
  it('follows every way to load a file, by the conditions', () => {
    const { reached, missing } = graph({
      'main.js': `import a from 'a'; import './b.js'; const c = await import("./c.js"); import.meta.resolve('a/data.wasm'); import fs from 'node:fs'; import { app } from "electron";`,
      'b.js': `const all = { ...require('./d'), ...require("x") }; something.require('./never.js');\n// require('./comment.js')`,
      'c.js': `/* import './comment.js' */ export * from '@scope/p/sub'`,
      'd/index.js': '',
      'never.js': '',
      'node_modules/a/package.json':
        '{"exports":{".":{"types":"./a.d.ts","import":"./a.mjs","require":"./a.cjs"},"./data.wasm":"./dist/data.wasm"}}',
      'node_modules/a/a.mjs': '',
      'node_modules/a/a.cjs': '',
      'node_modules/a/dist/data.wasm': '',
      'node_modules/@scope/p/package.json':
        '{"exports":{"./sub":{"browser":"./no.js","node":{"import":"./yes.js"}}}}',
      'node_modules/@scope/p/yes.js': '',
      'node_modules/@scope/p/no.js': '',
      'node_modules/x/package.json': '{"main":"lib"}',
      'node_modules/x/lib/index.js': '',
    });
    expect(missing).toEqual([]);
    expect(reached).toEqual([
      'b.js',
      'c.js',
      'd/index.js',
      'main.js',
      'node_modules/@scope/p/package.json',
      'node_modules/@scope/p/yes.js',
      'node_modules/a/a.mjs',
      'node_modules/a/dist/data.wasm',
      'node_modules/a/package.json',
      'node_modules/x/lib/index.js',
      'node_modules/x/package.json',
    ]);
  });

  it('leaves out an optional peer that the application does not depend on', () => {
    const { reached, missing } = graph({
      'main.js': `import 'a'`,
      'node_modules/a/package.json':
        '{"peerDependenciesMeta":{"colours":{"optional":true},"needed":{}}}',
      'node_modules/a/index.js': `try { require('colours/of') } catch {} require('needed')`,
      'node_modules/colours/package.json': '{}',
      'node_modules/colours/of.js': '',
    });
    expect(missing).toEqual(['node_modules/a/index.js: needed']);
    expect(reached).toEqual(['main.js', 'node_modules/a/index.js', 'node_modules/a/package.json']);
  });

  it('prefers the package beside the importer over the one above it', () => {
    const { reached } = graph({
      'main.js': `import 'a'`,
      'node_modules/a/package.json': '{}',
      'node_modules/a/index.js': `require('b')`,
      'node_modules/a/node_modules/b/package.json': '{}',
      'node_modules/a/node_modules/b/index.js': '',
      'node_modules/b/package.json': '{}',
      'node_modules/b/index.js': '',
    });
    expect(reached).toContain('node_modules/a/node_modules/b/index.js');
    expect(reached).not.toContain('node_modules/b/index.js');
  });

  it('includes the package.json that decides the kind of a folder’s modules', () => {
    const { reached } = graph({
      'main.js': `import 'a'`,
      'node_modules/a/package.json': '{"type":"module","main":"dist/cjs/index.js"}',
      'node_modules/a/dist/cjs/package.json': '{"type":"commonjs"}',
      'node_modules/a/dist/cjs/index.js': '',
    });
    expect(reached).toContain('node_modules/a/dist/cjs/package.json');
  });

  it('resolves the pattern of a package’s exports, the longest pattern first', () => {
    const exports = {
      './jwe/*': './any/*.js',
      './jwe/compact/*': { types: './*.d.ts', default: './compact/*/index.js' },
      './jwe/compact/known': './known.js',
      './internal/*': null,
    };
    const { reached, missing } = graph({
      'main.js': `import 'p/jwe/flat'; import 'p/jwe/compact/open'; import 'p/jwe/compact/known'; import 'p/internal/x'; import 'p/jwe/';`,
      'node_modules/p/package.json': JSON.stringify({ exports }),
      'node_modules/p/any/flat.js': '',
      'node_modules/p/compact/open/index.js': '',
      'node_modules/p/known.js': '',
      'node_modules/p/internal/x.js': '',
    });
    expect(reached.filter((path) => path.endsWith('.js') && path !== 'main.js')).toEqual([
      'node_modules/p/any/flat.js',
      'node_modules/p/compact/open/index.js',
      'node_modules/p/known.js',
    ]);
    expect(missing).toEqual(['main.js: p/internal/x', 'main.js: p/jwe/']);
  });

  it('takes no sentence with a quoted word for an import', () => {
    const text = `import a from './a.js' // why\nexport * from "./b.js"\nconst said = "too far from 'here' to tell";`;
    const { reached, missing } = graph({ 'main.js': text, 'a.js': '', 'b.js': '' });
    expect({ reached, missing }).toEqual({ reached: ['a.js', 'b.js', 'main.js'], missing: [] });
  });

  it('names unresolved imports', () => {
    expect(graph({ 'main.js': `import 'gone'; import './gone.js'` }).missing).toEqual([
      'main.js: gone',
      'main.js: ./gone.js',
    ]);
  });
});

describe('the inspection of a packed application', () => {
  let folder = '';
  const pemHead = '-----BEGIN PRIVATE KEY-----';
  // A new folder each time: the asar package caches archives by their path.
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'doca-asar-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const sound = {
    'package.json': '{}',
    'out/main/index.js': `import 'keytar'`,
    'out/main/code-process.js': '',
    'out/main/label-process.js': '',
    'out/main/print-process.js': '',
    'out/main/raster-worker.js': '',
    'out/preload/index.cjs': '',
    'resources/fonts/dejavu-sans-mono-bold.ttf': 'binary',
    'resources/fonts/roboto-condensed-bold.ttf': 'binary',
    'node_modules/keytar/package.json': '{}',
    'node_modules/keytar/index.js': '',
    'node_modules/keytar/keytar.node': 'binary',
  };

  async function problemsOf(files: Readonly<Record<string, string>>): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'app', path)), { recursive: true });
      writeFileSync(join(folder, 'app', path), text);
    }
    const archive = join(folder, 'app.asar');
    await asar.createPackageWithOptions(join(folder, 'app'), archive, { unpack: '*.node' });
    return inspectAsar(archive).problems.join('\n');
  }

  it('finds no problem in a sound one', async () => {
    // The text by which a library recognises a key is no key.
    const index = `import 'keytar'; const isKey = (text) => text.startsWith("${pemHead}");`;
    expect(await problemsOf({ ...sound, 'out/main/index.js': index })).toBe('');
  });

  it.each([
    ['src/main/index.ts', '', 'a source'],
    ['out/main/index.js.map', '', 'a source map'],
    ['node_modules/keytar/README.md', '', 'a document'],
    ['test/x.js', '', 'a test'],
    ['.env', 'TOKEN=1', 'a file of the workshop'],
    ['certificate.pfx', '', 'a key'],
    ['node_modules/other/index.js', '', 'never loaded'],
    ['out/main/key.js', `const key = '${pemHead}\\nMC4CAQAwBQYDK2VwBCIE';`, 'a secret'],
    ['out/main/key.js', `${pemHead}\nMC4CAQAwBQYDK2VwBCIE`, 'a secret'],
    ['out/main/key.js', `${pemHead}\nProc-Type: 4,ENCRYPTED`, 'a secret'],
    ['out/renderer/large.bin', 'x'.repeat(26 * 1024 * 1024), 'bytes are more than'],
    ['out/main/label-process.js', `import 'gone'`, 'nothing to import'],
  ])('finds %s', async (path, text, problem) => {
    expect(await problemsOf({ ...sound, [path]: text })).toContain(problem);
  });

  const { 'node_modules/keytar/keytar.node': binary, ...others } = sound;
  const windows = { ...others, 'node_modules/keytar/prebuilds/win32-x64/keytar.node': binary };
  const calls = {
    'node_modules/@yuuang/ffi-rs-win32-x64-msvc/ffi-rs.win32-x64-msvc.node': 'binary',
  };

  it.each([
    [windows, '2 of native modules expected, not 1'],
    [{ ...windows, ...calls }, ''],
    [{ ...sound, 'node_modules/keytar/other.node': '' }, '1 of native modules expected, not 2'],
  ])('knows which native modules each system needs (%#)', async (files, problems) => {
    const found = await problemsOf(files);
    if (problems === '') expect(found).toBe('');
    else expect(found).toContain(problems);
  });

  it('finds a missing entry', async () => {
    const entries = Object.entries(sound).filter(([path]) => path !== 'out/preload/index.cjs');
    expect(await problemsOf(Object.fromEntries(entries))).toContain(
      'missing: out/preload/index.cjs',
    );
  });
});
