import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PolicyProblem } from './types.ts';
import { readErrorCode } from '../os/errors.ts';
import type { Windows } from './windows.ts';

export type PolicyPlatform = 'win32' | 'darwin' | 'linux';

/** Where administrators put the policy; packers may read it there and no more. Throws where Windows does not say. */
export function choosePolicyPath(platform: PolicyPlatform, windows: Pick<Windows, 'findProgramData'>): string {
  switch (platform) {
    case 'win32':
      return join(windows.findProgramData(), 'Doca', 'policy.json');
    case 'darwin':
      return '/Library/Application Support/Doca/policy.json';
    case 'linux':
      return '/etc/doca/policy.json';
  }
}

type PolicyFileRead = { readonly values: Readonly<Record<string, unknown>> } | { readonly problem: PolicyProblem };

/**
 * Reads the file, if there is one. Where the system has owners and modes, a file that anybody can write is no policy: on Windows
 * that is the folder's access list, which the installation guide sets.
 */
export async function readPolicyFile(findPath: () => string, platform: PolicyPlatform): Promise<PolicyFileRead> {
  let text: string;
  try {
    const path = findPath();
    const { mode } = await stat(path);
    if (platform !== 'win32' && (mode & 0o002) !== 0) return reportBroken('writable-by-others');
    text = await readFile(path, 'utf8');
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(readErrorCode(error) ?? '') ? { values: {} } : reportBroken('unreadable');
  }
  try {
    // Windows' own editors may begin a file with a byte order mark.
    return { values: z.record(z.string(), z.unknown()).parse(JSON.parse(text.replace(/^\uFEFF/, ''))) };
  } catch {
    return reportBroken('no-json');
  }
}

function reportBroken(reason: PolicyProblem['reason']): PolicyFileRead {
  return { problem: { source: 'file', key: null, reason } };
}
