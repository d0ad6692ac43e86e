import { failed, fault, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';
import { openedJob } from './context.ts';
import type { DeskContext } from './context.ts';
import { manifestContent } from './manifest-content.ts';
import { writeManifest } from './manifest-file.ts';
import { manifestPdf } from './manifest-pdf.ts';
import type { DeskHandlers } from './types.ts';

export function manifestHandlers(context: DeskContext): Pick<DeskHandlers, 'manifest.open'> {
  const { options, settings, once } = context;

  const openManifest = async (groupingId: number): Promise<Result<void>> => {
    const found = openedJob(context, { groupingId });
    if (!found.ok) return found;
    const { workspace, opened } = found.value;
    const company = await workspace.company();
    const nowMs = options.clock.now();
    const { language } = settings.settings();
    const content = manifestContent({ snapshot: opened.job.snapshot(), company, language, nowMs });
    const written = await writeManifest(workspace.manifestDir, groupingId, nowMs, await manifestPdf(content, nowMs));
    if (!written.ok) return written;
    const refusal = await options.openPath(written.value);
    return refusal === '' ? ok() : failed(fault('internal', { detail: 'no program opened the PDF' }));
  };

  return {
    'manifest.open': ({ groupingId }) => once.run(`manifest.open ${groupingId}`, () => openManifest(groupingId)),
  };
}
