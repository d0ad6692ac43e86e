import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { promisify } from 'node:util';

/** Below the machine's hive: where group policies lie that administrators alone can write. */
export const policyKey = String.raw`Software\Policies\Doca`;
/** The same, as reg.exe names it; the template in resources/group-policy fills it. */
export const registryKey = win32.join('HKEY_LOCAL_MACHINE', policyKey);

/** The key's texts and numbers by name, as texts; empty where there is no such key, `null` where nobody can say. */
export async function readRegistryPolicy(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string>> | null> {
  const program = win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe');
  try {
    const folder = await mkdtemp(join(tmpdir(), 'doca-policy-'));
    const path = join(folder, 'policy.reg');
    try {
      // Into a file it writes UTF-16; what it prints is in the old code page of DOS.
      const args = ['export', registryKey, path, '/y', '/reg:64'];
      await promisify(execFile)(program, args, { windowsHide: true, timeout: 10_000 });
      return parseRegistryFile(await readFile(path, 'utf16le'))[registryKey.toLowerCase()] ?? {};
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  } catch (error) {
    // What reg.exe ends with where there is no such key.
    return error instanceof Error && 'code' in error && error.code === 1 ? {} : null;
  }
}

/**
 * The texts and numbers in a file that `reg export` wrote, by the lower-case name of their key and their own; other kinds
 * are left out.
 */
export function parseRegistryFile(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const keys: Record<string, Record<string, string>> = {};
  let values: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const key = /^\[(.*)\]$/.exec(line)?.[1];
    if (key !== undefined) values = keys[key.toLowerCase()] ??= {};
    const [, name, quoted, hex] = /^"(\w+)"=(?:"(.*)"|dword:([0-9a-f]{8}))$/i.exec(line) ?? [];
    if (name === undefined) continue;
    values[name] = hex === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : String(Number.parseInt(hex, 16));
  }
  return keys;
}
