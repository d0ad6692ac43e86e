import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InsideJob } from './inside.ts';
import {
  asRoot,
  cacheDir,
  finishPart,
  partOf,
  removeLeftovers,
  runOrSay,
  SetUpError,
  wineVersion,
} from './machine.ts';

/** A Debian with Wine in a folder, and an unused Wine prefix. */
export interface WineRoot {
  readonly root: string;
  readonly freshPrefix: string;
}

const release = 'trixie';
/** Wine itself, and the libraries that it needs to print through CUPS. */
const packages = [
  `wine=${wineVersion}`,
  `wine64=${wineVersion}`,
  `libwine=${wineVersion}`,
  'libcups2t64',
];
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

export const wineEnv = {
  HOME: '/root',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  XDG_RUNTIME_DIR: '/tmp',
  WINEARCH: 'win64',
  WINEDEBUG: '-all',
  WINEPREFIX: '/prefix',
};

/** Makes both if they are missing, which takes some minutes. Throws `SetUpError`. */
export async function prepareWine(): Promise<WineRoot> {
  const dir = join(cacheDir, wineVersion);
  const made = { root: join(dir, 'root'), freshPrefix: join(dir, 'prefix') };
  await mkdir(dir, { recursive: true });
  await removeLeftovers(dir);
  if (!existsSync(made.root)) await makeRoot(made.root);
  checkVersion(made.root);
  if (!existsSync(made.freshPrefix)) await makePrefix(made);
  return made;
}

async function makeRoot(root: string): Promise<void> {
  if (process.arch !== 'x64') {
    throw new SetUpError(
      `Wine runs Windows' x64 programs on an x64 processor; this is ${process.arch}.`,
    );
  }
  const part = partOf(root);
  console.log(`A root with Debian ${release} and Wine ${wineVersion}: once, some minutes.`);
  await makeDebian(part, release);
  // Nothing here must survive a power cut, and flushing each file takes most of the time.
  await installInRoot(part, packages, ['echo force-unsafe-io > /etc/dpkg/dpkg.cfg.d/unsafe-io']);
  await finishPart(part, root);
}

/** A Debian in a folder, with no more than it must have. Throws `SetUpError`. */
export async function makeDebian(root: string, name: 'bookworm' | 'trixie'): Promise<void> {
  if (!existsSync('/usr/bin/apt-get'))
    throw new SetUpError('This is no Debian: its tool debootstrap is needed.');
  await installDebootstrap();
  const mirror = findMirror();
  // Mounts that debootstrap makes end with it.
  const settings = ['--variant=minbase', '--force-check-gpg', `--keyring=${keyring}`];
  await runOrSay(
    asRoot('unshare', [
      '--mount',
      'env',
      ...listAptSettings(),
      'debootstrap',
      ...settings,
      name,
      root,
      mirror,
    ]),
    `Look whether ${mirror} can be reached from here; ${root}/debootstrap/debootstrap.log may say more.`,
  );
}

/** Installs packages of Debian in a root, after some commands of a shell. Throws `SetUpError`. */
export async function installInRoot(
  root: string,
  names: readonly string[],
  first: readonly string[] = [],
): Promise<void> {
  const install = [
    ...first,
    `apt-get install -yq --no-install-recommends ${names.join(' ')}`,
    'apt-get clean',
  ];
  await runOrSay(
    asRoot('unshare', [
      '--mount',
      'env',
      ...listAptSettings(),
      'chroot',
      root,
      'sh',
      '-c',
      install.join(' && '),
    ]),
    `If Debian has another version of Wine by now, write it into scripts/windows/machine.ts and run the lane with it.`,
  );
}

/**
 * Returns the environment in which apt asks no questions, and reaches its mirror as this machine
 * does.
 */
function listAptSettings(): readonly string[] {
  const proxy = readAptSetting('Acquire::http::Proxy');
  return ['DEBIAN_FRONTEND=noninteractive', ...(proxy === '' ? [] : [`http_proxy=${proxy}`])];
}

async function installDebootstrap(): Promise<void> {
  const missing = ['debootstrap', 'debian-archive-keyring'].filter(
    (name) =>
      !spawnSync('dpkg-query', ['-W', '-f', '${Status}', name]).stdout.includes(
        'install ok installed',
      ),
  );
  if (missing.length === 0) return;
  const whatToDo = `Install ${missing.join(' and ')}; this needs Debian or a system made from it.`;
  await runOrSay(asRoot('apt-get', ['update', '-q']), whatToDo);
  await runOrSay(
    asRoot('apt-get', ['install', '-yq', '--no-install-recommends', ...missing]),
    whatToDo,
  );
}

/** Returns the Debian mirror of this machine's apt; Debian's own if it has none, as on Ubuntu. */
export function findMirror(): string {
  const targets = [
    'indextargets',
    '--format',
    '$(ORIGIN) $(LABEL) $(REPO_URI)',
    'Created-By: Packages',
  ];
  const { stdout } = spawnSync('apt-get', targets, { encoding: 'utf8' });
  return /^Debian Debian (\S+)$/m.exec(stdout)?.[1] ?? 'http://deb.debian.org/debian/';
}

function readAptSetting(name: string): string {
  const { stdout } = spawnSync('apt-config', ['shell', 'value', name], { encoding: 'utf8' });
  return /^value='(.*)'$/m.exec(stdout)?.[1] ?? '';
}

function checkVersion(root: string): void {
  const query = ['--admindir', join(root, 'var/lib/dpkg'), '-W', '-f', '${Version}', 'wine64'];
  const { stdout } = spawnSync('dpkg-query', query, { encoding: 'utf8' });
  if (stdout !== wineVersion) {
    throw new SetUpError(
      `${root} has Wine "${stdout}": remove it with npm run test:windows -- --clean, and run again.`,
    );
  }
}

/** Lets Wine set itself up in a folder that no program of Windows has used. Throws `SetUpError`. */
export async function makePrefix({ root, freshPrefix }: WineRoot): Promise<void> {
  const part = partOf(freshPrefix);
  await mkdir(part);
  const code = await runInside({
    root,
    folders: { prefix: part },
    memory: { tmp: 64 << 20 },
    env: wineEnv,
    workDir: '/',
    command: ['sh', '-c', 'wineboot --init && wineserver --wait'],
    wordsFile: `${part}.words`,
  });
  if (code !== 0)
    throw new SetUpError(`Wine could not set itself up (${code}). ${part}.words says why.`);
  await runOrSay(asRoot('rm', ['-f', `${part}.words`]), '');
  await finishPart(part, freshPrefix);
}

/**
 * Runs a command in the root and returns its exit code. No mount or process of it remains, even if
 * this process is killed.
 */
export function runInside(job: InsideJob): Promise<number> {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  const program = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'inside.ts'),
  ];
  // A shell as the first process reaps orphaned processes of Wine, which Wine waits for.
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh'];
  const [command, args] = asRoot('unshare', [
    ...namespaces,
    ...shell,
    ...program,
    JSON.stringify(job),
  ]);
  return new Promise((resolve, reject) => {
    // The command inside ends when this pipe closes.
    const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
