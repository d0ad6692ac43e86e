import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Debian's version of Wine that the lane is known to work with. A newer one is tried, then written
 * here.
 */
export const wineVersion = '10.0~repack-6';

/**
 * The lane keeps here between runs: this version of Wine, and the packages of Windows. Outside the
 * tree.
 */
export const cacheDir = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'doca/windows',
);

/** A missing requirement that the user of the lane must meet; the rest of the lane did not run. */
export class SetUpError extends Error {}

/** A command that needs root, which this user is or becomes through sudo. */
export function asRoot(
  command: string,
  args: readonly string[],
): readonly [string, readonly string[]] {
  return process.getuid?.() === 0 ? [command, args] : ['sudo', ['--', command, ...args]];
}

/**
 * Runs a command with its output on this terminal. If it fails, throws a `SetUpError` with the
 * remedy.
 */
export async function runOrSay(
  [command, args]: readonly [string, readonly string[]],
  whatToDo: string,
): Promise<void> {
  const said = `${command} ${args.join(' ')}`;
  const end = await new Promise<string | null>((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? null : `it ended with ${String(code ?? signal)}`),
    );
  });
  if (end !== null) throw new SetUpError(`${said}\n${end}. ${whatToDo}`);
}

/** Returns the temporary name for a file or folder that others must only see complete. */
export function partOf(whole: string): string {
  return `${whole}.part-${process.pid}`;
}

/**
 * Another run may be making the same: each works in a folder of its own, and the first complete one
 * is kept.
 */
export async function finishPart(part: string, whole: string): Promise<void> {
  if (existsSync(whole)) await removeTree(part);
  else await rename(part, whole);
}

/**
 * Removes a folder with all its contents; processes that worked there may still write a last file
 * meanwhile.
 */
export async function removeTree(path: string): Promise<void> {
  const patiently =
    'for try in 1 2 3 4 5; do rm -rf "$0" 2>/dev/null && exit; sleep 1; done; rm -rf "$0"';
  await runOrSay(asRoot('sh', ['-c', patiently, path]), `Remove ${path} by hand.`);
}

/** Removes what killed runs have left in a folder. */
export async function removeLeftovers(dir: string): Promise<void> {
  for (const name of readdirSync(dir)) {
    const pid = /\.part-(\d+)$/.exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    await removeTree(join(dir, name));
  }
}
