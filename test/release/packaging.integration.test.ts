import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asar from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appFiles, keytarBinary } from '../../scripts/packaging/app-files.ts';
import { inspectAsar, largestAppBytes } from '../../scripts/packaging/inspect-asar.ts';
import { createRasteriser } from '../../src/main/printing/index.ts';
import { onePage } from '../support/pdf-raw.ts';
import { writeElectronStandIn } from './electron-stand-in.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'doca-package-'));
const electronVersion = (
  JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
    readonly version: string;
  }
).version;
const unpacked = join(folder, 'dist/linux-unpacked');
const archive = join(unpacked, 'resources/app.asar');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runPackage(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof spawnSync> {
  return spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/packaging/package.ts', ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  );
}

describe.runIf(process.platform === 'linux')('the packed application', () => {
  let output = '';

  beforeAll(() => {
    writeElectronStandIn(join(folder, 'electron'), electronVersion);
    const packed = runPackage([
      '--dir',
      '--electron-dist',
      join(folder, 'electron'),
      '--output',
      join(folder, 'dist'),
    ]);
    output = `${packed.stdout.toString()}${packed.stderr.toString()}`;
    expect(packed.status, output).toBe(0);
  });

  it('reports that it is unsigned', () => {
    expect(output).toContain('DEVELOPMENT BUILD: unsigned');
  });

  it('downloads nothing', () => {
    expect(output).not.toMatch(/download/i);
  });

  it('holds exactly the files that run, without a problem in them', () => {
    const { files, problems } = inspectAsar(archive);
    expect(problems).toEqual([]);
    const expected = [...appFiles(root), keytarBinary('linux', process.arch)].sort();
    expect(files.map(({ path }) => path).sort()).toEqual(expected);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(`the packed code has ${(bytes / 1e6).toFixed(1)} million bytes`);
    expect(bytes).toBeLessThan(largestAppBytes);
    expect(files.filter(({ path }) => path.startsWith('out/renderer/')).length).toBeGreaterThan(5);
  });

  it('brings everything that electron-updater loads, and the names that the program takes of it', () => {
    const app = join(folder, 'app');
    asar.extractAll(archive, app);
    const program = join(app, 'out/main/try-updater.js');
    writeFileSync(
      program,
      `const { default: module } = await import('electron-updater');
      const { NsisUpdater, MacUpdater, CancellationToken } = module;
      process.stdout.write([NsisUpdater, MacUpdater, CancellationToken].map((one) => one.name).join());`,
    );
    const register = join(root, 'test/electron-double/register.ts');
    const args = ['--disable-warning=ExperimentalWarning', '--import', register, program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe('NsisUpdater,MacUpdater,CancellationToken');
  });

  it('draws a page with only the packed files', async () => {
    const path = join(folder, 'page.pdf');
    writeFileSync(path, onePage({ page: '/MediaBox[0 0 72 144]', content: '0 0 72 72 re f' }));
    asar.extractAll(archive, join(folder, 'app'));
    const { rasterise, close } = createRasteriser(
      pathToFileURL(join(folder, 'app/out/main/raster-worker.js')),
    );
    try {
      const page = await rasterise(path, 1, 100);
      expect(page).toMatchObject({ width: 100, height: 200 });
      expect([page?.gray[0], page?.gray.at(-1)]).toEqual([255, 0]);
    } finally {
      await close();
    }
  });

  it('has keytar for this system only, as a file of its own', () => {
    const binary = keytarBinary('linux', process.arch);
    expect(statSync(join(unpacked, 'resources/app.asar.unpacked', binary)).size).toBeGreaterThan(
      10_000,
    );
    expect(readdirSync(join(unpacked, 'resources/app.asar.unpacked/node_modules'))).toEqual([
      'keytar',
    ]);
  });

  it('carries no scripts and no development dependencies in its package.json', () => {
    const manifest = JSON.parse(asar.extractFile(archive, 'package.json').toString()) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({ name: 'doca', type: 'module', main: 'out/main/index.js' });
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  it('keeps the notices and the two languages', () => {
    expect(readdirSync(join(unpacked, 'locales')).sort()).toEqual(['en-US.pak', 'pt-BR.pak']);
    for (const name of [
      'LICENSE.electron.txt',
      'LICENSES.chromium.html',
      'resources/third-party-licences.txt',
    ]) {
      expect(existsSync(join(unpacked, name)), name).toBe(true);
    }
    expect(existsSync(join(unpacked, 'resources/app-update.yml'))).toBe(false);
  });

  it('has its fuses set', async () => {
    const [off, on] = ['0', '1'].map((state) => state.charCodeAt(0));
    const fuses = await getCurrentFuseWire(join(unpacked, 'doca'));
    expect(fuses).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: off,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    });
  });
});

describe('a build that must not be', () => {
  it('a release without its secrets is refused', () => {
    const { status, stderr } = runPackage(
      ['--release', '--dir', '--output', join(folder, 'refused')],
      {
        DOCA_UPDATE_FEED: '',
        DOCA_RELEASE_TAG: '',
      },
    );
    expect(status).toBe(1);
    expect(stderr.toString()).toContain('this is no release');
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });

  it('electron-builder on its own, around the list of files and the signing, is refused', () => {
    const builder = join(root, 'node_modules/electron-builder/cli.js');
    const output = `-c.directories.output=${join(folder, 'alone')}`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [builder, '--dir', '--publish', 'never', output],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect(status).not.toBe(0);
    expect(`${stdout}${stderr}`).toContain('npm run package');
    expect(existsSync(join(folder, 'alone/linux-unpacked'))).toBe(false);
  });
});
