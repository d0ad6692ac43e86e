import type { Handlers } from '#shared/contract/define.ts';
import type { GroupingChoice, scanRequests } from '#shared/contract/scan.ts';
import { readNumber, readScan } from '#shared/identities/code.ts';
import { findGroupings, findKnownGroupings } from '../../dispatch/index.ts';
import { need } from '../../os/errors.ts';
import { abortAfter } from '../../os/timeout.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DeskParts } from './common.ts';
import { printScanned } from './scan-print.ts';

/** How long a packer who scanned something else waits for an answer. */
const patienceMs = 1_500;

export function makeScanHandlers({ connection }: DeskParts): Handlers<typeof scanRequests> {
  return {
    'scan.find': connection.onCompany(async (workspace, company, { code, isDesk }) => {
      const parcels = workspace.journal.findParcels(company, code, true);
      const number = readNumber(readScan(code));
      if (number === null || number === 0) return { number: null, groupings: [], parcels };
      const isParcel = parcels.length > 0;
      // Elsewhere the number of a known invoice is that invoice's.
      const groupings =
        isParcel && !isDesk
          ? findKnownGroupings(workspace, company, number)
          : await search(workspace, company, number, !isParcel && isDesk);
      return { number, groupings, parcels };
    }),
    'scan.print': connection.onCompany(printScanned),
  };
}

/** Returns the ERP's groupings with this number. See `scan.find`. */
async function search(
  workspace: Workspace,
  company: string,
  number: number,
  wait: boolean,
): Promise<readonly GroupingChoice[]> {
  const found = need(await findGroupings(workspace, company, number, { quick: !wait }));
  if (found.length > 0) return found;
  const groupingId = number;
  const unknown = { identification: null, date: null, shippingMethod: null, shipments: null };
  const asId = [{ groupingId, ...unknown }];
  // A single grouping is opened at once, and opening it shows any fault.
  if (wait) return asId;
  const read = await workspace.erp.as('person').grouping(groupingId, abortAfter(patienceMs));
  return read.ok ? asId : [];
}
