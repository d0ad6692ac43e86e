import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { fileFault } from '../journal/fault.ts';

/** Has a file written under a name that nobody else uses, gives its bytes, and leaves nothing behind. Faults: `disk*`. */
export async function readWritten(
  dir: string,
  write: (path: string) => Promise<Result<unknown>>,
): Promise<Result<Uint8Array>> {
  const path = join(dir, `.preview-${randomUUID()}.pdf`);
  try {
    await mkdir(dir, { recursive: true });
    const written = await write(path);
    return written.ok ? ok<Uint8Array>(await readFile(path)) : written;
  } catch (error) {
    const refusal = fileFault(error);
    if (refusal === null) throw error;
    return failed(refusal);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
