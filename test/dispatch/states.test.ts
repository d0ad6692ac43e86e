import { describe, expect, test } from 'vitest';
import {
  restoreCore,
  freshJob,
  readJobState,
  nextJob,
  type JobCore,
  type JobEvent,
} from '../../src/main/dispatch/model/job-state.ts';
import { tallyLabels, type Tally } from '../../src/main/dispatch/model/job-list.ts';
import { findAtCheck } from '../../src/main/dispatch/model/problems.ts';
import {
  nextLabel,
  pendingLabel,
  type LabelEvent,
} from '../../src/main/dispatch/model/label-state.ts';
import { defaultPageChoice } from '#shared/domain/labels.ts';
import {
  jobStates,
  type LabelSnapshot,
  type LabelState,
  labelBlocks,
  labelFiles,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { fault } from '#shared/faults/faults.ts';
import { makeRow, makeShare, printedLabel } from '../renderer/fake-data.ts';

const content = {
  formats: ['pdf' as const],
  pages: 2,
  danfes: 0,
  filePages: 2,
  croppedPages: 0,
  paper: { widthMm: 100, heightMm: 150 },
  hasZpl: false,
  choice: defaultPageChoice,
  leftOut: [],
  isMended: false,
  twins: 0,
  kinds: [],
  storedAtMs: null,
};
const labelEvents: Record<string, LabelEvent> = {
  locating: { type: 'locating' },
  downloading: { type: 'downloading' },
  ready: { type: 'ready', content },
  failed: { type: 'failed', fault: fault('label-network') },
  withheld: { type: 'failed', fault: fault('label-after-conclusion') },
  none: { type: 'failed', fault: fault('label-in-panel') },
  interrupted: { type: 'interrupted' },
  retry: { type: 'retry' },
  reissued: { type: 'reissued' },
  'not-yet': { type: 'not-yet', fault: fault('label-not-yet') },
  stopped: { type: 'stopped', block: 'label-of-another', by: 'shipment 2' },
  confirmed: { type: 'confirmed' },
  accepted: { type: 'accepted' },
  'put-aside': { type: 'accepted', stays: { block: 'shipment-cancelled', by: 'sale-cancelled' } },
  printed: { type: 'printed' },
  chosen: { type: 'chosen', choice: { pages: 'all', crop: 'whole' } },
  'fewer-seen': { type: 'fewer-seen', seen: { volumes: 2, pages: 1 } },
};

/** Rows: states; columns: the state after each event, `·` if the event is refused. */
const labelTable = `
          locating  downloading  not-yet  ready  failed  withheld  none   stopped  confirmed  interrupted  retry    reissued  accepted  put-aside  printed   chosen   fewer-seen
missing   coming    coming       late     ready  failed  withheld  panel  ·        ·          ·            ·        missing   missing   blocked    missing   ·        ·
late      late      coming       late     ready  failed  withheld  panel  ·        ·          ·            ·        missing   late      blocked    late      ·        ·
coming    coming    coming       late     ready  failed  withheld  panel  ·        ·          missing      ·        ·         ·         ·          coming    ·        ·
ready     ·         ·            ·        ready  failed  withheld  panel  blocked  ·          ·            ·        missing   ready     blocked    printed   missing  ready
printed   ·         ·            ·        ·      ·       ·         ·      blocked  ·          ·            ·        missing   ·         blocked    printed   missing  printed
failed    ·         ·            ·        ·      failed  withheld  panel  ·        ·          ·            missing  missing   failed    blocked    failed    ·        ·
refused   ·         ·            ·        ·      failed  withheld  panel  ·        ·          ·            missing  missing   refused   blocked    refused   ·        ·
panel     ·         ·            ·        ·      failed  withheld  panel  ·        ·          ·            missing  missing   panel     blocked    panel     ·        ·
withheld  ·         ·            ·        ·      failed  withheld  panel  ·        ·          ·            missing  missing   withheld  blocked    withheld  ·        ·
blocked   ·         ·            ·        ·      ·       ·         ·      ·        ready      ·            missing  missing   blocked   blocked    blocked   missing  ·
`;

const jobEvents: Record<string, JobEvent> = {
  amend: { type: 'amend' },
  collect: { type: 'collect' },
  'collect-ended': { type: 'collect-ended' },
  print: { type: 'print' },
  'print-known': { type: 'print-ended', known: true },
  'print-lost': { type: 'print-ended', known: false },
  'print-followed': { type: 'print-followed' },
  'print-resolved': { type: 'print-resolved' },
  check: { type: 'check' },
  'check-failed': { type: 'check-failed' },
  conclude: { type: 'conclude' },
  concluded: { type: 'conclusion-ended', outcome: 'concluded' },
  refused: { type: 'conclusion-ended', outcome: 'refused' },
  lost: { type: 'conclusion-ended', outcome: 'unknown' },
  'was-done': { type: 'conclusion-resolved', concluded: true },
  'was-not': { type: 'conclusion-resolved', concluded: false },
};

const cores: Record<string, JobCore> = {
  open: freshJob,
  collecting: { ...freshJob, collecting: true },
  printing: { ...freshJob, print: 'running' },
  'print-unknown': { ...freshJob, print: 'unknown' },
  checking: { ...freshJob, conclusion: 'checking' },
  concluding: { ...freshJob, conclusion: 'concluding' },
  concluded: { ...freshJob, conclusion: 'concluded' },
  unknown: { ...freshJob, conclusion: 'unknown' },
};

/** The events that each state accepts, and the next states; every other event is refused. */
const jobTable: Record<string, Record<string, string>> = {
  open: {
    amend: 'open',
    collect: 'collecting',
    print: 'printing',
    check: 'checking',
    'was-done': 'concluded',
  },
  collecting: {
    amend: 'collecting',
    'was-done': 'concluded+collecting',
    'collect-ended': 'open',
    print: 'collecting+printing',
  },
  printing: {
    'was-done': 'concluded+printing',
    'print-known': 'open',
    'print-lost': 'print-unknown',
    collect: 'collecting+printing',
  },
  'print-unknown': {
    'was-done': 'concluded+print-unknown',
    'print-followed': 'printing',
    'print-resolved': 'open',
    collect: 'collecting+print-unknown',
  },
  checking: { 'check-failed': 'open', conclude: 'concluding' },
  concluding: { concluded: 'concluded', refused: 'open', lost: 'unknown' },
  concluded: { 'was-not': 'open', collect: 'concluded+collecting', print: 'concluded+printing' },
  unknown: {
    'was-done': 'concluded',
    'was-not': 'open',
    collect: 'unknown+collecting',
    print: 'unknown+printing',
  },
};

function makeLabel(state: LabelState): LabelSnapshot {
  if (state === 'printed') return { ...pendingLabel, file: 'ready', timesPrinted: 1 };
  if (state === 'blocked') return { ...pendingLabel, file: 'ready', block: 'label-many-pages' };
  return { ...pendingLabel, file: state };
}

describe('the label', () => {
  const [head = '', ...rows] = labelTable.trim().split('\n');
  const columns = head.trim().split(/\s+/);
  const cases = rows.flatMap((row) => {
    const [from = '', ...to] = row.trim().split(/\s+/);
    return to.map((next, index) => [from, columns[index]!, next] as const);
  });

  test('the table names every state and event', () => {
    expect(new Set(cases.map(([from]) => from))).toEqual(
      new Set([...labelFiles, 'printed', 'blocked']),
    );
    expect(new Set(columns)).toEqual(new Set(Object.keys(labelEvents)));
  });

  test.each(cases)('%s, %s → %s', (from, event, to) => {
    const next = nextLabel(makeLabel(from as LabelState), labelEvents[event]!);
    expect(next === null ? '·' : readState(next)).toBe(to);
  });

  test('the data of events', () => {
    const ready = nextLabel(pendingLabel, labelEvents['ready']!)!;
    expect(ready).toMatchObject({ ...content, fault: null });
    expect(
      nextLabel(nextLabel(ready, { type: 'printed' })!, { type: 'printed' })!.timesPrinted,
    ).toBe(2);
    const found = nextLabel(pendingLabel, labelEvents['printed']!)!;
    expect(nextLabel(found, labelEvents['ready']!)).toMatchObject({
      ...content,
      file: 'ready',
      block: null,
      timesPrinted: 1,
    });
    expect(nextLabel(found, labelEvents['reissued']!)).toMatchObject({
      file: 'missing',
      timesPrinted: 0,
    });
    const broken = nextLabel(pendingLabel, labelEvents['failed']!)!;
    expect(broken).toMatchObject({ file: 'failed', fault: { kind: 'label-network' } });
    const refused = nextLabel(pendingLabel, { type: 'failed', fault: fault('forbidden') });
    expect(refused).toMatchObject({ file: 'refused' });
    const accepted = nextLabel(broken, { type: 'accepted' })!;
    expect(accepted).toMatchObject({ file: 'failed', waived: 'without' });
    expect(nextLabel(accepted, { type: 'retry' })).toMatchObject({ waived: null, fault: null });
  });

  test('the word on a blocked one is what becomes of its shipment', () => {
    const words = labelBlocks.map((block) => {
      const blocked = nextLabel(makeLabel('ready'), { type: 'stopped', block, by: '' })!;
      expect(blocked.fault?.kind).toBe(block);
      return [block, nextLabel(blocked, { type: 'accepted' })!.waived];
    });
    expect(Object.fromEntries(words)).toEqual({
      'label-of-another': 'without',
      'label-many-pages': 'without',
      'shipment-cancelled': 'stays',
      'invoice-unauthorised': 'stays',
      'printed-before': 'keeps',
    });
  });

  test('one that was put aside before it came is missing, once that is over', () => {
    const aside = nextLabel(makeLabel('failed'), labelEvents['put-aside']!)!;
    expect(aside).toMatchObject({ file: 'missing', waived: 'stays' });
    expect(nextLabel(aside, { type: 'confirmed' })).toMatchObject({
      file: 'missing',
      waived: null,
    });
  });
});

describe('the job', () => {
  const nameOf = ({ conclusion, collecting, print }: JobCore): string =>
    [
      ...(conclusion === 'open' ? [] : [conclusion]),
      ...(collecting ? ['collecting'] : []),
      ...(print === 'idle' ? [] : [print === 'running' ? 'printing' : 'print-unknown']),
    ].join('+') || 'open';
  const cases = Object.keys(cores).flatMap((from) =>
    Object.keys(jobEvents).map((event) => [from, event] as const),
  );

  test.each(cases)('%s, %s', (from, event) => {
    const step = nextJob(cores[from]!, jobEvents[event]!);
    const to = jobTable[from]![event];
    if (to === undefined) expect(step).toHaveProperty('refusal');
    else expect('core' in step ? nameOf(step.core) : step).toBe(to);
  });

  test('a second conclusion is refused with the reason that fits', () => {
    const reasons = [
      'checking',
      'concluding',
      'concluded',
      'unknown',
      'collecting',
      'printing',
      'print-unknown',
    ].map((from) => nextJob(cores[from]!, { type: 'check' }));
    expect(reasons.map((step) => ('refusal' in step ? step.refusal : 'allowed'))).toEqual([
      'not-ready',
      'not-ready',
      'already-concluded',
      'conclusion-unknown',
      'not-ready',
      'not-ready',
      'print-unknown',
    ]);
  });

  test('the shown states', () => {
    const labels = (...states: LabelState[]): Tally => tallyLabels(states.map(makeLabel));
    expect(readJobState(freshJob, labels())).toBe('loaded');
    expect(readJobState(freshJob, labels('ready', 'missing'))).toBe('loaded');
    expect(readJobState(freshJob, labels('ready', 'failed'))).toBe('ready');
    expect(readJobState(freshJob, labels('failed', 'panel'))).toBe('ready');
    expect(readJobState(freshJob, labels('ready', 'printed'))).toBe('ready');
    expect(readJobState(freshJob, labels('printed', 'panel'))).toBe('printed');
    expect(readJobState({ ...freshJob, collecting: true, print: 'running' }, labels('ready'))).toBe(
      'printing',
    );
    expect(
      readJobState({ ...freshJob, conclusion: 'concluded', collecting: true }, labels('missing')),
    ).toBe('concluded');
    expect(readJobState({ ...freshJob, conclusion: 'checking' }, labels('printed'))).toBe(
      'printed',
    );
  });

  test('after a restart nothing runs, and sent requests are unknown', () => {
    expect(
      Object.fromEntries(jobStates.map((state) => [state, restoreCore(state, false).conclusion])),
    ).toEqual({
      loaded: 'open',
      collecting: 'open',
      ready: 'open',
      printing: 'open',
      printed: 'open',
      concluding: 'unknown',
      concluded: 'concluded',
      'conclusion-unknown': 'unknown',
    });
    expect(restoreCore('printing', true)).toEqual({
      conclusion: 'open',
      collecting: false,
      print: 'unknown',
    });
  });
});

interface Statuses {
  readonly sale?: NonNullable<Shipment['sale']>['status'];
  readonly invoice?: NonNullable<Shipment['invoice']>['status'];
}

test('a parcel is right if its label is on paper, and may leave unless the label or the ERP forbids it', () => {
  const tellAtCheck = (label: Partial<LabelSnapshot>, more: Partial<ShipmentSnapshot> = {}) =>
    findAtCheck({ ...makeRow(1, { ...printedLabel, ...label }), ...more });
  const { shipment } = makeRow(1);
  const withStatus = ({ sale = 'other', invoice = 'other' }: Statuses) => ({
    shipment: {
      ...shipment,
      sale: { ...shipment.sale!, status: sale },
      invoice: { ...shipment.invoice!, status: invoice },
    },
  });
  const elsewhere = { share: makeShare('printed') };
  expect(tellAtCheck({})).toBeNull();
  expect(tellAtCheck({ timesPrinted: 0 })).toBe('unprinted');
  expect(tellAtCheck({ file: 'refused' }, elsewhere)).toBeNull();
  for (const file of ['missing', 'coming', 'failed', 'refused', 'panel'] as const)
    expect(tellAtCheck({ file, waived: 'without' })).toBe('no-label');
  expect(tellAtCheck({ block: 'label-of-another' }, elsewhere)).toBe('label-of-another');
  expect(tellAtCheck({ block: 'shipment-cancelled' })).toBe('sale-cancelled');
  for (const block of ['label-many-pages', 'invoice-unauthorised'] as const)
    expect(tellAtCheck({ block })).toBe('unprinted');
  expect(tellAtCheck({}, withStatus({ invoice: 'pending' }))).toBeNull();
  for (const [status, kind] of [
    [{ sale: 'cancelled' }, 'sale-cancelled'],
    [{ invoice: 'cancelled' }, 'invoice-cancelled'],
    [{ invoice: 'rejected' }, 'invoice-rejected'],
    [{ invoice: 'denied' }, 'invoice-denied'],
  ] as const)
    expect(tellAtCheck({}, withStatus(status))).toBe(kind);
  expect(tellAtCheck({}, withStatus({}))).toBeNull();
});
