import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { leftWords, mostImportBytes } from '#shared/domain/import.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import { pickLanguage } from '#shared/faults/languages.ts';
import { isLabelFile } from '../labels/index.ts';
import { throwFault } from '../os/errors.ts';
import { workOnDisk } from '../os/files.ts';
import { refuseOption } from './guard.ts';
import { count, say } from './output/terminal.ts';
import type { Run } from './services.ts';

/**
 * Puts the labels of these files and folders on their rows; ends the run for those on none, unless
 * accepted.
 */
export async function importLabels({ terminal, job, options }: Run): Promise<void> {
  const lines: string[] = [];
  for (const path of await workOnDisk(() => listFiles(options.labels))) {
    const { size } = await workOnDisk(() => stat(path));
    if (size > mostImportBytes) throwFault('label-too-large', { detail: `${size} bytes` });
    const bytes = await workOnDisk(() => readFile(path));
    const name = basename(path);
    const taken = await job.labels.import({ name, bytes }, terminal.signal);
    if (terminal.signal.aborted) throwFault('cancelled');
    if (taken.ok) continue;
    const { kind, detail } = taken.fault;
    lines.push(`  ${name}: ${faultText(kind, 'en', detail).what}`);
  }
  const { placed, same, left } = job.snapshot().imported ?? { placed: 0, same: 0, left: [] };
  if (options.labels.length > 0) {
    const were = same === 0 ? '' : `; ${same} there already`;
    say(
      terminal,
      `${count(placed, 'label')} of the files on ${placed === 1 ? 'its row' : 'their rows'}${were}`,
    );
  }
  for (const { file, place, why, code } of left) {
    const words = pickLanguage(leftWords[why], 'en');
    lines.push(`  ${file} no. ${place}: ${words}${code === null ? '' : ` Code ${code}`}`);
  }
  if (lines.length === 0) return;
  say(terminal, `${count(lines.length, 'label')} on no row:`);
  say(terminal, lines.join('\n'));
  if (!options.accept.includes('unplaced'))
    throwFault('labels-unplaced', { detail: `${lines.length} on no row` });
}

async function listFiles(paths: readonly string[]) {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(refuseOption(`--labels ${path}`));
    const names = found.isDirectory() ? (await readdir(path)).filter(isLabelFile).sort() : [''];
    files.push(...names.map((name) => join(path, name)));
  }
  return files;
}
