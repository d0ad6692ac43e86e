import type { Handlers } from '#shared/contract/define.ts';
import type { checkRequests, ScanAnswer } from '#shared/contract/scan.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { ok } from '#shared/faults/faults.ts';
import { type KindAgainst, problemTable } from '#shared/faults/problems.ts';
import type { KnownIssuers } from '#shared/identities/access-key.ts';
import { normaliseCode, readCode } from '#shared/identities/code.ts';
import { readNaming } from '#shared/identities/naming.ts';
import {
  findAtCheck,
  findParcelCodes,
  findReadVolumes,
  type GroupingJob,
  isNameless,
  matchScan,
  type ScanMatch,
} from '../../dispatch/index.ts';
import type { JournalEvent } from '../../journal/index.ts';
import { nameGrouping } from '#shared/formats.ts';
import { need } from '../../os/errors.ts';
import type { DeskParts } from '../parts/parts.ts';
import type { Workspace } from '../workspace/workspace.ts';

const recentShown = 8;

export function makeCheckHandlers({ connection }: DeskParts): Handlers<typeof checkRequests> {
  return {
    'check.scan': connection.onJob(({ job }, { code, despite = null, shipmentId }, workspace) => {
      const answer = checkParcel(workspace, job, code, despite, shipmentId);
      if (answer.result === 'ok') workspace.autoPrint.consider(job);
      return ok(answer);
    }),
    'check.undo': connection.onJob(({ job }, _ref, workspace) => ok(undo(workspace, job))),
    'check.recent': connection.onJob(({ job }, _ref, workspace) => ok(listRecent(workspace, job))),
  };
}

export function checkParcel(
  workspace: Workspace,
  job: GroupingJob,
  code: string,
  despite: KindAgainst<'check'> | null,
  chosenId: number | null = null,
): ScanAnswer {
  const { shipments } = job.snapshot();
  const issuers = workspace.journal.facts.findIssuers(job.company);
  const scanned = readMatch(workspace, job, code, issuers);
  const match = chosenId === null ? scanned : choose(shipments, scanned, chosenId);
  if (match === null) return scanAnswer(job, 'has-code', code, chosenId);
  const counts = match.kind === 'match' || match.kind === 'volume' || match.kind === 'unsure';
  const entry = counts ? match.entry : null;
  const answer = (
    result: ScanAnswer['result'],
    of: ShipmentSnapshot | null,
    more: Partial<ScanAnswer> = {},
  ) => ({ ...scanAnswer(job, result, code, of?.shipment.id ?? null), ...more });
  if (match.kind === 'unsure' && despite === null)
    return answer('unlabelled', match.entry, { problem: 'unsure' });
  const named = chosenId === null ? null : 'named';
  const own = entry && findAtCheck(entry);
  const isDecided = entry !== null && own !== null && isExpected(workspace, entry, own);
  const question = isDecided ? named : (own ?? (entry && named));
  const problem = question ?? own;
  const words = problem === null ? {} : { problem };
  if (entry !== null && question !== null && question !== despite) {
    if (question === 'no-label') job.labels.hurry(entry.shipment.id);
    return answer(problemTable[question].check === 'red' ? 'stopped' : 'unlabelled', entry, words);
  }
  const isWord = question === despite || match.kind === 'unsure';
  const word = isWord ? despite : null;
  switch (match.kind) {
    case 'unsure':
    case 'match':
      if (match.kind === 'unsure') learnIssuer(workspace, job, code, issuers);
      if (match.entry.checkedAtMs !== null) return answer('already', match.entry);
      need(job.checks.mark(match.entry.shipment.id, true, word, code === '' ? null : code));
      return answer('ok', match.entry, words);
    case 'already':
      return answer('already', match.entry);
    case 'volume': {
      const { scanned, volumes } = match;
      need(job.checks.markVolumes(match.entry.shipment.id, scanned, word));
      const result = scanned.codes.length < scanned.of ? 'volume' : 'ok';
      return answer(result, match.entry, { volumes, ...words });
    }
    case 'volume-again':
    case 'which-volume':
      return answer(match.kind, match.entry, { volumes: match.volumes });
    case 'ambiguous':
      return answer('ambiguous', null, {
        shipmentIds: match.entries.map(({ shipment }) => shipment.id),
      });
    case 'unknown': {
      const other = findElsewhere(workspace, job, code);
      if (other === null) return answer('unknown', null);
      const { recipient, groupingId, identification } = other;
      const otherGrouping = nameGrouping(groupingId, identification);
      return answer('other-grouping', null, { recipient, otherGrouping });
    }
  }
}

/** Returns the match of a row that a person chose; null if it has a code that tells it apart. */
function choose(
  shipments: readonly ShipmentSnapshot[],
  scanned: ScanMatch,
  id: number,
): ScanMatch | null {
  const entry = shipments.find(({ shipment }) => shipment.id === id);
  if (entry === undefined) return { kind: 'unknown' };
  if (entry.checkedAtMs !== null) return { kind: 'already', entry };
  const isOffered = scanned.kind === 'ambiguous' && scanned.entries.includes(entry);
  return isOffered || isNameless(entry, shipments) ? { kind: 'match', entry } : null;
}

/**
 * It is as a person decided: it goes without a label, or labels are printed once everything is
 * checked.
 */
function isExpected(
  { autoPrint }: Workspace,
  entry: ShipmentSnapshot,
  problem: KindAgainst<'check'>,
): boolean {
  if (problem === 'unprinted') return autoPrint.waitsWith(entry);
  return problem === 'no-label' && entry.label.file === 'panel' && entry.label.waived !== null;
}

/**
 * A person's word on a key is a word on the next keys of its series. If nothing is known of the
 * account that could contradict a wrong word, it holds for this parcel alone.
 */
function learnIssuer(
  { journal }: Workspace,
  { company }: GroupingJob,
  code: string,
  { taxId, issuers }: KnownIssuers,
): void {
  const { key } = readCode(code);
  if (key !== null && (taxId !== null || issuers.size > 0))
    journal.facts.learnIssuers(company, [key]);
}

/**
 * A code that other groupings' labels have too, such as a contract's, names no shipment; an
 * invoice's number that is another shipment's tracking code is a question.
 */
function readMatch(
  { journal }: Workspace,
  job: GroupingJob,
  code: string,
  known: KnownIssuers,
): ScanMatch {
  const { grouping, shipments } = job.snapshot();
  const match = matchScan(code, shipments, known);
  if (!('entry' in match)) return match;
  const by = readNaming(code, known)(match.entry);
  const { code: read, number } = readCode(code);
  const isNumber = by === 'invoice' && number !== null;
  if (isNumber && journal.past.findByTracking(job.company, read, grouping.id).length > 0)
    return match.kind === 'match' ? { kind: 'unsure', entry: match.entry } : match;
  if (by !== null) return match;
  const { shipment, label } = match.entry;
  const texts = (label.reading?.codes ?? []).map(({ text }) => text);
  const same = texts.filter((text) => normaliseCode(text) === read);
  return journal.past.isOnOtherLabel(job.company, same, shipment.id) ? { kind: 'unknown' } : match;
}

/**
 * Undoes the latest scan that still counts; the journal's order decides, because two can share a
 * millisecond.
 */
function undo({ journal }: Workspace, job: GroupingJob): ScanAnswer | null {
  const { grouping, shipments } = job.snapshot();
  const entries = new Map(shipments.map((entry) => [entry.shipment.id, entry]));
  const events = journal.past.events(job.company, grouping.id);
  const decided = events.filter(({ kind }) => kind === 'checked' || kind === 'unchecked');
  // The last word on each shipment, of any station.
  const latest = new Map(decided.map(({ shipmentId, id }) => [shipmentId, id]));
  const last = events.findLast((event) => {
    const { id, kind, station, shipmentId } = event;
    const isOver = kind === 'checked' && latest.get(shipmentId) !== id;
    return station === null && !isOver && isStanding(event, entries.get(shipmentId ?? 0));
  });
  const shipmentId = last?.shipmentId ?? null;
  if (last === undefined || shipmentId === null) return null;
  const scanned = entries.get(shipmentId)?.scannedVolumes ?? null;
  if (scanned === null || typeof last.data['volumes'] !== 'number') {
    need(job.checks.mark(shipmentId, false));
    return scanAnswer(job, 'undone', '', shipmentId);
  }
  const left = { ...scanned, codes: scanned.codes.slice(0, -1) };
  need(job.checks.markVolumes(shipmentId, left));
  const volumes = findReadVolumes(findParcelCodes(shipments).get(shipmentId)?.volumes ?? [], left);
  return { ...scanAnswer(job, 'undone', '', shipmentId), volumes };
}

/**
 * Returns the scans in this grouping at this station from its events, with its shipments' present
 * names.
 */
function listRecent({ journal }: Workspace, job: GroupingJob): readonly ScanAnswer[] {
  return journal.past
    .events(job.company, job.snapshot().grouping.id)
    .filter(({ kind, station }) => station === null && kind in resultOf)
    .slice(-recentShown)
    .reverse()
    .map(({ kind, shipmentId }) => scanAnswer(job, resultOf[kind] ?? 'ok', '', shipmentId));
}

const resultOf: Partial<Record<JournalEvent['kind'], ScanAnswer['result']>> = {
  checked: 'ok',
  'volume-checked': 'volume',
  unchecked: 'undone',
  'volume-unchecked': 'undone',
};

/** The effect of this scan still counts. */
function isStanding({ kind, data }: JournalEvent, entry: ShipmentSnapshot | undefined): boolean {
  if (entry === undefined) return false;
  if (kind === 'checked') return entry.checkedAtMs !== null;
  const scanned = entry.scannedVolumes?.codes.length ?? 0;
  return (
    kind === 'volume-checked' && entry.checkedAtMs === null && Number(data['volumes']) <= scanned
  );
}

export function scanAnswer(
  job: GroupingJob,
  result: ScanAnswer['result'],
  code: string,
  shipmentId: number | null,
): ScanAnswer {
  const { shipments, tallies } = job.snapshot();
  const entry = shipments.find(({ shipment }) => shipment.id === shipmentId);
  return {
    result,
    code,
    shipmentId,
    recipient: entry?.shipment.recipient?.name ?? null,
    checked: tallies.checked,
    total: tallies.going,
  };
}

/**
 * Finds the same code in another grouping: one in the journal, or on a label of one that is open
 * here.
 */
function findElsewhere({ jobs, journal }: Workspace, here: GroupingJob, code: string) {
  const hereId = here.snapshot().grouping.id;
  const known = journal.past
    .findParcels(here.company, code)
    .find(({ groupingId }) => groupingId !== hereId);
  if (known !== undefined) return known;
  const shown = jobs.all().flatMap(({ job }) => {
    const rows =
      job === here ? [] : job.checks.findScanned(code).filter(({ by }) => by === 'label');
    return rows.map(({ shipmentId }) => {
      const recipient = job.find(shipmentId)?.shipment.recipient?.name ?? null;
      const { id: groupingId, identification } = job.snapshot().grouping;
      return { groupingId, identification, recipient };
    });
  });
  return shown[0] ?? null;
}
