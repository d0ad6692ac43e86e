import {
  ok,
  type Handlers,
  type importRequests,
  type RequestInput,
} from '../../../shared/index.ts';
import type { DeskParts } from './common.ts';

export function makeImportHandlers({
  connection,
  downloads,
}: DeskParts): Handlers<typeof importRequests> {
  const take = connection.onJob(
    async ({ job }, file: RequestInput<'import.take'>, { autoPrint }) => {
      const taken = await job.importLabels(file);
      if (taken.ok) autoPrint.consider(job);
      return taken;
    },
  );
  return {
    'import.take': take,
    'import.offers': () => ok(downloads.offered()),
    'import.take-offer': async ({ groupingId, id }) => {
      const file = await downloads.take(id);
      return file.ok ? take({ groupingId, ...file.value }) : file;
    },
    'import.drop-offer': ({ id }) => {
      downloads.drop(id);
      return ok();
    },
    'import.put': connection.onJob(({ job }, { id, shipmentId }) =>
      job.putImported(id, shipmentId),
    ),
    'import.show': connection.onJob(({ job }, { id }) => job.showImported(id)),
    'import.panel': ({ groupingId }) => connection.openTrainingPanel(groupingId),
    'import.dismiss': connection.onJob(({ job }) => job.dismissImported()),
  };
}
