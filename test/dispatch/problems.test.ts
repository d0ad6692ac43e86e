import { findFile } from '../../src/main/dispatch/model/label-faults.ts';
import { labelFacts } from '../support/label-facts.ts';
import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { Settings } from '#shared/contract/settings.ts';
import { staysHere } from '#shared/domain/cancelled.ts';
import { shareStates } from '#shared/domain/floor.ts';
import {
  type JobSnapshot,
  jobStates,
  labelBlocks,
  type LabelFile,
  labelFiles,
  listExceptions,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { problemText } from '#shared/faults/fault-text.ts';
import { fault, type FaultKind } from '#shared/faults/faults.ts';
import { languages } from '#shared/faults/languages.ts';
import {
  type KindAgainst,
  listAgainstConclusion,
  listAgainstLeaving,
  problemKinds,
  problemTable,
  readMeaning,
} from '#shared/faults/problems.ts';
import { decide, findRefusal, listUnaskedPrints } from '../../src/main/dispatch/model/decide.ts';
import type { JobFacts } from '../../src/main/dispatch/model/problems.ts';
import {
  findCutoff,
  freshMs,
  isReadingDue,
  listOfList,
} from '../../src/main/dispatch/model/problems.ts';
import { entry, label, shipment } from '../desk/support/snapshots.ts';
import { quietHead, workOf } from '../support/quiet-head.ts';
import { makeGroupingShare, makeShare } from '../renderer/fake-data.ts';

const noon = new Date(2026, 10, 27, 12, 0).getTime();
const correios = { id: 1, name: 'Correios SEDEX' };
const printed = label({ file: 'ready', timesPrinted: 1 });

/** A parcel that may leave. */
const fine = (
  position: number,
  more: Partial<ShipmentSnapshot> = {},
  data: Partial<Shipment> = {},
): ShipmentSnapshot =>
  entry(position, { label: printed, checkedAtMs: 1, shipment: shipment(position, data), ...more });

function read(
  rows: readonly ShipmentSnapshot[],
  more: Partial<JobFacts> = {},
  cutoffs: Settings['cutoffs'] = [],
): JobSnapshot {
  const grouping = { id: 7, identification: null, date: null, shippingMethod: correios };
  return decide(
    { ...quietHead, ...workOf(more.state), readAtMs: noon, grouping, shipments: rows, ...more },
    { printWhenChecked: false, mustCheck: false, cutoffs },
    noon,
  );
}

const invoice = (status: 'cancelled' | 'rejected' | 'denied' | 'pending' | '#77') => ({
  invoice: { id: 1, number: 1, date: null, status },
});
const sale = { id: 1, number: 1, date: null, status: 'cancelled' as const };
const failed = (kind: FaultKind) => {
  const block = labelBlocks.find((one) => one === kind) ?? null;
  const file = block === null ? findFile({ kind }) : 'ready';
  return { label: label({ file, block, fault: fault(kind, { reached: 'no' }) }) };
};
const elsewhere = { share: makeShare('taken', false), label: label() };
const { recipient, volume } = shipment(1);

const reasonsOf = (job: JobSnapshot) => listAgainstLeaving(job.problems);
const kindsOf = (job: JobSnapshot) => reasonsOf(job).map(({ kind }) => kind);

const states: readonly (readonly [KindAgainst<'leaving'>, JobSnapshot])[] = [
  ['grouping-empty', read([])],
  ['forbidden', read([fine(1)], { fault: fault('forbidden') })],
  ['forbidden', read([fine(1, failed('forbidden'))])],
  ['sale-cancelled', read([fine(1, {}, { sale })])],
  ['invoice-cancelled', read([fine(1, {}, invoice('cancelled'))])],
  ['invoice-rejected', read([fine(1, {}, invoice('rejected'))])],
  ['invoice-denied', read([fine(1, {}, invoice('denied'))])],
  ['conclusion-refused', read([fine(1)], { refusal: 'conclusion-refused' })],
  ['forbidden', read([fine(1)], { refusal: 'forbidden' })],
  ...(
    [
      { fault: fault('disk-full') },
      { fault: fault('not-found') },
      { pause: { reason: 'token' } },
      { printVerdict: { printed: [], perhaps: [1], not: [] } },
      { state: 'conclusion-unknown' },
      { listFault: 'floor-away' },
    ] satisfies Partial<JobFacts>[]
  ).map((more) => ['trouble', read([fine(1)], more)] as const),
  ['under-way', read([fine(1)], { state: 'printing' })],
  ['under-way', read([fine(1)], { state: 'concluding' })],
  ['unread', read([fine(1)], { readAtMs: null })],
  ['unread', read([fine(1)], { readAtMs: noon - freshMs - 1 })],
  // The clock was set back.
  ['unread', read([fine(1)], { readAtMs: noon + 3_600_000 })],
  [
    'label-after-conclusion',
    read([fine(1, failed('label-after-conclusion'))], { labelsAfterConclusion: true }),
  ],
  ['invoice-unauthorised', read([fine(1, {}, invoice('pending'))])],
  ['invoice-unknown', read([fine(1, {}, invoice('#77'))])],
  ['invoice-unread', read([fine(1)], { unreadInvoices: [1] })],
  ['no-invoice', read([fine(1, {}, { invoice: null })])],
  ['no-recipient', read([fine(1, {}, { recipient: recipient && { ...recipient, name: '' } })])],
  [
    'no-postal-code',
    read([fine(1, {}, { recipient: recipient && { ...recipient, address: null } })]),
  ],
  ['no-weight', read([fine(1, {}, { volume: volume && { ...volume, grossWeight: 0 } })])],
  ['removed', read([fine(1)], { difference: { added: [], removed: [shipment(9)], changed: [] } })],
  ['added', read([fine(1)], { difference: { added: [shipment(1)], removed: [], changed: [] } })],
  ['changed', read([fine(1)], { difference: { added: [], removed: [], changed: [shipment(1)] } })],
  [
    'label-outlived',
    read([fine(1, { label: { ...printed, storedAtMs: noon - 16 * 86_400_000 } })]),
  ],
  ['label-of-another', read([fine(1, failed('label-of-another'))])],
  ['label-many-pages', read([fine(1, failed('label-many-pages'))])],
  ['printed-before', read([fine(1, failed('printed-before'))])],
  [
    'label-in-panel',
    read([fine(1, { label: label({ file: 'panel', fault: fault('label-in-panel') }) })]),
  ],
  ['failed', read([fine(1, failed('server'))])],
  ['fewer-labels', read([fine(1, {}, { volume: volume && { ...volume, quantity: 3 } })])],
  ['waiting', read([fine(1, { label: label({ file: 'missing' }) })])],
  ['unprinted', read([fine(1, { label: label() })])],
  ['floor-busy', read([fine(1, elsewhere)])],
  ['unchecked', read([fine(1, { checkedAtMs: null })])],
];

describe('the light', () => {
  it('is green if nothing that is known stands against leaving', () => {
    expect(read([fine(1), fine(2)])).toMatchObject({ light: 'green', problems: [] });
    // The contract says no more of these.
    expect(
      read([fine(1, {}, { invoice: { id: 1, number: 1, date: null, status: null } })]).light,
    ).toBe('green');
  });

  it.each(states)('names %s alone, in its tone', (kind, job) => {
    const { light, shipments } = job;
    expect(kindsOf(job)).toEqual([kind]);
    expect(light).toBe(problemTable[kind].leaving);
    for (const { shipmentIds } of kind === 'removed' ? [] : reasonsOf(job)) {
      expect(shipments.map(({ shipment: { id } }) => id)).toEqual(
        expect.arrayContaining([...shipmentIds]),
      );
    }
  });

  it('has a case here for each reason but the cutoff, and a sentence and a next step in both languages', () => {
    const kinds = problemKinds.filter((kind) => readMeaning(kind).leaving !== undefined);
    expect(new Set(['cutoff', ...states.map(([kind]) => kind)])).toEqual(new Set(kinds));
    for (const language of languages) {
      const said = kinds.map((kind) => problemText({ kind, detail: null }, language));
      for (const { what, next } of said) {
        expect(what).toMatch(/^.{10,100}[.]$/);
        expect(next).toMatch(/^.{10,100}[.]$/);
      }
      expect(new Set(said.map(({ what }) => what)).size).toBe(kinds.length);
      for (const kind of problemKinds)
        expect(problemText({ kind }, language).next, kind).toMatch(/^.{10,100}[.]$/);
    }
  });

  it('says nothing against a parcel that a person keeps here', () => {
    const block = 'shipment-cancelled';
    const held = label({ file: 'ready', block, fault: fault(block), waived: 'stays' });
    expect(read([fine(1, { label: held, checkedAtMs: null }, { sale })]).light).toBe('green');
    // Its scan since then says that it goes.
    expect(read([fine(1, { label: held }, { sale })]).light).toBe('red');
  });

  it('says nothing of an unread invoice that does not leave, or whose status the list told since', () => {
    const held = label({
      file: 'ready',
      block: 'shipment-cancelled',
      fault: fault('shipment-cancelled'),
      waived: 'stays',
    });
    const rows = [
      fine(1, { label: held, checkedAtMs: null }, { sale }),
      fine(2, {}, { invoice: { id: 2, number: 2, date: null, status: 'other' } }),
    ];
    // The third has left the list.
    expect(read(rows, { unreadInvoices: [1, 2, 3] }).light).toBe('green');
    const learned = { id: 2, number: 2, date: null, status: 'other', isLearned: true } as const;
    const old = read([fine(2, {}, { invoice: learned })], { unreadInvoices: [2] });
    expect(old.problems).toMatchObject([{ kind: 'invoice-unread', shipmentIds: [2] }]);
  });

  it('is of a list that is read anew soon, though the clock was set back by a minute', () => {
    for (const readAtMs of [noon + 60_000, noon - freshMs, null])
      expect(isReadingDue(read([fine(1)], { readAtMs }), noon)).toBe(true);
    expect(isReadingDue(read([fine(1)]), noon)).toBe(false);
  });

  it('wants the postal code and the weight only where a carrier is known to want them', () => {
    const row = fine(
      1,
      {},
      { volume: null, recipient: recipient && { ...recipient, address: null } },
    );
    const grouping = {
      id: 7,
      identification: null,
      date: null,
      shippingMethod: { id: 2, name: 'Motoboy' },
    };
    expect(read([row], { grouping }).light).toBe('green');
    expect(kindsOf(read([row]))).toEqual(['no-postal-code', 'no-weight']);
  });

  it('still says after the conclusion that a parcel needs its DC-e, and names the shipping method', () => {
    const { problems } = read([fine(1, {}, { invoice: null })], { state: 'concluded' });
    expect(problems).toEqual([{ kind: 'no-invoice', shipmentIds: [1], detail: 'Correios SEDEX' }]);
    expect(problemText(problems[0]!, 'pt-BR').what).toMatch(/^Correios SEDEX · Sem nota fiscal/);
    expect(read([fine(1, {}, { invoice: null, objectType: 'notafiscal' })]).light).toBe('green');
  });

  it.each([
    ['12:01', 30, 'label', []],
    ['12:01', 31, 'label', ['cutoff']],
    ['12:01', 61, 'label', ['cutoff']],
    ['11:59', 1, 'label', ['cutoff']],
    ['11:59', 1, 'printed', []],
  ] as const)(
    'warns of a cutoff at %s with %i labels to fetch if the pace does not allow it',
    (time, count, of, said) => {
      const rows = Array.from({ length: count }, (_, index) =>
        fine(index + 1, of === 'printed' ? {} : { label: label({ file: 'missing' }) }),
      );
      const here = read(rows, {}, [{ method: { id: 1, name: null }, time }]);
      expect(kindsOf(here).filter((kind) => kind !== 'waiting')).toEqual(said);
      const other = read(rows, {}, [{ method: { id: 2, name: null }, time }]);
      expect(kindsOf(other)).not.toContain('cutoff');
    },
  );

  it.each([
    ['12:30', { left: 900, ready: 0 }, { minutesLeft: 30, isMissed: false }],
    ['12:30', { left: 901, ready: 0 }, { minutesLeft: 30, isMissed: true }],
    ['12:30', { left: 1200, ready: 600 }, { minutesLeft: 30, isMissed: false }],
    ['11:30', { left: 0, ready: 0 }, { minutesLeft: -30, isMissed: true }],
  ])('gives the Desk the minutes to a cutoff at %s with %j', (time, counts, found) => {
    const cutoffs = [{ method: correios, time }];
    expect(findCutoff(correios, cutoffs, counts, noon)).toEqual({ time, ...found });
    expect(findCutoff({ id: 2, name: null }, cutoffs, counts, noon)).toBeNull();
  });

  it('is the same at two stations that share the grouping', () => {
    const here = [
      fine(1),
      fine(2, { label: label(), share: makeShare('taken', true) }),
      fine(3, {}, { sale }),
    ];
    const there = [
      fine(1, { share: makeShare('printed', false), label: label({ timesPrinted: 1 }) }),
      fine(2, { label: label(), share: makeShare('taken', false) }),
      fine(3, {}, { sale }),
    ];
    expect(read(there).light).toBe(read(here).light);
    expect(kindsOf(read(here))).toEqual(['sale-cancelled', 'unprinted']);
    expect(kindsOf(read(there))).toEqual(['sale-cancelled', 'floor-busy']);
  });
});

describe('the light of any grouping', () => {
  // Every fact that a snapshot can have, alone or with any other: the engine's own types.
  const faults = [
    null,
    'label-of-another',
    'label-many-pages',
    'printed-before',
    'label-after-conclusion',
    'shipment-cancelled',
    'forbidden',
    'server',
  ] as const;
  /** Most are as they should be, so that a single fact against it often stands alone. */
  const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
  const row = fc
    .record({
      facts: labelFacts(mostly<LabelFile>('ready', ...labelFiles)),
      kind: mostly<(typeof faults)[number]>(...faults),
      pages: mostly(1, 2),
      timesPrinted: mostly(1, 0),
      checkedAtMs: mostly<number | null>(1, null),
      isCancelled: mostly(false, true),
      share: mostly(
        null,
        ...shareStates.flatMap((state) => [makeShare(state), makeShare(state, true)]),
      ),
    })
    .map(
      ({ facts, kind, checkedAtMs, isCancelled, share, ...more }) =>
        (position: number): ShipmentSnapshot => {
          const found = label({ ...more, ...facts, fault: kind === null ? null : fault(kind) });
          return fine(position, { label: found, checkedAtMs, share }, isCancelled ? { sale } : {});
        },
    );
  const kinds = ['conclusion-refused', 'forbidden', 'disk-full', 'not-found', 'network'] as const;
  const facts = fc.record({
    state: mostly<(typeof jobStates)[number]>('printed', ...jobStates),
    labelsAfterConclusion: mostly(false, true),
    fault: mostly(
      null,
      ...([...kinds, 'print-unknown', 'conclusion-unknown'] as const).map((kind) => fault(kind)),
    ),
    pause: mostly<JobFacts['pause']>(
      null,
      { reason: 'token' },
      { reason: 'rate-limit', untilMs: noon },
    ),
    printVerdict: mostly<JobFacts['printVerdict']>(
      null,
      { printed: [1], perhaps: [], not: [] },
      { printed: [], perhaps: [1], not: [] },
    ),
    difference: mostly<JobFacts['difference']>(
      null,
      { added: [], removed: [shipment(99)], changed: [] },
      { added: [shipment(1)], removed: [], changed: [] },
    ),
    share: mostly<JobFacts['share']>(
      null,
      ...([null, 'concluding', 'concluded', 'unknown'] as const).map((conclusion) =>
        makeGroupingShare({ conclusion }),
      ),
    ),
    manifestSeen: fc.boolean(),
    refusal: mostly<JobFacts['refusal']>(null, 'conclusion-refused', 'forbidden'),
    listFault: mostly<JobFacts['listFault']>(null, 'floor-away', 'not-found', 'unauthorized'),
    readAtMs: mostly<number | null>(noon - freshMs, null, noon - freshMs - 1, noon + 1),
  });
  const grouping = fc
    .record({ rows: fc.array(row, { maxLength: 2 }), facts })
    .map(({ rows, facts: more }) =>
      read(
        rows.map((make, index) => make(index + 1)),
        more,
      ),
    );

  it('is green only if each row has its paper and its check, and nothing is open or unknown', () => {
    let greens = 0;
    fc.assert(
      fc.property(grouping, (job) => {
        if (job.light !== 'green') return;
        greens += 1;
        expect(reasonsOf(job)).toEqual([]);
        expect(job.shipments.length).toBeGreaterThan(0);
        for (const row of job.shipments) {
          // A person has put this parcel aside.
          if (staysHere(row)) continue;
          const { label: now, checkedAtMs, share } = row;
          const isElsewhere = share?.state === 'printed' && !share.isHere;
          expect(readState(now) === 'printed' || isElsewhere || now.waived !== null).toBe(true);
          expect(checkedAtMs).not.toBeNull();
        }
        // The conclusion is not refused for a reason that is known.
        for (const isFirst of [false, true]) {
          const exceptions = listAgainstConclusion(listOfList(job, isFirst), isFirst);
          expect(findRefusal(job, exceptions, { seen: [], mustBeChecked: true })).toBeNull();
        }
        expect(['loaded', 'ready', 'printed', 'concluded']).toContain(job.state);
        expect(['conclude', 'manifest', 'next-grouping']).toContain(job.step.kind);
        if (job.state !== 'concluded') expect(job.refusal).toBeNull();
        expect(job.fault).toBeNull();
        expect(job.listFault).toBeNull();
        expect(job.pause?.reason).not.toBe('token');
        expect(job.printVerdict?.perhaps ?? []).toEqual([]);
        expect(noon - (job.readAtMs ?? 0)).toBeLessThanOrEqual(freshMs);
        expect(job.readAtMs).toBeLessThanOrEqual(noon);
      }),
      { numRuns: 12_000 },
    );
    // The statement is not empty.
    expect(greens).toBeGreaterThan(50);
  });

  it('is never green if the conclusion is refused for a reason that was known', () => {
    fc.assert(
      fc.property(grouping, (job) => {
        const refusal = findRefusal(job, listExceptions(job), { seen: [], mustBeChecked: true });
        if (refusal !== null) expect(job.light).not.toBe('green');
      }),
      // Most have several reasons, and each has to be enough.
      { numRuns: 3_000 },
    );
  });

  it('is red for no shipment that is printed automatically', () => {
    fc.assert(
      fc.property(grouping, (job) => {
        const red = job.problems.filter(({ kind }) => readMeaning(kind).leaving === 'red');
        const ids = new Set(red.flatMap(({ shipmentIds }) => shipmentIds));
        expect(listUnaskedPrints(job).filter((id) => ids.has(id))).toEqual([]);
      }),
    );
  });
});
