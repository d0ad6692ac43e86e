import { spawn } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appFiles, windowsCallsBinary } from '../../scripts/packaging/app-files.ts';
import { writeElectronStandIn } from './electron-stand-in.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'doca-package-fails-'));
const electron = join(folder, 'electron');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const electronVersion = (
  JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as { readonly version: string }
).version;
const wholeEnv = {
  DOCA_UPDATE_FEED: 'https://updates.example/doca',
  DOCA_RELEASE_TAG: `v${version}`,
  DOCA_PUBLISHER_NAME: 'Example Logistics Ltda',
};

let projects = 0;

/** A copy of what packing reads, to be broken in one place. */
function copyProject(): string {
  projects += 1;
  const project = join(folder, `project-${projects}`);
  mkdirSync(project);
  for (const name of ['package.json', 'package-lock.json', 'electron-builder.yml', 'scripts', 'resources', 'out'])
    cpSync(join(root, name), join(project, name), { recursive: true });
  for (const name of globSync('CHANGELOG*.md', { cwd: root })) cpSync(join(root, name), join(project, name));
  for (const name of ['node_modules', 'src']) symlinkSync(join(root, name), join(project, name));
  return project;
}

/** As `copyProject`, with stand-ins for the one package that is only installed on Windows, and for Windows' Electron. */
function copyProjectForWindows(): { readonly project: string; readonly electronDist: string } {
  const project = copyProject();
  // Packages that go into the program are copied: electron-builder takes links to folders for something else.
  const shipped = new Set(appFiles(root).flatMap((path) => /^node_modules\/(@[^/]+|[^/]+)/.exec(path)?.[1] ?? []));
  rmSync(join(project, 'node_modules'));
  mkdirSync(join(project, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(project, 'node_modules', name)];
    if (shipped.has(name)) cpSync(from, to, { recursive: true });
    else if (name !== '@yuuang') symlinkSync(from, to);
  }
  const calls = join(project, windowsCallsBinary('x64'));
  mkdirSync(dirname(calls), { recursive: true });
  writeFileSync(calls, 'no program');
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const { version } = lock.packages['node_modules/@yuuang/ffi-rs-win32-x64-msvc']!;
  writeFileSync(join(dirname(calls), 'package.json'), JSON.stringify({ version }));
  const electronDist = join(project, 'electron-win');
  writeElectronStandIn(electronDist, electronVersion);
  // Any small program of Windows will do: what is under test is what happens to its file.
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
  beforeAll(() => writeElectronStandIn(electron, electronVersion));
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
    const project = copyProject();
    change(project, 'electron-builder.yml', /^appId:.*$/m, 'appId: [');
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toMatch(/unexpected end|missed comma|flow/i);
    expect(status).toBe(1);
  });

  it('when nothing is built', async () => {
    const project = copyProject();
    rmSync(join(project, 'out/renderer/index.html'));
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toContain('nothing is built');
    expect(status).toBe(1);
  });

  it("when Windows' binaries are not those of the lock file", async () => {
    const project = copyProject();
    change(project, 'package-lock.json', /"node_modules\/@yuuang\/ffi-rs-win32-arm64-msvc"/, '"somewhere/else"');
    const { status, output } = await runPackage(project, ['--platform', 'win', '--dir', '--arch', 'arm64']);
    expect(output).toContain('the lock file knows no node_modules/@yuuang/ffi-rs-win32-arm64-msvc');
    expect(status).toBe(1);
  });

  it('before it packs', async () => {
    const project = copyProject();
    change(project, 'scripts/packaging/before-pack.ts', 'process.env[startedByPackage] === undefined', 'true');
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toContain('Doca is packed with `npm run package`');
    expect(status).toBe(1);
  });

  it('while it packs', async () => {
    const project = copyProject();
    const { status, output } = await runPackage(project, ['--dir', '--electron-dist', join(project, 'nowhere')]);
    expect(output).toContain('nowhere');
    expect(status).toBe(1);
  });

  it('after it has packed', async () => {
    const project = copyProject();
    writeFileSync(join(project, 'out/renderer/assets/release.pem'), 'not really');
    const { status, output } = await runPackage(project, ['--dir']);
    expect(output).toContain('a key: out/renderer/assets/release.pem');
    expect(status).toBe(1);
  });

  it('when a file cannot be signed', async () => {
    const { project, electronDist } = copyProjectForWindows();
    const signer = join(project, 'sign.ts');
    const seen = join(project, 'signed.txt');
    writeFileSync(
      signer,
      `import { appendFileSync } from 'node:fs';
      const path = process.argv.at(-1) ?? '';
      appendFileSync(${JSON.stringify(seen)}, path + '\\n');
      process.exitCode = path.endsWith('.node') ? 7 : 0;`,
    );
    const args = ['--release', '--platform', 'win', '--dir', '--arch', 'x64', '--electron-dist', electronDist];
    const env = { ...wholeEnv, DOCA_SIGN_COMMAND: JSON.stringify([process.execPath, signer, 'an argument']) };
    const { status, output } = await runPackage(project, args, env);
    expect(output).toMatch(/\.node is not signed: \S+ ended with 7/);
    const signed = readFileSync(seen, 'utf8');
    expect(signed).toContain('Doca.exe\n');
    expect(status).toBe(1);
  });

  it('when the installers cannot be made', async () => {
    const project = copyProject();
    change(project, 'electron-builder.yml', 'target: AppImage', 'target: nonsense');
    const { status, output } = await runPackage(project, []);
    expect(output).toContain('Unknown target: nonsense');
    expect(status).toBe(1);
  });

  it('when a step never comes to its end', async () => {
    const project = copyProject();
    writeFileSync(
      join(project, 'scripts/packaging/after-pack.ts'),
      'export default () => new Promise(() => undefined);\n',
    );
    const { status } = await runPackage(project, ['--dir']);
    expect(status).toBe(1);
  });
});
