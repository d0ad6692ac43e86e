import { labelFacts } from '../support/label-facts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupingSummary } from '#shared/contract/job.ts';
import { countFetched, countOpen, noTallies, type Tallies } from '#shared/domain/decision.ts';
import { shareStates } from '#shared/domain/floor.ts';
import { listExceptions, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { DocumentStatus, GroupingDifference } from '#shared/domain/records.ts';
import { fault } from '#shared/faults/faults.ts';
import { isDecided, listAgainstConclusion, problemKinds } from '#shared/faults/problems.ts';
import {
  countRows,
  decide,
  findNextStep,
  findRefusal,
  waive,
  listUnaskedPrints,
} from '../../src/main/dispatch/model/decide.ts';
import { type JobFacts, listOfList } from '../../src/main/dispatch/model/problems.ts';
import { findStage } from '../../src/renderer/job/stages.ts';
import { quietHead, workOf } from '../support/quiet-head.ts';
import {
  makeGroupingShare,
  makePrintedRow as makeRow,
  makeShare,
  makeShipment,
  makeSummary,
  printedLabel,
  readyLabel,
} from '../renderer/fake-data.ts';

const head = (more: Partial<JobFacts> = {}): JobFacts => ({
  grouping: { id: 1, identification: null, date: null, shippingMethod: null },
  ...quietHead,
  ...workOf(more.state),
  shipments: [],
  ...more,
});
const tallies = (more: Partial<Tallies>): Tallies => ({
  ...noTallies,
  total: 40,
  going: 40,
  ...more,
});
const step = (h: Partial<JobFacts>, t: Partial<Tallies>, manifestSeen = false): unknown =>
  findNextStep(head({ ...h, manifestSeen }), tallies(t), { printWhenChecked: false });

describe('the next step', () => {
  it('waits while no label has come', () => {
    expect(step({ state: 'collecting' }, { pending: 40 })).toEqual({
      kind: 'wait-labels',
      done: 0,
      total: 40,
    });
  });

  it('counts labels that came, and no failures, while others are fetched', () => {
    const failed = { retryable: 1, undecided: 1, without: 1, accepted: 1, pending: 30 };
    expect(step({ state: 'collecting' }, failed)).toMatchObject({ kind: 'wait-labels', done: 0 });
    expect(countFetched(tallies({ ...failed, ready: 3, others: 2, printed: 1 }))).toBe(6);
    expect(countOpen(tallies({ ...failed, coming: 3 }))).toBe(33);
  });

  it('offers the first labels while the others still come', () => {
    expect(step({ state: 'collecting' }, { pending: 28, ready: 12 })).toEqual({
      kind: 'print',
      count: 12,
      more: true,
    });
  });

  it('asks for a token before anything else while the job waits for one', () => {
    expect(
      step({ state: 'collecting', pause: { reason: 'token' } }, { pending: 28, ready: 12 }),
    ).toEqual({
      kind: 'give-token',
    });
  });

  it('asks about the paper while it is in doubt, and continues when it is settled', () => {
    const printVerdict = { printed: [1], perhaps: [2], not: [3] };
    expect(step({ printVerdict }, { printed: 38, ready: 2 })).toEqual({ kind: 'resolve-print' });
    expect(
      step({ printVerdict: { ...printVerdict, perhaps: [] } }, { printed: 38, ready: 2 }),
    ).toEqual({
      kind: 'print',
      count: 2,
      more: false,
    });
    expect(step({ printVerdict, state: 'printing' }, { printed: 38, ready: 2 })).toEqual({
      kind: 'wait-print',
    });
  });

  it('has nothing to do in a grouping without shipments', () => {
    expect(step({ state: 'loaded' }, { total: 0 })).toEqual({ kind: 'next-grouping' });
  });

  it('continues collecting after a stop', () => {
    expect(step({ state: 'loaded' }, { pending: 5, printed: 35 })).toEqual({
      kind: 'collect',
      count: 5,
    });
  });

  it('retries failed labels before printing, so that the print keeps its order', () => {
    expect(step({}, { ready: 37, retryable: 3 })).toEqual({ kind: 'retry', count: 3 });
  });

  it('goes without the labels that the ERP does not have', () => {
    expect(step({}, { without: 40 })).toEqual({ kind: 'go-without', count: 40 });
  });

  it('prints first and then lets the packer decide about permanent failures', () => {
    expect(step({}, { ready: 38, undecided: 2 })).toEqual({
      kind: 'print',
      count: 38,
      more: false,
    });
    expect(step({}, { printed: 38, undecided: 2 })).toEqual({ kind: 'decide', count: 2 });
  });

  it('leads from printing through checking to concluding and the manifest', () => {
    expect(step({ state: 'printing' }, { ready: 40 })).toEqual({ kind: 'wait-print' });
    expect(step({ state: 'printed' }, { printed: 40, checked: 30 })).toEqual({
      kind: 'check',
      count: 10,
    });
    expect(step({ state: 'printed' }, { printed: 40, checked: 40 })).toEqual({ kind: 'conclude' });
    expect(step({ state: 'concluding' }, { printed: 40 })).toEqual({ kind: 'wait-conclusion' });
    expect(step({ state: 'concluded' }, { printed: 40, checked: 40 })).toEqual({
      kind: 'manifest',
    });
    expect(step({ state: 'concluded' }, { printed: 40, checked: 40 }, true)).toEqual({
      kind: 'next-grouping',
    });
  });

  it('checks before printing if the check of the last parcel prints', () => {
    const asked = { printWhenChecked: true };
    expect(findNextStep(head(), tallies({ ready: 40, checked: 10 }), asked)).toEqual({
      kind: 'check',
      count: 30,
    });
    expect(findNextStep(head(), tallies({ ready: 40, checked: 40 }), asked)).toMatchObject({
      kind: 'print',
    });
  });

  it('is never the conclusion with parcels left, also after a manifest was seen and the conclusion taken back', () => {
    expect(step({ state: 'printed' }, { printed: 40, checked: 30 }, true)).toEqual({
      kind: 'check',
      count: 10,
    });
  });

  it('concludes first if the ERP requires it, and returns to the labels afterwards', () => {
    const failed = { undecided: 40 };
    expect(step({ labelsAfterConclusion: true }, failed)).toEqual({ kind: 'conclude-first' });
    expect(step({ state: 'concluded' }, { pending: 40 })).toEqual({ kind: 'collect', count: 40 });
    expect(step({ state: 'concluded', collecting: true }, { pending: 30, coming: 10 })).toEqual({
      kind: 'wait-labels',
      done: 0,
      total: 40,
    });
  });

  it('lets the packer answer questions that the program cannot', () => {
    expect(step({ state: 'conclusion-unknown' }, { printed: 40 })).toEqual({
      kind: 'resolve-conclusion',
    });
    expect(step({ fault: fault('print-unknown') }, { ready: 40 })).toEqual({
      kind: 'resolve-print',
    });
    expect(step({ fault: fault('paper-unknown') }, { ready: 40 })).toEqual({
      kind: 'resolve-print',
    });
  });

  it('prints this station’s rows, and leaves the rows of others to them', () => {
    expect(step({}, { ready: 30, taken: 10, others: 10 })).toEqual({
      kind: 'print',
      count: 10,
      more: false,
    });
    expect(step({}, { ready: 20, others: 10, printed: 10 })).toEqual({
      kind: 'print',
      count: 20,
      more: false,
    });
    expect(step({}, { printed: 30, others: 10, checked: 20 })).toEqual({
      kind: 'check',
      count: 20,
    });
    expect(step({}, { printed: 30, others: 10, checked: 30 })).toEqual({
      kind: 'wait-others',
      count: 10,
    });
    expect(step({ state: 'concluded' }, { printed: 30, others: 10, checked: 40 })).toEqual({
      kind: 'manifest',
    });
    expect(findStage({ kind: 'wait-others', count: 10 })).toBe('print');
  });

  it('waits for a conclusion at another station, but not for a station that is gone', () => {
    const concludes = (isAlive: boolean, isHere = false): unknown =>
      step(
        { share: makeGroupingShare({ isAlive, conclusion: 'concluding', isHere }) },
        { printed: 40, checked: 40 },
      );
    expect(concludes(true)).toEqual({ kind: 'wait-conclusion' });
    expect(concludes(false)).toEqual({ kind: 'conclude' });
    expect(concludes(true, true)).toEqual({ kind: 'conclude' });
  });

  it('belongs to the stage that the row of steps marks', () => {
    expect(findStage({ kind: 'retry', count: 1 })).toBe('labels');
    expect(findStage({ kind: 'print', count: 1, more: true })).toBe('labels');
    expect(findStage({ kind: 'print', count: 1, more: false })).toBe('print');
    expect(findStage({ kind: 'manifest' })).toBe('conclude');
  });

  it('is the same in a list of groupings', () => {
    const listed = (more: Partial<GroupingSummary>): unknown =>
      makeSummary(1, { ready: 0, ...more }).step;
    expect(listed({ state: 'loaded', printed: 35 })).toEqual({ kind: 'collect', count: 5 });
    expect(listed({ ready: 35, failed: 5, retryable: 3 })).toEqual({ kind: 'retry', count: 3 });
    expect(listed({ printed: 38, failed: 2 })).toEqual({ kind: 'decide', count: 2 });
    expect(listed({ ready: 38, accepted: 2 })).toEqual({ kind: 'print', count: 38, more: false });
    expect(listed({ printed: 40, checked: 37 })).toEqual({ kind: 'check', count: 3 });
    expect(listed({ failed: 40, labelsAfterConclusion: true })).toEqual({ kind: 'conclude-first' });
    expect(listed({ ready: 40, asksAboutPaper: true })).toEqual({ kind: 'resolve-print' });
  });
});

const namesOf = (rows: readonly ShipmentSnapshot[], difference: GroupingDifference | null = null) =>
  listAgainstConclusion(
    listOfList({ shipments: rows, difference, state: 'printed' }, false),
    false,
  ).map(({ kind, shipmentIds }) => [kind, shipmentIds.map((id) => id % 10_000)]);

describe('exceptions to a conclusion', () => {
  it('are none if every label is on paper and every parcel checked', () => {
    expect(namesOf([makeRow(1), makeRow(2)])).toEqual([]);
  });

  it('are listed by kind, each with its shipments', () => {
    const rows = [
      { ...makeRow(1), checkedAtMs: null },
      { ...makeRow(2, readyLabel), checkedAtMs: null },
      makeRow(3, { file: 'ready', block: 'label-of-another', fault: fault('label-of-another') }),
      makeRow(8, { file: 'ready', block: 'label-many-pages', fault: fault('label-many-pages') }),
      makeRow(4, { file: 'failed', fault: fault('label-empty') }),
      makeRow(5, { file: 'panel' }),
      makeRow(6, { file: 'coming' }),
      makeRow(7, { pages: 1, filePages: 2 }, 2),
    ];
    expect(namesOf(rows)).toEqual([
      ['label-of-another', [3]],
      ['label-many-pages', [8]],
      ['unchecked', [1, 2]],
      ['failed', [4]],
      ['waiting', [6]],
      ['label-in-panel', [5]],
      ['unprinted', [2]],
      ['fewer-labels', [7]],
    ]);
  });

  it('include rows that another station has only as that, and none that it has printed', () => {
    const rows = [
      { ...makeRow(1, readyLabel), share: makeShare('taken') },
      { ...makeRow(2, { file: 'refused' }), share: makeShare('printed') },
      { ...makeRow(3, readyLabel), share: makeShare('taken', true) },
    ];
    expect(namesOf(rows)).toEqual([
      ['unprinted', [3]],
      ['floor-busy', [1]],
    ]);
  });

  it('include a label that is held back because its shipment was cancelled, only as that', () => {
    const row = makeRow(1, {
      file: 'ready',
      block: 'shipment-cancelled',
      fault: fault('shipment-cancelled'),
    });
    const sale = row.shipment.sale && { ...row.shipment.sale, status: 'cancelled' as const };
    expect(namesOf([{ ...row, shipment: { ...row.shipment, sale } }])).toEqual([
      ['sale-cancelled', [1]],
    ]);
  });

  it('include a cancelled order, and an invoice that was cancelled, rejected or denied, whatever else is right', () => {
    const withStatus = (
      position: number,
      sale: DocumentStatus | null,
      invoice: DocumentStatus | null,
    ): ShipmentSnapshot => {
      const row = makeRow(position);
      const { shipment } = row;
      return {
        ...row,
        shipment: {
          ...shipment,
          sale: shipment.sale && { ...shipment.sale, status: sale },
          invoice: shipment.invoice && { ...shipment.invoice, status: invoice },
        },
      };
    };
    const rows = [
      withStatus(1, 'cancelled', 'other'),
      withStatus(2, 'other', 'cancelled'),
      withStatus(3, 'other', 'rejected'),
      withStatus(4, 'other', 'denied'),
      withStatus(5, 'other', 'other'),
      withStatus(6, null, null),
    ];
    expect(namesOf(rows)).toEqual([
      ['sale-cancelled', [1]],
      ['invoice-cancelled', [2]],
      ['invoice-rejected', [3]],
      ['invoice-denied', [4]],
    ]);
    // An order before its invoice, and an unknown state, block nothing.
    const others = [
      withStatus(1, 'other', 'pending'),
      withStatus(2, 'cancelled', 'sent'),
      withStatus(3, 'other', '#77'),
      withStatus(4, 'other', 'awaiting-protocol'),
    ];
    expect(namesOf(others)).toEqual([
      ['sale-cancelled', [2]],
      ['invoice-unauthorised', [1, 4]],
    ]);
  });

  it('still list accepted shipments, only as that', () => {
    const rows = [
      makeRow(1, { file: 'panel', waived: 'without' }),
      makeRow(2, { ...readyLabel, waived: 'without' }),
    ];
    expect(namesOf(rows)).toEqual([['accepted', [1, 2]]]);
  });

  it('list added, removed and reissued shipments once, the removed parcels too', () => {
    const rows = [
      makeRow(1),
      { ...makeRow(2, { file: 'missing' }), checkedAtMs: null },
      makeRow(3, readyLabel),
    ];
    const difference = {
      added: [makeShipment(2)],
      removed: [makeShipment(9)],
      changed: [makeShipment(3)],
    };
    expect(namesOf(rows, difference)).toEqual([
      ['removed', [9]],
      ['added', [2]],
      ['changed', [3]],
      ['unchecked', [2]],
    ]);
  });
});

describe('an exception that the person did not see', () => {
  it.each(['added', 'removed', 'changed'] as const)(
    'of a shipment that was %s is a change of the grouping',
    (kind) => {
      const exceptions = [{ kind, shipmentIds: [kind === 'removed' ? 9 : 1], detail: null }];
      const refusal = findRefusal({ shipments: [makeRow(1)] }, exceptions, {
        seen: [],
        mustBeChecked: false,
      });
      expect(refusal?.kind).toBe('grouping-changed');
    },
  );
});

describe('the counts', () => {
  it('separate the rows of others from those to be printed here', () => {
    const shares = [
      null,
      makeShare('taken', true),
      makeShare('taken'),
      makeShare('doubt'),
      makeShare('printed'),
    ];
    const rows = shares.map((share, index) => {
      const label = share?.state === 'printed' ? printedLabel : readyLabel;
      return { ...makeRow(index + 1, label), checkedAtMs: null, share };
    });
    expect(countRows(rows)).toMatchObject({
      total: 5,
      ready: 2,
      taken: 1,
      others: 2,
      printed: 1,
      checked: 0,
    });
  });

  it('leave out a late label that nothing waits for, because a person or another station is done with it', () => {
    const late = { file: 'late', timesPrinted: 0, fault: fault('label-not-yet') } as const;
    const printed = { ...makeRow(1, { ...late, timesPrinted: 1 }), share: makeShare('printed') };
    const rows = [printed, makeRow(2, { ...late, waived: 'without' }), makeRow(3, late)];
    expect(countRows(rows)).toMatchObject({ printed: 1, accepted: 1, pending: 1, late: 1 });
    expect(step({ state: 'collecting' }, countRows(rows))).toEqual({ kind: 'ask-now', count: 1 });
  });
});

const ofLabels: readonly string[] = [
  'label-of-another',
  'label-many-pages',
  'failed',
  'label-in-panel',
  'unprinted',
];

describe('the decision', () => {
  const faults = [
    null,
    fault('label-of-another'),
    fault('label-many-pages'),
    fault('shipment-cancelled'),
    fault('invoice-unauthorised'),
    fault('label-after-conclusion'),
  ];
  const row = fc
    .record({
      facts: labelFacts(),
      fault: fc.constantFrom(...faults),
      pages: fc.integer({ min: 0, max: 2 }),
      timesPrinted: fc.nat(2),
      isChecked: fc.boolean(),
      isCancelled: fc.boolean(),
      share: fc.constantFrom(
        null,
        ...shareStates.flatMap((state) => [makeShare(state), makeShare(state, true)]),
      ),
    })
    .map(({ isChecked, isCancelled, share, facts, ...label }) => ({
      label: { ...label, ...facts },
      isChecked,
      isCancelled,
      share,
    }));
  const grouping = fc
    .record({
      rows: fc.array(row, { minLength: 1, maxLength: 6 }),
      after: fc.boolean(),
      added: fc.nat(6),
    })
    .map(({ rows, after, added }): JobFacts => {
      const shipments = rows.map(
        ({ label, isChecked, isCancelled, share }, index): ShipmentSnapshot => {
          const made = makeRow(index + 1, { ...label, filePages: label.pages }, 2);
          const sale = made.shipment.sale && {
            ...made.shipment.sale,
            status: isCancelled ? ('cancelled' as const) : ('other' as const),
          };
          return {
            ...made,
            shipment: { ...made.shipment, sale },
            checkedAtMs: isChecked ? 1 : null,
            share,
          };
        },
      );
      const newcomer = shipments[added]?.shipment;
      const difference =
        newcomer === undefined ? null : { added: [newcomer], removed: [], changed: [] };
      return { ...head(), shipments, difference, labelsAfterConclusion: after };
    });
  const settings = { printWhenChecked: false, mustCheck: false, cutoffs: [] };

  it('block a conclusion if one was not seen, whatever else was seen', () => {
    fc.assert(
      fc.property(grouping, fc.constantFrom(...problemKinds), (facts, left) => {
        const exceptions = listExceptions(decide(facts, settings, 0));
        const isLeft = !isDecided(left) && exceptions.some(({ kind }) => kind === left);
        const seen = exceptions.filter(({ kind }) => kind !== left);
        const refusal = findRefusal(facts, exceptions, { seen, mustBeChecked: true });
        if (isLeft) expect(refusal).not.toBeNull();
        const all = findRefusal(facts, exceptions, { seen: exceptions, mustBeChecked: true });
        const blocks = facts.shipments.some(
          ({ label, share }) =>
            share?.isHere === false &&
            share.state !== 'printed' &&
            readState(label) !== 'printed' &&
            label.waived === null,
        );
        expect(all === null).toBe(!exceptions.some(({ kind }) => kind === 'waiting') && !blocks);
      }),
    );
  });

  it('never lets the next step conclude a grouping with an undecided exception', () => {
    fc.assert(
      fc.property(grouping, (facts) => {
        const job = decide(facts, settings, 0);
        const { step, tallies } = job;
        expect(countFetched(tallies) + countOpen(tallies)).toBeLessThanOrEqual(tallies.total);
        if (step.kind !== 'conclude') return;
        // The screen of the step shows these, and the step is refused until they were acknowledged.
        const told = ['accepted', 'staying', 'sale-cancelled', 'added', 'fewer-labels'];
        const kinds = listExceptions(job).map(({ kind }) => kind);
        expect(kinds.filter((kind) => !told.includes(kind))).toEqual([]);
      }),
    );
  });

  it('lets a person conclude despite what they see, and with one step if they see nothing', () => {
    fc.assert(
      fc.property(grouping, fc.boolean(), (facts, mustCheck) => {
        const job = decide(facts, { ...settings, mustCheck }, 0);
        const { step, mayGoAnyway } = job.conclusion;
        const exceptions = listExceptions(job);
        const word = { seen: exceptions, mustBeChecked: mustCheck };
        if (step.kind === 'conclude') {
          expect(exceptions.filter(({ kind }) => !isDecided(kind))).toEqual([]);
          expect(findRefusal(facts, exceptions, { seen: [], mustBeChecked: true })).toBeNull();
          expect(mayGoAnyway).toBe(false);
        }
        if (!mayGoAnyway) return;
        const unchecked = exceptions.some(({ kind }) => kind === 'unchecked');
        expect(mustCheck && unchecked).toBe(false);
        expect(findRefusal(facts, exceptions, word)).toBeNull();
      }),
    );
  });

  it.each([
    ['concludes', [], 'conclude'],
    ['fetches what can be fetched', [{ file: 'missing' }], 'collect'],
    ['checks what is unchecked', [{ isChecked: false }], 'check'],
    ['shows what is left', [{ pages: 1 }], 'see'],
  ] as const)('on the screen of the conclusion it %s', (_, found, kind) => {
    const rows = found.map((one, index) => {
      const { isChecked = true, ...label } = { isChecked: undefined, ...one };
      const row = makeRow(index + 2, { filePages: 1, ...label }, 'pages' in label ? 2 : 1);
      return { ...row, checkedAtMs: isChecked ? 1 : null };
    });
    const { conclusion } = decide({ ...head(), shipments: [makeRow(1), ...rows] }, settings, 0);
    expect(conclusion.step.kind).toBe(kind);
  });

  it('on the screen of the conclusion of an empty grouping it asks what it asks on every other', () => {
    const pause = { reason: 'token' } as const;
    const { step: next, conclusion } = decide(head({ state: 'loaded', pause }), settings, 0);
    expect(next.kind).toBe('give-token');
    expect(conclusion).toEqual({ step: next, mayGoAnyway: false });
  });

  it('takes no longer for each of many shipments than for each of a few', () => {
    const row = { ...makeRow(1, { file: 'missing', timesPrinted: 0 }), checkedAtMs: null };
    const shipments = Array.from({ length: 8_000 }, (_, index) => {
      return { ...row, shipment: { ...row.shipment, id: index + 1 } };
    });
    const startedAtMs = performance.now();
    const { problems } = decide(head({ shipments }), settings, 0);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
    expect(problems.find(({ kind }) => kind === 'waiting')?.shipmentIds).toHaveLength(8_000);
  });

  it('prints nothing automatically that the next step would not print', () => {
    fc.assert(
      fc.property(grouping, (facts) => {
        const job = decide({ ...facts, labelsAfterConclusion: false }, settings, 0);
        const ids = listUnaskedPrints(job);
        if (ids.length === 0) return;
        expect(['print', 'retry', 'go-without', 'collect']).toContain(job.step.kind);
        for (const id of ids)
          expect(
            job.problems.find(({ kind }) => kind === 'unprinted')?.shipmentIds ?? [id],
          ).toContain(id);
      }),
    );
  });

  it('has a decision for each exception that can be accepted, and none after it', () => {
    fc.assert(
      fc.property(grouping, (facts) => {
        const exceptions = listExceptions(decide(facts, settings, 0));
        const rows = new Map(facts.shipments.map((one) => [one.shipment.id, one]));
        for (const { kind, shipmentIds } of exceptions) {
          if (kind !== 'fewer-labels' && !ofLabels.includes(kind)) continue;
          for (const id of shipmentIds) {
            const end = waive(kind, rows.get(id)!);
            expect(end).not.toBeNull();
            rows.set(id, { ...rows.get(id)!, label: end!.label });
          }
        }
        const left = decide({ ...facts, shipments: [...rows.values()] }, settings, 0);
        const kinds = listExceptions(left).map(({ kind }) => kind);
        expect(kinds.filter((kind) => ofLabels.includes(kind))).toEqual([]);
      }),
    );
  });
});
