import type { Handlers } from '#shared/contract/define.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import type { importRequests } from '#shared/contract/job.ts';
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
    'import.offers': () => downloads.offered(),
    'import.take-offer': async ({ groupingId, id }) =>
      take({ groupingId, ...(await downloads.take(id)) }),
    'import.drop-offer': ({ id }) => downloads.drop(id),
    'import.put': connection.onJob(async ({ job }, { id, shipmentId }, { autoPrint }) => {
      const put = await job.putImported(id, shipmentId);
      if (put.ok) autoPrint.consider(job);
      return put;
    }),
    'import.show': connection.onJob(({ job }, { id }) => job.showImported(id)),
    'import.panel': ({ groupingId }) => connection.openTrainingPanel(groupingId),
    'import.dismiss': connection.onJob(({ job }) => job.dismissImported()),
  };
}
