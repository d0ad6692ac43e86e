import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { failed, fault, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';

/** Whether the file to print is there: that it is not is no printer's fault. */
export async function checkReadable(path: string): Promise<Result<void>> {
  try {
    await access(path, constants.R_OK);
    return ok();
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
    return failed(fault('disk', { detail: code }));
  }
}
