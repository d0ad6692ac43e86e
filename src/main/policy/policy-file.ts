import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { PolicyProblem } from './types.ts';
import { readErrorCode } from '../os/errors.ts';
import { insistOnReading, parseJson } from '../os/files.ts';
import type { Platform } from '../os/station.ts';
import { findFlawOfMode, findFlawOfSecurity } from './guarded.ts';
import type { Windows } from './windows.ts';

/**
 * Returns the path of the administrators' policy file, which packers can only read. Throws if
 * Windows does not say.
 */
export function choosePolicyPath(
  platform: Platform,
  windows: Pick<Windows, 'findProgramData'>,
): string {
  if (platform === 'win32') return join(windows.findProgramData(), 'Doca', 'policy.json');
  const folder = platform === 'darwin' ? '/Library/Application Support/Doca' : '/etc/doca';
  return `${folder}/policy.json`;
}

type PolicyFileRead =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly problem: PolicyProblem };

/** Returns evidence that somebody other than administrators could have put the open file there. */
type Guard = (
  path: string,
  file: FileHandle,
) => Promise<Pick<PolicyProblem, 'reason' | 'path'> | null>;

/**
 * Checks the file and all folders above it: with write access to one, a person can put another
 * below it.
 */
export const guardByModes: Guard = async (path, file) => {
  let current = path;
  let stats = await file.stat();
  for (;;) {
    const reason = findFlawOfMode(stats);
    if (reason !== null) return { reason, path: current };
    if (current === dirname(current)) return null;
    current = dirname(current);
    stats = await lstat(current);
  }
};

/** Checks the file and its folder: the folders above are Windows' own. */
export function guardBySecurity({ readSecurity }: Windows): Guard {
  return async (path) => {
    for (const one of [path, dirname(path)]) {
      const reason = (await lstat(one)).isSymbolicLink()
        ? 'link'
        : findFlawOfSecurity(readSecurity(one));
      if (reason !== null) return { reason, path: one };
    }
    return null;
  };
}

/**
 * Reads the file, if there is one and its guard finds nothing. Also unreadable if its path is not
 * known.
 */
export async function readPolicyFile(
  findPath: () => string,
  guard?: Guard,
): Promise<PolicyFileRead> {
  let path = '';
  let bytes: Buffer;
  let file: FileHandle | null = null;
  try {
    path = findPath();
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = guard === undefined ? O_RDONLY : O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
    file = await insistOnReading(() => open(path, flags));
    const flaw = await guard?.(path, file);
    if (flaw) return reportBroken(flaw.reason, flaw.path);
    bytes = await file.readFile();
  } catch (error) {
    const code = readErrorCode(error) ?? '';
    if (['ENOENT', 'ENOTDIR'].includes(code)) return { values: {} };
    return code === 'ELOOP' ? reportBroken('link', path) : reportBroken('unreadable');
  } finally {
    await file?.close();
  }
  try {
    return { values: z.record(z.string(), z.unknown()).parse(parseJson(bytes)) };
  } catch {
    return reportBroken('no-json');
  }
}

function reportBroken(reason: PolicyProblem['reason'], path?: string): PolicyFileRead {
  return { problem: { source: 'file', key: null, reason, path } };
}
