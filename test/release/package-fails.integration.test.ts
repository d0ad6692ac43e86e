import { spawn } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeEntries,
  keytarBinary,
  windowsCallsBinary,
} from '../../scripts/packaging/app-files.ts';
import { writeElectronStandIn } from './electron-stand-in.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'doca-package-fails-'));
const electron = join(folder, 'electron');
const ownManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;
const electronVersion = (
  JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
    readonly version: string;
  }
).version;
const wholeEnv = {
  DOCA_UPDATE_FEED: 'https://updates.example/doca',
  DOCA_RELEASE_TAG: `v${String(ownManifest['version'])}`,
  DOCA_PUBLISHER_NAME: 'Example Logistics Ltda',
};

let projects = 0;

/**
 * Makes a project to be broken in one place: the files of this one that packing reads, around a
 * program and packages of a few lines. Most of the cost of packing depends on the number of
 * packages; packaging.integration.test.ts packs the real ones.
 */
function makeProject(): string {
  projects += 1;
  const project = join(folder, `project-${projects}`);
  for (const name of ['package-lock.json', 'electron-builder.yml', 'scripts', 'resources'])
    cpSync(join(root, name), join(project, name), { recursive: true });
  for (const name of globSync('CHANGELOG*.md', { cwd: root }))
    cpSync(join(root, name), join(project, name));
  symlinkSync(join(root, 'src'), join(project, 'src'));
  writeFile(
    project,
    'package.json',
    JSON.stringify({ ...ownManifest, dependencies: {}, optionalDependencies: {} }),
  );
  for (const path of [...codeEntries, 'out/renderer/index.html', 'out/renderer/assets/page.js'])
    writeFile(project, path, '// nothing to do');
  for (const system of ['linux', 'win32'] as const)
    writeFile(project, keytarBinary(system, process.arch), 'no program');
  return project;
}

function writeFile(project: string, path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/**
 * Like `makeProject`, with stand-ins for the one package that is installed only on Windows, and for
 * Windows' Electron.
 */
function makeProjectForWindows(): { readonly project: string; readonly electronDist: string } {
  const project = makeProject();
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const { version } = lock.packages['node_modules/@yuuang/ffi-rs-win32-x64-msvc']!;
  const calls = windowsCallsBinary('x64');
  writeFile(project, calls, 'no program');
  writeFile(project, join(dirname(calls), 'package.json'), JSON.stringify({ version }));
  const electronDist = join(project, 'electron-win');
  writeElectronStandIn(electronDist, electronVersion);
  // Any small program of Windows will do: only the treatment of its file is tested.
  const program = readFileSync(join(root, 'node_modules/electron-winstaller/vendor/7z-x64.exe'));
  const fuses = readFileSync(join(electronDist, 'electron'));
  writeFileSync(join(electronDist, 'electron.exe'), Buffer.concat([program, fuses]));
  return { project, electronDist };
}

function change(project: string, name: string, from: string | RegExp, to: string): void {
  const path = join(project, name);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after, `nothing was broken in ${name}`).not.toBe(before);
  writeFileSync(path, after);
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

async function runPackage(
  project: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const program = ['--disable-warning=ExperimentalWarning', 'scripts/packaging/package.ts'];
  const output = ['--output', join(project, 'dist'), '--electron-dist', electron];
  const child = spawn(process.execPath, [...program, ...output, ...args], {
    cwd: project,
    env: { ...process.env, ELECTRON_BUILDER_OFFLINE: 'true', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, output: text };
}

describe.runIf(process.platform === 'linux')('packing ends with a failure', () => {
  beforeAll(() => {
    writeElectronStandIn(electron, electronVersion);
    // The projects' scripts find their packages in the folder above them; only a project's own
    // packages are packed.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['an option that nobody knows', ['--nonsense'], /nonsense/],
    ['another processor', ['--arch', 'sparc'], /--arch sparc: it can be x64 or arm64/],
    ['another system', ['--platform', 'beos'], /--platform beos: it can be win or mac or linux/],
  ])('for %s', async (_what, args, said) => {
    const { status, output } = await runPackage(root, args);
    expect(output).toMatch(said);
    expect(status).toBe(1);
  });

  it('when the configuration cannot be read', async () => {
    const project = makeProject();
    change(project, 'electron-builder.yml', /^appId:.*$/m, 'appId: [');
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toMatch(/unexpected end|missed comma|flow/i);
    expect(status).toBe(1);
  });

  it('when nothing is built', async () => {
    const project = makeProject();
    rmSync(join(project, 'out/renderer/index.html'));
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toContain('nothing is built');
    expect(status).toBe(1);
  });

  it("when Windows' binaries are not those of the lock file", async () => {
    const project = makeProject();
    change(
      project,
      'package-lock.json',
      /"node_modules\/@yuuang\/ffi-rs-win32-arm64-msvc"/,
      '"somewhere/else"',
    );
    const { status, output } = await runPackage(project, [
      '--platform',
      'win',
      '--dir',
      '--arch',
      'arm64',
    ]);
    expect(output).toContain('the lock file knows no node_modules/@yuuang/ffi-rs-win32-arm64-msvc');
    expect(status).toBe(1);
  });

  it('while it packs', async () => {
    const project = makeProject();
    const { status, output } = await runPackage(project, [
      '--dir',
      '--electron-dist',
      join(project, 'nowhere'),
    ]);
    expect(output).toContain('nowhere');
    expect(status).toBe(1);
  });

  it('after it has packed', async () => {
    const project = makeProject();
    writeFileSync(join(project, 'out/renderer/assets/release.pem'), 'not really');
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toContain('a key: out/renderer/assets/release.pem');
    expect(status).toBe(1);
  });

  it('when a file cannot be signed', async () => {
    const { project, electronDist } = makeProjectForWindows();
    const signer = join(project, 'sign.ts');
    const seen = join(project, 'signed.txt');
    writeFileSync(
      signer,
      `import { appendFileSync } from 'node:fs';
      const path = process.argv.at(-1) ?? '';
      appendFileSync(${JSON.stringify(seen)}, path + '\\n');
      process.exitCode = path.endsWith('.node') ? 7 : 0;`,
    );
    const args = [
      '--release',
      '--platform',
      'win',
      '--dir',
      '--arch',
      'x64',
      '--electron-dist',
      electronDist,
    ];
    const env = {
      ...wholeEnv,
      DOCA_SIGN_COMMAND: JSON.stringify([process.execPath, signer, 'an argument']),
    };
    const { status, output } = await runPackage(project, args, env);
    expect(output).toMatch(/\.node is not signed: \S+ ended with 7/);
    const signed = readFileSync(seen, 'utf8');
    expect(signed).toContain('Doca.exe\n');
    expect(status).toBe(1);
  });

  it('when the installers cannot be made', async () => {
    const project = makeProject();
    change(project, 'electron-builder.yml', 'target: AppImage', 'target: nonsense');
    const { status, output } = await runPackage(project, []);
    expect(output).toContain('Unknown target: nonsense');
    expect(status).toBe(1);
  });

  it('when a step never comes to its end', async () => {
    const project = makeProject();
    writeFileSync(
      join(project, 'scripts/packaging/after-pack.ts'),
      "export default () => (console.log('waits'), new Promise(() => undefined));\n",
    );
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toContain('waits');
    expect(status).toBe(1);
  });
});
