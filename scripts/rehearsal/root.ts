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
import { findMirror, installInRoot, makePrefix, prepareWine } from '../windows/wine.ts';
import type { WineRoot } from '../windows/wine.ts';

/** The tools that make, sign and start setups, and the screen that they need. */
const packages = ['nsis', 'osslsigncode', '7zip', 'openssl', 'xvfb', 'gcc-mingw-w64-x86-64-win32'];

/**
 * Windows' libraries for programs of 32 bits, as setups are: of Debian's package for another
 * processor, and that alone.
 */
const wine32 = {
  path: `pool/main/w/wine/libwine_${wineVersion}_i386.deb`,
  sha256: 'fef4802a6553a17eaa40003333a86fc697440d1d21c5824f2dbd1c444f01527b',
  libraries: './usr/lib/i386-linux-gnu/wine/i386-windows',
};

/**
 * Returns the Windows lane's root with these packages added, and a prefix of its own; makes both if
 * they are missing. Throws `SetUpError`.
 */
export async function prepareRehearsalRoot(): Promise<WineRoot> {
  const lane = await prepareWine();
  const dir = join(cacheDir, wineVersion, 'rehearsal');
  const made = { root: join(dir, 'root'), freshPrefix: join(dir, 'prefix') };
  await mkdir(dir, { recursive: true });
  await removeLeftovers(dir);
  if (!existsSync(made.root)) {
    const part = partOf(made.root);
    await runOrSay(
      asRoot('cp', ['-a', '--reflink=auto', lane.root, part]),
      'Look whether the disk is full.',
    );
    await installInRoot(part, packages, ['apt-get update -q']);
    await installWine32(part);
    await finishPart(part, made.root);
  }
  if (!existsSync(made.freshPrefix)) await makePrefix(made);
  return made;
}

/**
 * 64-bit Wine needs only these to run 32-bit programs (its WoW64 mode). A whole further
 * architecture would be some hundred packages, and a second index that the mirror must have at the
 * same state as the first.
 */
async function installWine32(root: string): Promise<void> {
  const file = join(root, 'var/cache/libwine.deb');
  await runOrSay(
    asRoot('/usr/lib/apt/apt-helper', [
      'download-file',
      `${findMirror()}${wine32.path}`,
      file,
      `SHA256:${wine32.sha256}`,
    ]),
    'If Debian has another version of Wine by now, write it and this sum into the scripts.',
  );
  const into = join(root, 'usr/lib/x86_64-linux-gnu/wine/i386-windows');
  const unpack =
    'dpkg-deb --fsys-tarfile "$0" | tar --extract --directory "$1" --strip-components 6 "$2" && rm "$0"';
  await runOrSay(
    asRoot('sh', ['-c', unpack, file, into, wine32.libraries]),
    'Look whether the disk is full.',
  );
}

/**
 * The folder of electron-builder's NSIS plugins, for a machine that cannot reach the host that they
 * are downloaded from.
 */
const givenNsis = process.env['DOCA_NSIS'];

/**
 * Lays out a folder as electron-builder expects NSIS: Debian's compiler and stubs, which belong
 * together, and electron-builder's own plugins and `elevate.exe`. Returns the environment that
 * points to it; empty if electron-builder is to download its own.
 */
export async function layOutNsis(
  root: string,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
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
