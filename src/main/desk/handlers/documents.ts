import { join } from 'node:path';
import type { Handlers } from '#shared/contract/define.ts';
import type { documentRequests } from '#shared/contract/job.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { a4Paper } from '#shared/domain/labels.ts';
import { ok } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { throwFault } from '../../os/errors.ts';
import type { PaperContent } from '../../papers/index.ts';
import { openInSystem, openSheet, saveAs, writePdf } from '../documents/files.ts';
import { writePaperTable } from '../documents/tables.ts';
import { findStationName } from '../workspace/floor-link.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DeskParts } from '../parts/parts.ts';

/** The room of papers is loaded with the first one: at the start pdf-lib would cost time. */
export function makeDocumentHandlers({
  options,
  settings,
  connection,
  once,
  floor,
  seats,
}: DeskParts): Handlers<typeof documentRequests> {
  const describe = async (
    snapshot: Pick<JobSnapshot, 'grouping' | 'shipments'>,
    workspace: Workspace,
  ) => {
    const { drawManifest, makeManifestContent } = await import('../../papers/index.ts');
    const company = await workspace.readCompany();
    const nowMs = options.clock.now();
    const issuer = [seats.person(), floor.floor()?.station].filter(Boolean).join(' · ');
    const content = makeManifestContent({
      snapshot,
      company,
      language: settings.settings().language,
      nowMs,
      issuer,
      training: workspace.training,
    });
    return { content, nowMs, draw: (paper: PaperContent) => drawManifest(paper, nowMs) };
  };

  /** Returns its path, or throws the disk's fault. */
  const writeManifest = async (job: GroupingJob, workspace: Workspace) => {
    const { content, nowMs, draw } = await describe(job.snapshot(), workspace);
    // Each manifest gets a name of its own: the one before may still be open in a viewer.
    const at = new Date(nowMs).toLocaleString('sv').replaceAll(/[-:]/g, '').replace(' ', '-');
    const path = join(workspace.manifestDir, `romaneio-${job.snapshot().grouping.id}-${at}.pdf`);
    await writePdf(path, await draw(content));
    return path;
  };

  return {
    'manifest.open': once(
      connection.onJob(async ({ job }, _ref, workspace) => {
        await openInSystem(options, await writeManifest(job, workspace));
        job.conclusion.noteManifest();
        return ok();
      }),
    ),
    'manifest.print': once(
      connection.onJob(async ({ job }, { printer: name, groupingId }, workspace) => {
        const printPaper = await workspace.printing.openPaperWay(name, job.snapshot());
        const path = await writeManifest(job, workspace);
        const file = { path, title: `Doca ${groupingId}`, paper: a4Paper };
        await printPaper(file);
        job.conclusion.noteManifest();
        return ok();
      }),
    ),
    'record.save': once(
      connection.onCompany(async (workspace, company, { groupingId, as }) => {
        const { journal } = workspace;
        const [known] = journal.past.jobs({ company, groupingIds: [groupingId] });
        if (known === undefined) throwFault('not-found');
        const { content, draw } = await describe({ ...known, shipments: [] }, workspace);
        const station = findStationName(settings.settings());
        const { makeRecordContent } = await import('../../papers/index.ts');
        const record = makeRecordContent(
          journal.past.events(company, groupingId),
          station,
          content,
        );
        const bytes = as === 'csv' ? writePaperTable(record) : await draw(record);
        return saveAs(options, `${record.words.record.fileName}-${groupingId}`, as, (file) =>
          file.writeFile(bytes),
        );
      }),
    ),
    'commands.sheet': once(
      async () => {
        const { drawCommandSheet } = await import('../../papers/index.ts');
        return openSheet(options, await drawCommandSheet(settings.settings().language));
      },
      () => settings.settings().language,
    ),
  };
}
