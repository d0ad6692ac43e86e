import type { Handlers } from '#shared/contract/define.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import type { GroupingChoice, PrintScanAnswer, scanRequests } from '#shared/contract/scan.ts';
import { hasLabel, type JobSnapshot } from '#shared/domain/job.ts';
import { readNumber, readScan } from '#shared/identities/code.ts';
import {
  decideScan,
  findGroupings,
  findKnownGroupings,
  type ScanCandidate,
} from '../../dispatch/index.ts';
import { need, refuse } from '../../os/errors.ts';
import { abortAfter } from '../../os/timeout.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { checkParcel, scanAnswer } from './check.ts';
import type { DeskParts } from '../parts/parts.ts';

/** How long a packer who scanned something else waits for an answer. */
const patienceMs = 1_500;

export function makeScanHandlers({ connection }: DeskParts): Handlers<typeof scanRequests> {
  return {
    'scan.find': connection.onCompany(async (workspace, company, { code, isDesk }) => {
      const parcels = workspace.journal.past.findParcels(company, code, true);
      const number = readNumber(readScan(code));
      if (number === null || number === 0) return { number: null, groupings: [], parcels };
      const isParcel = parcels.length > 0;
      // On other screens the number of a known invoice is that invoice's.
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
  const unknown = { identification: null, date: null, shippingMethod: null, shipments: null };
  const asId = [{ groupingId: number, ...unknown }];
  // A single grouping is opened at once, and opening it shows any fault.
  if (wait) return asId;
  const read = await workspace.erp.as('person').grouping(number, abortAfter(patienceMs));
  return read.ok ? asId : [];
}

interface Candidate extends ScanCandidate {
  readonly opened: OpenedJob;
  readonly job: JobSnapshot;
}

/** More are not told apart on a screen. */
const choicesShown = 8;

/** Carries out a scan if scans print, and returns its result. */
export async function printScanned(
  workspace: Workspace,
  company: string,
  { code, here, isCheck, parcel, again }: RequestInput<'scan.print'>,
): Promise<PrintScanAnswer> {
  const { jobs, room, scanPrints } = workspace;
  if (!room.settings().printsOnScan) refuse('scans do not print');
  const found = await findCandidates(workspace, company, code, here);
  const isMeant = (one: Candidate): boolean =>
    parcel === undefined ||
    (parcel.groupingId === one.job.grouping.id && parcel.shipmentId === one.shipmentId);
  const decision = decideScan(found.filter(isMeant), {
    isCheck,
    isChosen: parcel !== undefined,
    again: again ?? null,
  });
  const check = ({ job }: OpenedJob, groupingId: number): PrintScanAnswer => {
    // A person chose the parcel.
    const despite = parcel === undefined ? null : 'unsure';
    return { ...checkParcel(workspace, job, code, despite), groupingId };
  };
  const nothing = {
    shipmentId: null,
    recipient: null,
    groupingId: null,
    code,
    checked: 0,
    total: 0,
  };
  if (decision.kind === 'several') {
    const choices = decision.candidates
      .slice(0, choicesShown)
      .map(({ entry, job: { grouping }, shipmentId }) => {
        const recipient = entry.shipment.recipient?.name ?? null;
        const { id: groupingId, identification } = grouping;
        return { groupingId, identification, shipmentId, recipient };
      });
    return { ...nothing, result: 'several', choices };
  }
  if (isCheck && here !== null && (decision.kind === 'unknown' || decision.kind === 'check')) {
    // There a label of another grouping does not count.
    return check(jobs.opened(here), here);
  }
  if (decision.kind === 'unknown') return { ...nothing, result: 'unknown' };
  const { opened, job, shipmentId, entry } = decision.candidate;
  const groupingId = job.grouping.id;
  const answer = (result: PrintScanAnswer['result']) => ({
    ...scanAnswer(opened.job, 'ok', code, shipmentId),
    groupingId,
    result,
    timesPrinted: entry.label.timesPrinted,
  });
  switch (decision.kind) {
    case 'print':
      scanPrints.start(opened, shipmentId);
      return answer('printing');
    case 'wait':
      void scanPrints.startWhenHere(opened, shipmentId);
      return answer('waiting');
    case 'under-way':
      return answer(hasLabel(entry.label) ? 'printing' : 'waiting');
    case 'ask':
      return answer('again');
    case 'refuse':
      return { ...answer('refused'), fault: decision.fault };
    case 'check':
      return check(opened, groupingId);
  }
}

/**
 * Returns the shipments that the code names: in the grouping on the screen, else in all that are
 * open here, else in those that this station has begun, which are opened for it. On the Desk the
 * number of a grouping is only that.
 */
async function findCandidates(
  workspace: Workspace,
  company: string,
  code: string,
  here: number | null,
): Promise<readonly Candidate[]> {
  const { ahead, jobs, journal, scanPrints } = workspace;
  // Such a number names no invoice and no order for certain.
  const isTracking =
    readNumber(code) !== null && journal.past.findByTracking(company, code, 0).length > 0;
  const list = (opened: OpenedJob): Candidate[] =>
    opened.job.checks.findScanned(code).flatMap(({ shipmentId, by: found }) => {
      const entry = opened.job.find(shipmentId);
      if (entry === null) return [];
      const by = isTracking && (found === 'invoice' || found === 'order') ? 'unsure' : found;
      const isUnderWay = scanPrints.isUnderWay(opened.job, shipmentId);
      return [{ shipmentId, by, entry, job: opened.job.snapshot(), isUnderWay, opened }];
    });
  const shown = here === null ? undefined : jobs.find(here);
  const onScreen = shown === undefined ? [] : list(shown);
  const isSure = (found: readonly Candidate[]): boolean =>
    found.length > 0 && (!isTracking || found.some(({ by }) => by !== 'unsure'));
  if (isSure(onScreen)) return onScreen;
  const number = here === null ? readNumber(code) : null;
  if (number !== null) {
    const groupings = await findGroupings(workspace, company, number, { quick: true });
    if (groupings.ok && groupings.value.length > 0) return [];
  }
  const inOpen = jobs.all().flatMap(list);
  const known = inOpen.filter(({ by }) => by !== 'label');
  if (isSure(known)) return known;
  // On labels of several groupings: such a code names none.
  if (known.length === 0 && inOpen.length > 0) return inOpen.length === 1 ? inOpen : [];
  const parcels = journal.past.findParcels(company, code, true);
  const groupingIds = parcels.map(({ groupingId }) => groupingId);
  const begun = journal.past.jobs({ company, concluded: false, groupingIds });
  // For one that cannot be opened the Desk goes to its screen, which says why.
  await Promise.all(begun.map(({ grouping }) => jobs.open(grouping.id)));
  for (const { grouping } of begun) ahead.keep(grouping.id);
  return jobs.all().flatMap(list);
}
