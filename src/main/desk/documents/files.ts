import { type FileHandle, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDay } from '#shared/formats.ts';
import { throwFault } from '../../os/errors.ts';
import { workOnDisk, writeWhole } from '../../os/files.ts';
import { dataFolders } from '../../os/station.ts';
import type { Sheet } from '../../papers/index.ts';
import type { DeskOptions } from '../types.ts';

/** Writes the file whole or not at all. Faults: `disk*`. */
export async function writePdf(path: string, pdf: Uint8Array): Promise<void> {
  await workOnDisk(() => writeWhole(path, (file) => file.writeFile(pdf)));
}

export async function openInSystem(
  { openPath }: Pick<DeskOptions, 'openPath'>,
  path: string,
): Promise<void> {
  const refusal = await openPath(path);
  if (refusal !== '') throwFault('internal', { detail: 'no program opened it' });
}

export async function openSheet(
  options: Pick<DeskOptions, 'dataDir' | 'openPath'>,
  { fileName, pdf }: Sheet,
): Promise<void> {
  const path = join(options.dataDir, dataFolders.sheets, fileName);
  // The same sheet may still be open in a viewer, which can prevent writing it.
  const there = await readFile(path).catch(() => null);
  if (there?.equals(pdf) !== true) await writePdf(path, pdf);
  await openInSystem(options, path);
}

/**
 * Saves a file, whole, at a place that the person chooses; its proposed name ends with the day.
 * Faults: `disk*`.
 */
export async function saveAs(
  { saveDialog, clock }: Pick<DeskOptions, 'saveDialog' | 'clock'>,
  name: string,
  extension: string,
  write: (file: FileHandle) => Promise<void>,
) {
  const path = await saveDialog(`${name}-${writeDay(clock.now())}.${extension}`);
  if (path === null) return { saved: false };
  await workOnDisk(() => writeWhole(path, write));
  return { saved: true };
}
