import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';

/** Each manifest gets a name of its own: the one before may still be open in a viewer. Faults: `disk*`. */
export function writeManifest(
  dir: string,
  groupingId: number,
  nowMs: number,
  pdf: Uint8Array,
): Promise<Result<string>> {
  return writePdf(join(dir, `romaneio-${groupingId}-${stamp(nowMs)}.pdf`), pdf);
}

/** Writes the file whole or not at all, and gives its path. Faults: `disk*`. */
export async function writePdf(path: string, pdf: Uint8Array): Promise<Result<string>> {
  const temporary = `${path}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, pdf, { flush: true });
    await rename(temporary, path);
    return ok(path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return failed(diskFault(error));
  }
}

export function diskFault(error: unknown) {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) throw error;
  return fault(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'disk', { detail: code });
}

/** Local time as `YYYYMMDD-HHMMSS`. */
function stamp(nowMs: number): string {
  const date = new Date(nowMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
