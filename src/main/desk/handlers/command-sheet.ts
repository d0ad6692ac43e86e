import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { commandSheetWords } from '../documents/command-sheet-words.ts';
import type { DeskContext } from '../context.ts';
import { writePdf } from '../documents/manifest-file.ts';
import type { DeskHandlers } from '../types.ts';
import { folders } from '../documents/folders.ts';

export function makeCommandSheetHandlers(context: DeskContext): Pick<DeskHandlers, 'commands.sheet'> {
  const { options, settings, once } = context;

  const openSheet = async (): Promise<Result<void>> => {
    const { language } = settings.settings();
    const { drawCommandSheet } = await import('../documents/command-sheet-pdf.ts');
    const pdf = await drawCommandSheet(language);
    const path = join(options.dataDir, folders.sheets, commandSheetWords[language].fileName);
    // The same sheet may still be open in a viewer, which can keep it from being written.
    const there = await readFile(path).catch(() => null);
    const written = there?.equals(pdf) === true ? ok(path) : await writePdf(path, pdf);
    if (!written.ok) return written;
    const refusal = await options.openPath(path);
    return refusal === '' ? ok() : failed(fault('internal', { detail: 'no program opened the PDF' }));
  };

  return { 'commands.sheet': () => once.run(`commands.sheet ${settings.settings().language}`, openSheet) };
}
