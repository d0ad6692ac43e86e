/**
 * `npm run package`: a development build for this system, unsigned and saying so. `npm run package -- --release`: what is
 * given to warehouses; refused without the secrets of docs/release-guide.md. `--dir` stops before the installers.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Arch, build, Platform as BuilderPlatform } from 'electron-builder';
import { appFiles } from './app-files.ts';
import { startedByPackage } from './before-pack.ts';
import { buildConfiguration } from './config.ts';
import { releaseNotes } from '../release/release-notes.ts';
import { installWindowsBinaries } from './windows-binaries.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    release: { type: 'boolean', default: false },
    dir: { type: 'boolean', default: false },
    arch: { type: 'string', multiple: true },
    'electron-dist': { type: 'string' },
    output: { type: 'string' },
  },
});
const platform = process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'mac' : 'linux';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const changeLog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

try {
  writeAppleKey();
  const config = buildConfiguration({
    root,
    platform,
    release: values.release,
    env: process.env,
    version,
    files: appFiles(root),
    releaseNotes: releaseNotes(changeLog, version),
  });
  if (!values.release) process.stdout.write('DEVELOPMENT BUILD: unsigned, without updates. Not for warehouses.\n');
  if (platform === 'win') installWindowsBinaries(root, values.arch ?? (values.dir ? [process.arch] : ['x64', 'arm64']));
  process.env[startedByPackage] = '1';
  const targets = { win: BuilderPlatform.WINDOWS, mac: BuilderPlatform.MAC, linux: BuilderPlatform.LINUX }[platform];
  const archs = values.arch?.map((name) => (name === 'arm64' ? Arch.arm64 : Arch.x64)) ?? [];
  const written = await build({
    projectDir: root,
    targets: targets.createTarget(
      values.dir ? 'dir' : null,
      ...(values.dir && archs.length === 0 ? [hostArch()] : archs),
    ),
    publish: 'never',
    config: {
      ...config,
      ...(values['electron-dist'] === undefined ? {} : { electronDist: values['electron-dist'] }),
      ...(values.output === undefined ? {} : { directories: { output: values.output } }),
    },
  });
  for (const path of written) process.stdout.write(`${path}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Apple's tools want the key of notarisation as a file; a build machine has it as a secret. */
function writeAppleKey(): void {
  const text = process.env['DOCA_APPLE_API_KEY_TEXT'];
  if (text === undefined || text === '') return;
  const path = join(mkdtempSync(join(tmpdir(), 'doca-key-')), 'notary.p8');
  writeFileSync(path, text, { mode: 0o600 });
  process.env['APPLE_API_KEY'] = path;
}

function hostArch(): Arch {
  return process.arch === 'arm64' ? Arch.arm64 : Arch.x64;
}
