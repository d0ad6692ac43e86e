import type { Handlers, importRequests } from '../../../shared/index.ts';
import type { Connection } from '../workspace/connection.ts';

export function makeImportHandlers(connection: Connection): Handlers<typeof importRequests> {
  return {
    'import.take': connection.onJob(async ({ job }, file, { autoPrint }) => {
      const taken = await job.importLabels(file);
      if (taken.ok) autoPrint.consider(job);
      return taken;
    }),
    'import.put': connection.onJob(({ job }, { id, shipmentId }) => job.putImported(id, shipmentId)),
    'import.show': connection.onJob(({ job }, { id }) => job.showImported(id)),
    'import.panel': ({ groupingId }) => connection.openTrainingPanel(groupingId),
    'import.dismiss': connection.onJob(({ job }) => job.dismissImported()),
  };
}
