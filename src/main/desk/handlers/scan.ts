import type { Handlers } from '#shared/contract/define.ts';
import type { scanRequests } from '#shared/contract/scan.ts';
import { findGroupings, findKnownGroupings } from '../../dispatch/index.ts';
import { need } from '../../os/errors.ts';
import type { DeskParts } from './common.ts';
import { printScanned } from './scan-print.ts';
import { abortAfter } from '../../os/timeout.ts';

/** How long a packer who scanned something else waits for an answer. */
const patienceMs = 1_500;

export function makeScanHandlers({ connection }: DeskParts): Handlers<typeof scanRequests> {
  return {
    'scan.find': connection.onCompany(({ journal }, company, { code, number }) => ({
      groupings: number === null ? [] : findKnownGroupings({ journal }, company, number),
      parcels: journal.findParcels(company, code, true),
    })),
    'scan.print': connection.onCompany(printScanned),
    'scan.search': connection.onCompany(async (workspace, company, { number, wait }) => {
      const found = need(await findGroupings(workspace, company, number, { quick: !wait }));
      if (found.length > 0) return found;
      const asId = {
        groupingId: number,
        identification: null,
        date: null,
        shippingMethod: null,
        shipments: null,
      };
      // A single grouping is opened at once, and opening it shows any fault.
      if (wait) return [asId];
      const read = await workspace.erp.as('person').grouping(number, abortAfter(patienceMs));
      return read.ok ? [asId] : [];
    }),
  };
}
