import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const isWindows = process.platform === 'win32';
let tree: string;

beforeEach(() => {
  tree = realpathSync(mkdtempSync(join(tmpdir(), 'doca-node-')));
  mkdirSync(join(tree, 'scripts'));
  copyFileSync(join(import.meta.dirname, '../../scripts/node.mjs'), join(tree, 'scripts/node.mjs'));
  writeFileSync(
    join(tree, 'say.ts'),
    'const said: readonly string[] = process.argv.slice(2);\nconsole.log(process.argv0, said.join());\nprocess.exit(7);\n',
  );
});
afterEach(() => rmSync(tree, { recursive: true }));

/** As `npm run` does: the machine's Node, of this version, starts it. */
function run(
  version: string,
  ...command: readonly string[]
): Promise<{ readonly code: unknown; readonly text: string }> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    'scripts/node.mjs',
    ...(command.length === 0 ? ['say.ts', 'a'] : command),
  ];
  return new Promise((resolve) => {
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    execFile(process.execPath, args, { cwd: tree, env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, text: stdout + stderr });
    });
  });
}

it.each(['20.19.0', '24.1.0'])(
  'a script runs on the Node of the packages, started by %s',
  async (version) => {
    const system = isWindows ? 'win' : process.platform;
    const bin = join(tree, `node_modules/node-${system}-${process.arch}/bin`);
    mkdirSync(bin, { recursive: true });
    const own = join(bin, isWindows ? 'node.exe' : 'node');
    if (isWindows) copyFileSync(process.execPath, own);
    else symlinkSync(process.execPath, own);
    expect(await run(version)).toEqual({ code: 7, text: `${own} a\n` });
  },
);

it('without one, on a machine’s Node that reads the sources', async () => {
  expect(await run('24.1.0')).toEqual({ code: 7, text: `${process.execPath} a\n` });
});

it('otherwise names the version to install', async () => {
  const { code, text } = await run('22.14.0');
  expect(code).toBe(1);
  expect(text).toBe(
    'This needs Node 24; here is 22.14.0, and the packages bring none for this system (such as Apple silicon and Windows for ' +
      'ARM). Install Node 24 and run it again.\n',
  );
});

it('gives flags before the script to Node', async () => {
  const { text } = await run('24.1.0', '--throw-deprecation', 'say.ts', '--b', 'c.ts');
  expect(text).toBe(`${process.execPath} --b,c.ts\n`);
});

it('runs a program on files that end in .ts', async () => {
  expect(await run('24.1.0', 'node', 'say.ts', 'run', 'a.test.ts')).toEqual({
    code: 7,
    text: 'node run,a.test.ts\n',
  });
});

it('keeps compiled sources from one run to the next', async () => {
  writeFileSync(join(tree, 'cache.ts'), 'console.log(process.env.NODE_COMPILE_CACHE);\n');
  const said = (folder: string) => ({ code: 0, text: `${folder}\n` });
  expect(await run('24.1.0', 'cache.ts')).toEqual(said(join(tree, 'node_modules/.cache/node')));
});
