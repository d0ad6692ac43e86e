import { readFile, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { PolicyProblem } from './types.ts';
import { readErrorCode } from '../os/errors.ts';

export type PolicyPlatform = 'win32' | 'darwin' | 'linux';

/** Where administrators put the policy; packers may read it there and no more. */
export function choosePolicyPath(platform: PolicyPlatform, env: Readonly<Record<string, string | undefined>>): string {
  switch (platform) {
    case 'win32':
      return win32.join(env['PROGRAMDATA'] ?? 'C:\\ProgramData', 'Doca', 'policy.json');
    case 'darwin':
      return posix.join('/Library/Application Support', 'Doca', 'policy.json');
    case 'linux':
      return '/etc/doca/policy.json';
  }
}

export type PolicyFileRead =
  | { readonly found: 'nothing' }
  | { readonly found: 'values'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly found: 'broken'; readonly problem: PolicyProblem };

/**
 * Reads the file. Where the system has owners and modes, a file that anybody can write is no policy: on Windows that is
 * the folder's access list, which the installation guide sets.
 */
export async function readPolicyFile(path: string, platform: PolicyPlatform): Promise<PolicyFileRead> {
  let text: string;
  try {
    const { mode } = await stat(path);
    if (platform !== 'win32' && (mode & 0o002) !== 0) return reportBroken('writable-by-others');
    text = await readFile(path, 'utf8');
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(readErrorCode(error) ?? '')
      ? { found: 'nothing' }
      : reportBroken('unreadable');
  }
  try {
    // Windows' own editors may begin a file with a byte order mark.
    const values: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(values) ? { found: 'values', values } : reportBroken('no-json');
  } catch {
    return reportBroken('no-json');
  }
}

function reportBroken(reason: PolicyProblem['reason']): PolicyFileRead {
  return { found: 'broken', problem: { source: 'file', key: null, reason } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
