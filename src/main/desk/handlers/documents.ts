import { join } from 'node:path';
import {
  a4Paper,
  failed,
  fault,
  formatTime,
  formatTwoDigits,
  ok,
  writeDay,
} from '../../../shared/index.ts';
import type { documentRequests, Handlers, Result } from '../../../shared/index.ts';
import { JournalError, makeProof, type GroupingJob, type Proof } from '../../dispatch/index.ts';
import { need } from '../../os/errors.ts';
import { openPdf, openSheet, saveAs, writePdf } from '../documents/files.ts';
import { makeManifestContent, type PaperContent } from '../documents/manifest-content.ts';
import { makeProofContent } from '../documents/proof-content.ts';
import { findPaperPrinter, printPaper } from '../print/print-paper.ts';
import { findStationName } from '../workspace/floor-link.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DeskParts } from './common.ts';

/** pdf-lib is loaded with the first document: at the start it would cost time. */
export function makeDocumentHandlers({
  options,
  settings,
  connection,
  once,
  floor,
}: DeskParts): Handlers<typeof documentRequests> {
  /** The manifest has the digest of the proof of this moment: the driver signs it. */
  const describe = async (job: GroupingJob, workspace: Workspace) => {
    const company = await workspace.company();
    const nowMs = options.clock.now();
    const { language } = settings.settings();
    const { training } = workspace;
    const snapshot = job.snapshot();
    const proof = await proveUntilNow(snapshot.grouping.id, workspace);
    const digest = proof.ok ? proof.value.head.chain.end : null;
    const issuer = [connection.person(), floor.floor()?.station ?? null]
      .filter((name) => name !== null)
      .join(' · ');
    const content = makeManifestContent({
      snapshot,
      company,
      language,
      nowMs,
      issuer,
      digest,
      training,
    });
    const { drawManifest } = await import('../documents/manifest-pdf.ts');
    return { content, proof, nowMs, draw: (paper: PaperContent) => drawManifest(paper, nowMs) };
  };

  const proveUntilNow = async (
    groupingId: number,
    workspace: Workspace,
  ): Promise<Result<Proof>> => {
    const company = await workspace.owner();
    if (!company.ok) return company;
    try {
      const source = workspace.journal.proofSource(company.value, groupingId);
      const proof =
        source && makeProof(source, options.version, findStationName(settings.settings()));
      return proof === null ? failed(fault('proof-broken')) : ok(proof);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      // An event that makes no sense any more.
      const { kind, detail } = error.fault;
      return failed(kind === 'journal-corrupt' ? fault('proof-broken', { detail }) : error.fault);
    }
  };

  /** Returns its path, or throws the disk's fault. */
  const writeManifest = async (job: GroupingJob, workspace: Workspace): Promise<string> => {
    const { content, nowMs, draw } = await describe(job, workspace);
    const pdf = await draw(content);
    // Each manifest gets a name of its own: the one before may still be open in a viewer.
    const path = join(
      workspace.manifestDir,
      `romaneio-${job.snapshot().grouping.id}-${writeStamp(nowMs)}.pdf`,
    );
    need(await writePdf(path, pdf));
    return path;
  };

  return {
    'manifest.open': once(
      connection.onJob(async ({ job }, _ref, workspace) => {
        const shown = await openPdf(options, await writeManifest(job, workspace));
        if (shown.ok) job.noteManifest();
        return shown;
      }),
    ),
    'manifest.print': once(
      connection.onJob(async ({ job }, { printer: name, groupingId }, workspace) => {
        const { printers, room } = workspace;
        const printer = need(await findPaperPrinter(printers, name));
        const path = await writeManifest(job, workspace);
        const file = { path, title: `Doca ${groupingId}`, paper: a4Paper };
        const printed = await printPaper(room.queue, printer, job, file);
        if (printed.ok) job.noteManifest();
        return printed;
      }),
    ),
    'proof.save': once(
      connection.onJob(async ({ job }, { groupingId, as }, workspace) => {
        const { content, proof: made, draw } = await describe(job, workspace);
        const proof = need(made);
        const bytes = as === 'json' ? proof.text : await draw(makeProofContent(proof, content));
        return saveAs(options, `${content.words.proof.fileName}-${groupingId}`, as, (file) =>
          file.writeFile(bytes),
        );
      }),
    ),
    'commands.sheet': once(
      async () => {
        const { drawCommandSheet } = await import('../documents/command-sheet-pdf.ts');
        return openSheet(options, await drawCommandSheet(settings.settings().language));
      },
      () => settings.settings().language,
    ),
  };
}

/** Local time as `YYYYMMDD-HHMMSS`. */
function writeStamp(nowMs: number): string {
  const [day, time] = [writeDay(nowMs), formatTime(nowMs)].map((part) =>
    part.replaceAll(/\D/g, ''),
  );
  return `${day}-${time}${formatTwoDigits(new Date(nowMs).getSeconds())}`;
}
