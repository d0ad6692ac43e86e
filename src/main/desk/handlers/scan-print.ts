import { assertNever, failed, fault, ok, readNumber } from '../../../shared/index.ts';
import type { FoundParcel, JobSnapshot, PrintScanAnswer, RequestInput, Result } from '../../../shared/index.ts';
import { decideScan, findKnownGroupings } from '../../dispatch/index.ts';
import type { ScanCandidate } from '../../dispatch/index.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { checkParcel, scanAnswer } from './check.ts';

type PrintScan = RequestInput<'scan.print'>;

interface Candidate extends ScanCandidate {
  readonly opened: OpenedJob;
  readonly job: JobSnapshot;
  readonly groupingId: number;
}

/** More are not told apart on a screen. */
const choicesShown = 8;

/** Does what a scan does where scans print, and says what that was. */
export async function printScanned(
  workspace: Workspace,
  company: string,
  { code, here, isCheck, parcel, again }: PrintScan,
): Promise<Result<PrintScanAnswer>> {
  const { room, scanPrints } = workspace;
  if (!room.settings().printsOnScan) return failed(fault('invalid-input', { detail: 'scans do not print' }));
  const found = await findCandidates(workspace, company, code, here);
  const decision = decideScan(
    found.filter((one) => isChosen(one, parcel)),
    again ?? null,
  );
  const nothing = { code, shipmentId: null, recipient: null, checked: 0, total: 0, groupingId: null } as const;
  if (decision.kind === 'several') {
    return ok({ ...nothing, result: 'several', choices: decision.candidates.slice(0, choicesShown).map(nameParcel) });
  }
  const on = isCheck && here !== null ? workspace.jobs.opened(here) : null;
  const isElsewhere = decision.kind === 'check' && decision.candidate.groupingId !== here;
  if (on?.ok === true && (decision.kind === 'unknown' || isElsewhere)) {
    const checked = checkParcel(workspace, on.value.job, code);
    return checked.ok ? ok({ ...checked.value, groupingId: here }) : checked;
  }
  if (decision.kind === 'unknown') return ok({ ...nothing, result: 'unknown' });
  const { candidate } = decision;
  const { opened, groupingId, shipmentId, entry } = candidate;
  const more = { groupingId, ...(here === null || groupingId === here ? {} : { otherGroupingId: groupingId }) };
  const answer = (result: PrintScanAnswer['result'], rest: Partial<PrintScanAnswer> = {}) =>
    ok({
      ...scanAnswer(opened.job, 'ok', code, shipmentId),
      ...more,
      result,
      timesPrinted: entry.label.timesPrinted,
      ...rest,
    });
  switch (decision.kind) {
    case 'print':
      scanPrints.start(opened, shipmentId);
      return answer('printing');
    case 'wait':
      scanPrints.startWhenHere(opened, shipmentId);
      return answer('waiting');
    case 'under-way':
      return answer(entry.label.state === 'ready' || entry.label.state === 'printed' ? 'printing' : 'waiting');
    case 'ask':
      return answer('again');
    case 'refuse':
      return answer('refused', { fault: decision.fault });
    case 'check': {
      const checked = checkParcel(workspace, opened.job, code);
      return checked.ok ? ok({ ...checked.value, ...more }) : checked;
    }
    default:
      return assertNever(decision);
  }
}

function isChosen({ groupingId, shipmentId }: Candidate, parcel: PrintScan['parcel']): boolean {
  return parcel === undefined || (parcel.groupingId === groupingId && parcel.shipmentId === shipmentId);
}

/**
 * Returns the shipments that the code names: in the grouping on the screen, else in all that are open here, else in
 * those that this station has begun, which are opened for it. On the Desk the number of a known grouping is only that.
 */
async function findCandidates(
  workspace: Workspace,
  company: string,
  code: string,
  here: number | null,
): Promise<readonly Candidate[]> {
  const { jobs, journal, scanPrints } = workspace;
  const list = (opened: OpenedJob): Candidate[] => {
    const rows = opened.job.findScanned(code);
    if (rows.length === 0) return [];
    const job = opened.job.snapshot();
    return rows.flatMap((row) => {
      const position = opened.job.find(row.shipmentId)?.position ?? 0;
      const entry = job.shipments[position - 1];
      const isUnderWay = scanPrints.isUnderWay(opened.job, row.shipmentId);
      return entry === undefined ? [] : [{ ...row, entry, job, isUnderWay, opened, groupingId: job.grouping.id }];
    });
  };
  const on = here === null ? null : jobs.opened(here);
  const onScreen = on?.ok === true ? list(on.value) : [];
  if (onScreen.length > 0) return onScreen;
  const number = readNumber(code.trim());
  if (here === null && number !== null && findKnownGroupings({ journal }, company, number).length > 0) return [];
  const inOpen = jobs.all().flatMap(list);
  // On a label alone, and in several groupings: such a code names none.
  const known = inOpen.filter(({ isKnown }) => isKnown);
  if (known.length > 0) return known;
  if (inOpen.length > 0) return inOpen.length === 1 ? inOpen : [];
  const begun = new Set(journal.findParcels(company, code).map(({ groupingId }) => groupingId));
  const unfinished = journal.jobs({ company, concluded: false, groupingIds: [...begun], limit: begun.size });
  const opened = await Promise.all(unfinished.map(({ grouping }) => jobs.open(grouping.id)));
  return opened.flatMap((one) => (one.ok ? list(one.value) : []));
}

function nameParcel({ entry, job, groupingId, shipmentId }: Candidate): FoundParcel {
  const recipient = entry.shipment.recipient?.name ?? null;
  return { groupingId, identification: job.grouping.identification, shipmentId, recipient };
}
