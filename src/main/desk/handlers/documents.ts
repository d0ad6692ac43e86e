import { join } from 'node:path';
import { a4Paper, failed, fault, ok, nameGrouping } from '../../../shared/index.ts';
import type { documentRequests, Handlers, Result } from '../../../shared/index.ts';
import type { PrintQueue } from '../../printing/index.ts';
import { commandSheetWords } from '../documents/command-sheet-words.ts';
import { openPdf, openSheet, writePdf } from '../documents/open-pdf.ts';
import { makeManifestContent } from '../documents/manifest-content.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { FloorLink } from '../workspace/floor-link.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Common } from './common.ts';

/** pdf-lib is loaded with the first document: at the start it would cost time. */
export function makeDocumentHandlers({
  options,
  settings,
  connection,
  once,
  queue,
  floor,
}: Common & { readonly queue: PrintQueue; readonly floor: FloorLink }): Handlers<typeof documentRequests> {
  const findIssuer = (): string => {
    const station = floor.floor()?.station ?? null;
    return [connection.person(), station].filter((name) => name !== null).join(' · ');
  };

  const writeManifest = async ({ job }: OpenedJob, workspace: Workspace): Promise<Result<string>> => {
    const company = await workspace.company();
    const nowMs = options.clock.now();
    const { language } = settings.settings();
    const { drawManifest } = await import('../documents/manifest-pdf.ts');
    const snapshot = job.snapshot();
    const pdf = await drawManifest(
      makeManifestContent({ snapshot, company, language, nowMs, issuer: findIssuer() }),
      nowMs,
    );
    // Each manifest gets a name of its own: the one before may still be open in a viewer.
    const path = join(workspace.manifestDir, `romaneio-${snapshot.grouping.id}-${writeStamp(nowMs)}.pdf`);
    const written = await writePdf(path, pdf);
    return written.ok ? ok(path) : written;
  };

  const openManifest = async (opened: OpenedJob, workspace: Workspace): Promise<Result<void>> => {
    const written = await writeManifest(opened, workspace);
    const shown = written.ok ? await openPdf(options, written.value) : written;
    if (shown.ok) opened.job.noteManifest();
    return shown;
  };

  const printManifest = async (opened: OpenedJob, workspace: Workspace, name: string): Promise<Result<void>> => {
    const found = await workspace.printers.find(name);
    if (!found.ok) return found;
    if (found.value.zplOnly)
      return failed(fault('printer-unavailable', { detail: `${name}: a label printer has no A4 sheets` }));
    const written = await writeManifest(opened, workspace);
    if (!written.ok) return written;
    const { id: groupingId, identification } = opened.job.snapshot().grouping;
    const groupingName = nameGrouping(groupingId, identification);
    const printer = queue.watch(found.value.printer, { groupingId, groupingName, labels: 0 });
    const printed = await printer.print({
      path: written.value,
      kind: 'pdf',
      title: `Doca ${groupingId}`,
      paper: a4Paper,
    });
    if (!printed.ok) return printed;
    if (printed.value === 'cancelled') return failed(fault('cancelled'));
    opened.job.noteManifest();
    return ok();
  };

  const openCommandSheet = async (): Promise<Result<void>> => {
    const { language } = settings.settings();
    const { drawCommandSheet } = await import('../documents/command-sheet-pdf.ts');
    return openSheet(options, commandSheetWords[language].fileName, await drawCommandSheet(language));
  };

  return {
    'manifest.open': (ref) =>
      connection.withJob(ref, (opened, workspace) =>
        once.run(`manifest.open ${workspace.id} ${ref.groupingId}`, () => openManifest(opened, workspace)),
      ),
    'manifest.print': ({ printer, ...ref }) =>
      connection.withJob(ref, (opened, workspace) =>
        once.run(`manifest.print ${workspace.id} ${ref.groupingId} ${printer}`, () =>
          printManifest(opened, workspace, printer),
        ),
      ),
    'commands.sheet': () => once.run(`commands.sheet ${settings.settings().language}`, openCommandSheet),
  };
}

/** Local time as `YYYYMMDD-HHMMSS`. */
function writeStamp(nowMs: number): string {
  const date = new Date(nowMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
