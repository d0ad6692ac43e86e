import { compareWithToday } from '../collect/reissue.ts';
import { tryWork } from '../../journal/index.ts';
import { compareLists } from '../model/grouping-merge.ts';
import { need, throwFault } from '../../os/errors.ts';
import type { JobTools } from '../collect/label-fetcher.ts';

/** Reads the list anew unless work is under way; the snapshot says why it could not be read. */
export async function rereadList(tools: JobTools, signal: AbortSignal): Promise<void> {
  const { services, model } = tools;
  const read = await tryWork(async () => {
    const erp = services.erp.as('background');
    const list = need(await erp.grouping(model.grouping.id, signal));
    if (need(await services.company(signal)) !== model.company) throwFault('other-company');
    return list;
  });
  const { conclusion } = model.core;
  const isResting = (): boolean => model.core.print === 'idle' && !model.core.collecting;
  if (signal.aborted || !isResting() || (conclusion !== 'open' && conclusion !== 'concluded'))
    return;
  const { fault, listFault } = model.view.snapshot();
  const isOfReading = fault !== null && fault.kind === listFault;
  if (!read.ok) {
    if (isOfReading) model.apply({ fault: read.fault });
    model.view.showAside({ listFault: read.fault.kind });
    return;
  }
  const { shipments, ...grouping } = read.value;
  if (conclusion === 'open') {
    await compareWithToday(
      tools,
      () => shipments,
      (today) => {
        if (!isResting() || model.core.conclusion !== 'open') return;
        model.apply({ grouping, ...today, ...(isOfReading && { fault: null }) });
      },
    );
    return;
  }
  // Nothing is fetched or printed for what the ERP adds to a grouping that has left.
  const { added, removed } = compareLists(model.entries(), shipments);
  if (added.length + removed.length > 0) model.view.showAside({ listFault: 'grouping-changed' });
  else model.view.noteRead();
}
