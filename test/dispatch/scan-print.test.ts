import { labelFacts } from '../support/label-facts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideScan } from '../../src/main/dispatch/index.ts';
import type { ScanCandidate } from '../../src/main/dispatch/index.ts';
import { findScanned } from '../../src/main/dispatch/model/scan-print.ts';
import type { RowShare } from '#shared/domain/floor.ts';
import { type LabelSnapshot, readState } from '#shared/domain/job.ts';
import type { LabelReading } from '#shared/domain/records.ts';
import { fault } from '#shared/faults/faults.ts';
import { entry, label, shipment } from '../desk/support/snapshots.ts';
import { accessKey, ownIssuers } from '../support/access-key.ts';

/** A row with these codes, which may be another's too. */
function row(
  id: number,
  tracking: string,
  invoice: number,
  order: number,
  more: Partial<LabelSnapshot> = {},
) {
  const plain = shipment(id);
  return entry(id, {
    label: label(more),
    shipment: {
      ...plain,
      logistics: plain.logistics && { ...plain.logistics, trackingCode: tracking },
      invoice: plain.invoice && { ...plain.invoice, number: invoice || null },
      sale: plain.sale && { ...plain.sale, number: order || null },
    },
  });
}

const shows = (text: string): LabelReading => ({
  codes: [{ symbology: 'Code128', text, page: 1 }],
  pages: 1,
  dpi: 203,
  looked: true,
});

describe('the codes of a job', () => {
  it('name every shipment that has them, and a label’s own code its shipment alone', () => {
    const rows = [
      row(1, 'AA 123-456-785 BR', 1001, 1002),
      row(2, 'BB123456785BR', 1002, 7, {
        file: 'ready',
        timesPrinted: 1,
        reading: shows('PARCEL-0000002'),
      }),
      row(3, '', 1003, 7, { reading: shows('RETURN-ADDRESS') }),
      row(4, '', 0, 0, { reading: shows('RETURN-ADDRESS') }),
    ];
    const find = (code: string) => findScanned(code, rows, ownIssuers);
    const named = (code: string) => find(code).map(({ shipmentId }) => shipmentId);
    expect(find(' aa123456785br')).toEqual([{ shipmentId: 1, by: 'tracking' }]);
    expect(find(accessKey(1003))).toEqual([{ shipmentId: 3, by: 'invoice' }]);
    // Nothing is guessed between an invoice and an order of the same number.
    expect(named('1002').toSorted()).toEqual([1, 2]);
    expect(named(accessKey(1002))).toEqual([2]);
    expect(named('7').toSorted()).toEqual([2, 3]);
    expect(find('PARCEL-0000002')).toEqual([{ shipmentId: 2, by: 'label' }]);
    for (const code of ['RETURN-ADDRESS', '', '0', '-', 'undefined', 'null', accessKey(0)])
      expect(named(code)).toEqual([]);
  });
});

it('a code in its layout’s place names what the label shows, and a key an invoice without number', () => {
  const rows = [
    row(1, '', 1001, 0, { reading: shows('AA123456785BR') }),
    row(2, '', 0, 0, { reading: shows(accessKey(1003)) }),
  ];
  const find = (code: string) => findScanned(code, rows, ownIssuers);
  const matrix = '01310100000008801500000000351AA123456785BR0000000000';
  expect(find(matrix)).toEqual([{ shipmentId: 1, by: 'label' }]);
  expect(find(accessKey(1003))).toEqual([{ shipmentId: 2, by: 'label' }]);
  expect(find(accessKey(1002))).toEqual([]);
});

const candidate = (
  more: Partial<ScanCandidate> = {},
  changed: Partial<LabelSnapshot> = {},
): ScanCandidate => ({
  shipmentId: 1,
  by: 'order',
  isUnderWay: false,
  entry: entry(1, { label: label(changed) }),
  job: { state: 'ready', printing: false, fault: null, printVerdict: null },
  ...more,
});
const plain = { isCheck: false, again: null };
const printed = { file: 'ready', timesPrinted: 1 } as const;
const elsewhere: RowShare = {
  ...{
    state: 'taken',
    stationId: 'two',
    station: 'Bancada 2',
    person: null,
    isHere: false,
    atMs: 0,
    differs: false,
  },
};

describe('a scan where scans print', () => {
  it.each<[string, ScanCandidate, string]>([
    ['a label that is here', candidate(), 'print'],
    ['one on its way', candidate({}, { file: 'coming' }), 'wait'],
    [
      'one that may be fetched again',
      candidate({}, { file: 'failed', fault: fault('timeout') }),
      'wait',
    ],
    ['one that a scan has sent for', candidate({ isUnderWay: true }), 'under-way'],
    ['a printed one', candidate({}, printed), 'ask'],
    [
      'one that was printed and is read again',
      candidate({}, { file: 'missing', timesPrinted: 1 }),
      'ask',
    ],
    ['one that goes without', candidate({}, { waived: 'without' }), 'ask'],
    ['its own code, once printed', candidate({ by: 'tracking' }, printed), 'check'],
    ['its own code before that', candidate({ by: 'tracking' }), 'print'],
    ['a code that only the label has', candidate({ by: 'label' }), 'check'],
    [
      'its own code on a paper of another grouping that counts',
      candidate(
        { by: 'tracking' },
        { file: 'ready', block: 'printed-before', fault: fault('printed-before'), waived: 'keeps' },
      ),
      'check',
    ],
    [
      'a checked one',
      candidate({ by: 'tracking', entry: entry(1, { label: label(printed), checkedAtMs: 1 }) }),
      'ask',
    ],
    ['another bench’s', candidate({ entry: entry(1, { share: elsewhere }) }), 'floor-taken'],
    [
      'a stopped one',
      candidate({}, { file: 'ready', block: 'label-of-another', fault: fault('label-of-another') }),
      'label-of-another',
    ],
    [
      'one in a panel',
      candidate({}, { file: 'panel', fault: fault('label-in-panel') }),
      'label-in-panel',
    ],
    [
      'any while paper is in doubt',
      candidate({
        job: {
          state: 'ready',
          printing: false,
          fault: null,
          printVerdict: { printed: [], perhaps: [9], not: [] },
        },
      }),
      'print-unknown',
    ],
    [
      'any while it is concluded',
      candidate({ job: { state: 'concluding', printing: false, fault: null, printVerdict: null } }),
      'not-ready',
    ],
  ])('%s', (_what, one, expected) => {
    const decision = decideScan([one], plain);
    expect(decision.kind === 'refuse' ? decision.fault.kind : decision.kind).toBe(expected);
  });

  it('checks a printed label by its invoice on the Check screen alone', () => {
    const one = candidate({ by: 'invoice' }, printed);
    expect(decideScan([one], plain).kind).toBe('ask');
    expect(decideScan([one], { ...plain, isCheck: true }).kind).toBe('check');
    expect(
      decideScan([candidate({ by: 'order' }, printed)], { ...plain, isCheck: true }).kind,
    ).toBe('ask');
    expect(decideScan([candidate({ by: 'invoice' })], { ...plain, isCheck: true }).kind).toBe(
      'print',
    );
  });

  it('asks whose an access key of an unknown issuer is, until a person has chosen', () => {
    const one = candidate({ by: 'unsure' });
    expect(decideScan([one], plain)).toEqual({ kind: 'several', candidates: [one] });
    expect(decideScan([one], { ...plain, isChosen: true }).kind).toBe('print');
  });

  it('prints a printed label for a word on that print alone', () => {
    expect(decideScan([candidate({}, printed)], { ...plain, again: 1 }).kind).toBe('print');
    expect(
      decideScan([candidate({}, { ...printed, timesPrinted: 2 })], { ...plain, again: 1 }).kind,
    ).toBe('ask');
    expect(
      decideScan([candidate({ isUnderWay: true }, printed)], { ...plain, again: 1 }).kind,
    ).toBe('under-way');
  });

  it('never prints a printed label unasked, one of several, or one that may not be', () => {
    const any = fc.record({
      by: fc.constantFrom('tracking', 'invoice', 'order', 'label'),
      isUnderWay: fc.boolean(),
      facts: labelFacts(),
      times: fc.integer({ min: 0, max: 2 }),
      checkedAtMs: fc.constantFrom(null, 1),
      share: fc.constantFrom(null, elsewhere),
    });
    const again = fc.option(fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 3 }), again, fc.boolean(), (some, word, isCheck) => {
        const candidates = some.map(({ facts, times, checkedAtMs, share, ...one }) => {
          return candidate({
            ...one,
            entry: entry(1, {
              label: label({ ...facts, timesPrinted: times }),
              checkedAtMs,
              share,
            }),
          });
        });
        const decision = decideScan(candidates, { isCheck, again: word });
        if (decision.kind !== 'print' && decision.kind !== 'wait') return;
        expect(candidates).toHaveLength(1);
        const { entry: row, isUnderWay } = decision.candidate;
        expect(isUnderWay).toBe(false);
        expect(row.share).toBeNull();
        if (row.label.timesPrinted > 0 || row.label.waived !== null)
          expect(word).toBe(row.label.timesPrinted);
        if (decision.kind === 'print') expect(['ready', 'printed']).toContain(readState(row.label));
      }),
    );
  });
});
