import { open, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failed, fault, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';

/** What a small JSON file held. `damaged`: it was there but no JSON; it now lies beside itself under `keptAs`. */
export type JsonRead =
  | { readonly found: 'nothing' }
  | { readonly found: 'json'; readonly value: unknown }
  | { readonly found: 'damaged'; readonly keptAs: string | null };

/** Reads a JSON file; one that cannot be understood is kept aside, so that nobody's work is overwritten unseen. */
export async function readJsonFile(path: string, nowMs: number): Promise<JsonRead> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { found: 'nothing' };
    return { found: 'damaged', keptAs: await keepAside(path, nowMs) };
  }
  try {
    return { found: 'json', value: JSON.parse(text) };
  } catch {
    return { found: 'damaged', keptAs: await keepAside(path, nowMs) };
  }
}

/** Writes to a temporary name, flushes, renames: after a power cut the old or the new content is there, never half. */
export async function writeJsonFile(path: string, value: unknown): Promise<Result<void>> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    return ok();
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const code = errorCode(error);
    const full = code === 'ENOSPC' || code === 'EDQUOT';
    return failed(fault(full ? 'disk-full' : 'disk', { detail: code ?? 'the settings file could not be written' }));
  }
}

async function keepAside(path: string, nowMs: number): Promise<string | null> {
  const aside = `${path}.damaged-${new Date(nowMs).toISOString().replaceAll(':', '-')}`;
  try {
    await rename(path, aside);
    return aside;
  } catch {
    return null;
  }
}

function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
