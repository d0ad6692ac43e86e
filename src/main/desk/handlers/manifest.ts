import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import { withJob } from '../context.ts';
import type { DeskContext } from '../context.ts';
import { makeManifestContent } from '../documents/manifest-content.ts';
import { writeManifest } from '../documents/manifest-file.ts';
import type { OpenedJob } from '../jobs/jobs.ts';
import type { DeskHandlers } from '../types.ts';
import type { Workspace } from '../workspace/workspace.ts';

export function makeManifestHandlers(context: DeskContext): Pick<DeskHandlers, 'manifest.open'> {
  const { options, settings, once } = context;

  const openManifest = async (opened: OpenedJob, workspace: Workspace, groupingId: number): Promise<Result<void>> => {
    const company = await workspace.company();
    const nowMs = options.clock.now();
    const { language } = settings.settings();
    // pdf-lib is not needed before, and would make the start slower.
    const { drawManifest } = await import('../documents/manifest-pdf.ts');
    const content = makeManifestContent({ snapshot: opened.job.snapshot(), company, language, nowMs });
    const written = await writeManifest(workspace.manifestDir, groupingId, nowMs, await drawManifest(content, nowMs));
    if (!written.ok) return written;
    const refusal = await options.openPath(written.value);
    return refusal === '' ? ok() : failed(fault('internal', { detail: 'no program opened the PDF' }));
  };

  return {
    'manifest.open': (input) =>
      withJob(context, input, (opened, workspace) =>
        once.run(`manifest.open ${workspace.erpOrigin} ${input.groupingId}`, () =>
          openManifest(opened, workspace, input.groupingId),
        ),
      ),
  };
}
