import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  asRoot,
  cacheDir,
  finishPart,
  partOf,
  removeLeftovers,
  runOrSay,
  SetUpError,
  wineVersion,
} from '../windows/machine.ts';
import { installInRoot, makePrefix, prepareWine } from '../windows/wine.ts';
import type { WineRoot } from '../windows/wine.ts';

/** What makes, signs and starts setups: NSIS's own programs are of 32 bits, and want a screen. */
const packages = [
  `wine32:i386=${wineVersion}`,
  ...['nsis', 'osslsigncode', '7zip', 'openssl', 'xvfb', 'gcc-mingw-w64-x86-64-win32'],
];

/** The Windows lane's root, with that on top, and a prefix of its own; made where they are not there yet. Throws `SetUpError`. */
export async function prepareRehearsalRoot(): Promise<WineRoot> {
  const lane = await prepareWine();
  const dir = join(cacheDir, wineVersion, 'rehearsal');
  const made = { root: join(dir, 'root'), freshPrefix: join(dir, 'prefix') };
  await mkdir(dir, { recursive: true });
  await removeLeftovers(dir);
  if (!existsSync(made.root)) {
    const part = partOf(made.root);
    await runOrSay(asRoot('cp', ['-a', '--reflink=auto', lane.root, part]), 'Look whether the disk is full.');
    await installInRoot(part, packages, ['dpkg --add-architecture i386', 'apt-get update -q']);
    await finishPart(part, made.root);
  }
  if (!existsSync(made.freshPrefix)) await makePrefix(made);
  return made;
}

/** Where electron-builder's plugins of NSIS lie, when a machine cannot reach the host that it fetches them from. */
const givenNsis = process.env['DOCA_NSIS'];

/**
 * Lays out a folder as electron-builder wants NSIS: Debian's compiler and stubs, which belong together, and its own plugins
 * and `elevate.exe`. Gives the environment that leads it there; nothing where it is to fetch its own.
 */
export async function layOutNsis(root: string, folder: string): Promise<Readonly<Record<string, string>>> {
  if (givenNsis === undefined) return {};
  const [tools, plugins] = [join(folder, 'nsis'), join(folder, 'nsis-resources')];
  try {
    await cp(join(root, 'usr/share/nsis'), tools, { recursive: true });
    await mkdir(join(tools, 'linux'), { recursive: true });
    await cp(join(root, 'usr/bin/makensis'), join(tools, 'linux/makensis'));
    await cp(join(givenNsis, 'nsis/elevate.exe'), join(tools, 'elevate.exe'));
    await cp(join(givenNsis, 'nsis-resources'), plugins, { recursive: true });
  } catch (error) {
    throw new SetUpError(
      `DOCA_NSIS leads to no plugins of NSIS: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return {
    ELECTRON_BUILDER_OFFLINE: 'true',
    ELECTRON_BUILDER_NSIS_DIR: '/rehearsal/nsis',
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: '/rehearsal/nsis-resources',
  };
}
