import { readState } from '#shared/domain/job.ts';
import type { Grouping } from '#shared/domain/records.ts';
import {
  fail,
  failed,
  fault,
  type Fault,
  isCancelled,
  isConclusionRefused,
  ok,
  type Result,
} from '#shared/faults/faults.ts';
import { FaultError, need, throwFault } from '../os/errors.ts';
import { compareWithToday, discardFiles } from './collect/reissue.ts';
import { withholdLate } from './collect/withheld.ts';
import { alone } from './model/coordination.ts';
import { JobModel } from './state/job-model.ts';
import { restoreCore } from './model/job-state.ts';
import { GroupingJob } from './job.ts';
import { makeParts } from './print/parts.ts';
import {
  isForgotten,
  type JobRecord,
  lockGrouping,
  mayBeSameCompany,
  type NewEvent,
} from '../journal/index.ts';
import type { JobServices } from './types.ts';

/**
 * Opens a grouping for this process alone, from journal or ERP; without the ERP, with its fault in
 * the snapshot.
 */
export async function openGrouping(
  services: JobServices,
  groupingId: number,
  signal?: AbortSignal,
): Promise<Result<GroupingJob>> {
  const { journal, clock, log } = services;
  let release = (): void => undefined;
  const closed = new AbortController();
  const book = services.openBook();
  try {
    const company = need(await services.company(signal));
    const lock = await lockGrouping(journal.lockFolder, company, groupingId, clock);
    release = () => lock.release();
    const requestsBefore = services.requestsSent();
    const record = journal.load(company, groupingId);
    const isSettled =
      record !== null && restoreCore(record.head.state, false).conclusion !== 'open';
    // While the list is requested. A job that is only checked and concluded reads no label.
    const readsNone = record?.entries.every(
      ({ label }) => readState(label) !== 'missing' && readState(label) !== 'ready',
    );
    if (readsNone !== true) book.warmUp();
    const read = isSettled ? null : await readGrouping(services, groupingId, signal);
    if (read?.ok === false && (record === null || isCancelled(read.fault)))
      throw new FaultError(read.fault);
    // A token that came meanwhile may be another company's, and the list that was read with it too.
    if (need(await services.company(signal)) !== company) throwFault('other-company');
    const known = record ?? (await create(services, company, need(read ?? fail('internal'))));
    const requests = (): number => services.requestsSent() - requestsBefore;
    const model = new JobModel(services, known, requests);
    const wasShared = known.floorSeq !== null;
    const floor = services.floor ?? (wasShared ? await services.openLeftFloor() : null);
    const opened = { job: model, record: known, journal, clock, log, closed: closed.signal };
    const coordination = floor?.coordinate(opened) ?? alone;
    model.coordination = coordination;
    if (record !== null) await resume(services, model, record, read);
    else model.view.noteRead();
    // Refused before the packer said that they come later.
    const labels = withholdLate(services, model);
    if (labels.length > 0) model.apply({ labels });
    await coordination.follow(null);
    log.info('grouping-opened', {
      grouping: groupingId,
      resumed: record !== null,
      state: model.view.snapshot().state,
    });
    const job = new GroupingJob(
      makeParts(services, model, book, coordination, closed),
      lock,
      known.openPrint,
    );
    await job.begin();
    return ok(job);
  } catch (error) {
    closed.abort();
    await book.close();
    release();
    if (error instanceof FaultError) return failed(error.fault);
    throw error;
  }
}

function readGrouping(
  services: JobServices,
  groupingId: number,
  signal?: AbortSignal,
): Promise<Result<Grouping>> {
  const turn = services.isAhead(groupingId) ? 'background' : 'person';
  return services.erp.as(turn).grouping(groupingId, signal);
}

async function create(services: JobServices, company: string, read: Grouping): Promise<JobRecord> {
  const { journal } = services;
  const { shipments, ...grouping } = read;
  const { id: groupingId } = grouping;
  const owners = [company, ...(await services.companies())];
  // A label of a row that this journal has is not lost.
  const others = journal.past.findElsewhere(company, groupingId);
  const rows = new Set(others.map((other) => other.company));
  const slots = owners
    .filter((owner) => mayBeSameCompany(owner, company) && !rows.has(owner))
    .flatMap((owner) =>
      shipments.map(({ id }) => ({ company: owner, groupingId, shipmentId: id, ordinal: 0 })),
    );
  // Another journal's record is lost: a label is here that this one does not know.
  const isLost = await services.labels.hasAny(slots);
  const record = journal.create(company, { grouping, state: 'loaded' }, shipments, isLost);
  if (record.openPrint !== null || record.head.state !== 'loaded')
    services.log.warn('journal-lost', { grouping: groupingId });
  return record;
}

/** Updates the journal's job: work that the process left open, and the ERP's present list. */
async function resume(
  services: JobServices,
  model: JobModel,
  record: JobRecord,
  read: Result<Grouping> | null,
): Promise<void> {
  const events: NewEvent[] = [{ kind: 'opened', data: { shipments: record.entries.length } }];
  if (record.head.state === 'concluding') events.push({ kind: 'conclusion-unknown' });
  const { openPrint } = record;
  const shown = openQuestion(record) ?? (read?.ok === false ? read.fault : null);
  if (read?.ok !== true) {
    if (read !== null) model.view.showAside({ listFault: read.fault.kind });
    model.apply({ fault: shown, events }, { durable: true });
    return;
  }
  const { shipments, ...grouping } = read.value;
  const { difference: known, printVerdict: verdict } = record.head;
  const wasPrinted =
    openPrint !== null ||
    known?.changed[0] !== undefined ||
    record.entries.some(({ label }) => label.timesPrinted > 0);
  const discard = (id: number) => discardFiles(services.labels, model, id);
  await compareWithToday(
    { model, fetcher: { discard } },
    () => shipments,
    (today) => {
      const difference = wasPrinted ? today.difference : null;
      // New shipments may have been there before, at the time of the print that the journal lacks.
      const came = isForgotten(openPrint)
        ? today.list.map(({ id }) => id).filter((id) => model.find(id) === null)
        : [];
      const printVerdict = verdict && { ...verdict, perhaps: [...verdict.perhaps, ...came] };
      const all = { ...today, difference, events: [...events, ...today.events] };
      model.apply({ fault: shown, grouping, ...all, printVerdict }, { durable: true });
    },
  );
}

/** The fault that stays visible until the packer answers it. */
function openQuestion({ head, openPrint }: JobRecord): Fault | null {
  if (head.state === 'conclusion-unknown') return head.fault;
  if (head.state === 'concluding')
    return fault('conclusion-unknown', { reached: 'maybe', detail: 'interrupted' });
  if (openPrint === null) {
    // Another account may have concluded it since.
    const isRefused = isConclusionRefused(head.fault) && head.state !== 'concluded';
    return isRefused ? head.fault : null;
  }
  if (isForgotten(openPrint)) return fault('paper-unknown');
  const asked = openPrint.outcome === 'unknown' && head.fault?.kind === 'print-unknown';
  return asked ? head.fault : fault('print-unknown', { detail: 'interrupted' });
}
