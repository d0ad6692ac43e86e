import { ok } from '../../../shared/index.ts';
import { findGroupings, findKnownGroupings } from '../../dispatch/index.ts';
import type { Handlers, scanRequests } from '../../../shared/index.ts';
import type { Connection } from '../workspace/connection.ts';

/** How long a packer who scanned something else waits for an answer. */
const lookMs = 1_500;

export function makeScanHandlers(connection: Connection): Handlers<typeof scanRequests> {
  return {
    'scan.find': async ({ code, number }) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return workspace;
      const owner = await workspace.value.owner();
      if (!owner.ok) return owner;
      const { journal } = workspace.value;
      return ok({
        groupings: number === null ? [] : findKnownGroupings({ journal }, owner.value, number),
        parcels: journal.findParcels(owner.value, code),
      });
    },
    'scan.search': async ({ number, wait }) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return workspace;
      const owner = await workspace.value.owner();
      if (!owner.ok) return owner;
      const found = await findGroupings(workspace.value, owner.value, number, { quick: !wait });
      if (found.ok && found.value.length > 0) return found;
      const asId = { groupingId: number, identification: null, date: null, shippingMethod: null, shipments: null };
      // A single grouping is opened at once, and opening it shows any fault.
      if (wait) return ok([asId]);
      const read = await workspace.value.erp.as('person').grouping(number, AbortSignal.timeout(lookMs));
      return ok(read.ok ? [asId] : []);
    },
  };
}
