import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { promisify } from 'node:util';

/** Where Windows' group policies lie that administrators alone can write; the template in resources/group-policy fills it. */
export const registryKey = String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Doca`;

/** The key's texts and numbers by name, as texts; empty where there is no such key, `null` where nobody can say. */
export async function readRegistryPolicy(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string>> | null> {
  const folder = await mkdtemp(join(tmpdir(), 'doca-policy-'));
  const path = join(folder, 'policy.reg');
  const program = win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe');
  try {
    // Into a file it writes UTF-16; what it prints is in the old code page of DOS.
    const args = ['export', registryKey, path, '/y', '/reg:64'];
    await promisify(execFile)(program, args, { windowsHide: true, timeout: 10_000 });
    return parseRegistryFile(await readFile(path, 'utf16le'));
  } catch (error) {
    // What reg.exe ends with where there is no such key.
    return error instanceof Error && 'code' in error && error.code === 1 ? {} : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The values of Doca's key in a file that `reg export` wrote, but for kinds that no policy of Doca has. */
export function parseRegistryFile(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  let isOurs = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isOurs = line.toLowerCase() === `[${registryKey.toLowerCase()}]`;
    const [, name, quoted, hex] = /^"(\w+)"=(?:"(.*)"|dword:([0-9a-f]{8}))$/i.exec(line) ?? [];
    if (!isOurs || name === undefined) continue;
    values[name] = hex === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : String(Number.parseInt(hex, 16));
  }
  return values;
}
