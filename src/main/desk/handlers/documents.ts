import { join } from 'node:path';
import { a4Paper, ok } from '../../../shared/index.ts';
import type { documentRequests, Handlers, Result } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { openPdf, openSheet, writePdf } from '../documents/files.ts';
import { makeManifestContent } from '../documents/manifest-content.ts';
import { findPaperPrinter, printPaper } from '../print/print-paper.ts';
import type { FloorLink } from '../workspace/floor-link.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Common } from './common.ts';

/** pdf-lib is loaded with the first document: at the start it would cost time. */
export function makeDocumentHandlers({
  options,
  settings,
  connection,
  once,
  floor,
}: Common & { readonly floor: FloorLink }): Handlers<typeof documentRequests> {
  /** Returns the path of the new file. */
  const writeManifest = async (job: GroupingJob, workspace: Workspace): Promise<Result<string>> => {
    const company = await workspace.company();
    const nowMs = options.clock.now();
    const { language } = settings.settings();
    const { drawManifest } = await import('../documents/manifest-pdf.ts');
    const snapshot = job.snapshot();
    const issuer = [connection.person(), floor.floor()?.station ?? null].filter((name) => name !== null).join(' · ');
    const pdf = await drawManifest(makeManifestContent({ snapshot, company, language, nowMs, issuer }), nowMs);
    // Each manifest gets a name of its own: the one before may still be open in a viewer.
    const path = join(workspace.manifestDir, `romaneio-${snapshot.grouping.id}-${writeStamp(nowMs)}.pdf`);
    const written = await writePdf(path, pdf);
    return written.ok ? ok(path) : written;
  };

  return {
    'manifest.open': once(
      connection.onJob(async ({ job }, _ref, workspace) => {
        const written = await writeManifest(job, workspace);
        const shown = written.ok ? await openPdf(options, written.value) : written;
        if (shown.ok) job.noteManifest();
        return shown;
      }),
    ),
    'manifest.print': once(
      connection.onJob(async ({ job }, { printer: name, groupingId }, workspace) => {
        const { printers, room } = workspace;
        const printer = await findPaperPrinter(printers, name);
        if (!printer.ok) return printer;
        const written = await writeManifest(job, workspace);
        if (!written.ok) return written;
        const file = { path: written.value, title: `Doca ${groupingId}`, paper: a4Paper };
        const printed = await printPaper(room.queue, printer.value, job, file);
        if (printed.ok) job.noteManifest();
        return printed;
      }),
    ),
    'commands.sheet': once(
      async () => {
        const { language } = settings.settings();
        const { commandSheetWords, drawCommandSheet } = await import('../documents/command-sheet-pdf.ts');
        return openSheet(options, commandSheetWords[language].fileName, await drawCommandSheet(language));
      },
      () => settings.settings().language,
    ),
  };
}

/** Local time as `YYYYMMDD-HHMMSS`. */
function writeStamp(nowMs: number): string {
  const date = new Date(nowMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
