import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { tryOnDisk, writeWhole } from '../../os/files.ts';
import type { DeskOptions } from '../types.ts';

/** Writes the file whole or not at all. Faults: `disk*`. */
export function writePdf(path: string, pdf: Uint8Array): Promise<Result<void>> {
  return tryOnDisk(async () => {
    await writeWhole(path, (file) => file.writeFile(pdf));
    return ok();
  });
}

/** In the system's viewer. */
export async function openPdf({ openPath }: Pick<DeskOptions, 'openPath'>, path: string): Promise<Result<void>> {
  const refusal = await openPath(path);
  return refusal === '' ? ok() : failed(fault('internal', { detail: 'no program opened the PDF' }));
}
