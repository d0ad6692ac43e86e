import { ok } from '../../../shared/index.ts';
import type { Handlers, scanRequests } from '../../../shared/index.ts';
import type { Connection } from '../workspace/connection.ts';

/** So long a packer who scanned something else is kept waiting for its answer. */
const lookMs = 1_500;

export function makeScanHandlers(connection: Connection): Handlers<typeof scanRequests> {
  return {
    'scan.find': async ({ code, groupingId }) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return workspace;
      const owner = await workspace.value.owner();
      if (!owner.ok) return owner;
      const { journal } = workspace.value;
      return ok({
        isGrouping: groupingId !== null && journal.hasJob(owner.value, groupingId),
        parcels: journal.findParcels(owner.value, code),
      });
    },
    'scan.is-grouping': async ({ groupingId }) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return workspace;
      const read = await workspace.value.erp.grouping(groupingId, AbortSignal.timeout(lookMs));
      return ok(read.ok);
    },
  };
}
