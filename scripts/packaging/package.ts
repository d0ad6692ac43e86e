/**
 * `npm run package`: a development build for this system, unsigned, and named so. `npm run package
 * -- --release`: the build for warehouses; refused without the secrets of docs/release-guide.md.
 * `--dir` stops before the installers. `--arch` x64 or arm64, repeatable. `--platform` win, mac or
 * linux: another system's build, if its tools are installed.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { appFiles } from './app-files.ts';
import { startedByPackage } from './before-pack.ts';
import { buildConfiguration, readBase } from './config.ts';
import { failUnlessDone } from './exit-status.ts';
import { readReleaseNotes } from '../release/release-notes.ts';
import { installWindowsBinaries } from './windows-binaries.ts';
import type { ArchName } from './targets.ts';
import type { Platform } from './signing.ts';

const root = join(import.meta.dirname, '../..');
const archNames = ['x64', 'arm64'] as const satisfies readonly ArchName[];
const done = failUnlessDone();
try {
  await pack();
  done();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

async function pack(): Promise<void> {
  const { values } = parseArgs({
    options: {
      release: { type: 'boolean', default: false },
      dir: { type: 'boolean', default: false },
      arch: { type: 'string', multiple: true, default: [] },
      platform: { type: 'string', default: ownPlatform() },
      'electron-dist': { type: 'string' },
      output: { type: 'string' },
    },
  });
  const { release, dir } = values;
  const platform = pick('--platform', values.platform, ['win', 'mac', 'linux']);
  const archs = values.arch.map((name) => pick('--arch', name, archNames));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  writeAppleKey();
  const config = buildConfiguration({
    root,
    platform,
    release,
    env: process.env,
    version,
    files: appFiles(root),
    releaseNotes: readReleaseNotes(root, version),
  });
  if (!release)
    process.stdout.write('DEVELOPMENT BUILD: unsigned, without updates. Not for warehouses.\n');
  if (platform === 'win') {
    installWindowsBinaries(root, archs.length > 0 ? archs : dir ? [process.arch] : archNames);
  }
  process.env[startedByPackage] = '1';
  // Imported late: loading the packer takes longer than finding out that packing is impossible.
  const [{ build }, { buildTargets }] = await Promise.all([
    import('electron-builder'),
    import('./targets.ts'),
  ]);
  const written = await build({
    projectDir: root,
    targets: buildTargets({ base: readBase(root), platform, dir, archs }),
    publish: 'never',
    config: {
      ...config,
      ...(values['electron-dist'] === undefined ? {} : { electronDist: values['electron-dist'] }),
      ...(values.output === undefined ? {} : { directories: { output: values.output } }),
    },
  });
  for (const path of written) process.stdout.write(`${path}\n`);
}

function ownPlatform(): Platform {
  return process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'mac' : 'linux';
}

function pick<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Error(`${option} ${value}: it can be ${known.join(' or ')}`);
  return found;
}

/** Apple's tools want the key of notarisation as a file; a build machine has it as a secret. */
function writeAppleKey(): void {
  const text = process.env['DOCA_APPLE_API_KEY_TEXT'];
  if (text === undefined || text === '') return;
  const path = join(mkdtempSync(join(tmpdir(), 'doca-key-')), 'notary.p8');
  writeFileSync(path, text, { mode: 0o600 });
  process.env['APPLE_API_KEY'] = path;
}
