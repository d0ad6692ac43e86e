import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelStates, shareStates } from '../../../src/shared/index.ts';
import type { JobChange, JobSnapshot, LabelSnapshot } from '../../../src/shared/index.ts';
import { applyChange, openModel, countSettled } from '../../../src/renderer/job/job-model.ts';
import type { JobModel } from '../../../src/renderer/job/job-model.ts';
import { makeRow, makeShare, noLabel, printedLabel, readyLabel } from '../fake-data.ts';
import { quietHead } from '../../support/quiet-head.ts';

const snapshot = (count: number): JobSnapshot => ({
  grouping: { id: 7, identification: 'EXP-7', date: null, shippingMethod: null },
  ...quietHead,
  state: 'collecting',
  shipments: Array.from({ length: count }, (_, index) => makeRow(index + 1)),
});
const open = (count: number): JobModel => openModel({ revision: 5, snapshot: snapshot(count) });

function change(model: JobModel, revision: number, shipments: JobChange['shipments']): JobChange {
  return { groupingId: 7, revision, head: { ...model.head, requests: revision }, shipments, whole: null };
}

describe('the job model', () => {
  it('puts a change where it belongs and leaves every other row as it is', () => {
    const model = open(5);
    const before = [...model.rows];
    const applied = applyChange(
      model,
      change(model, 6, [{ position: 3, label: readyLabel, checkedAtMs: 9, scannedVolumes: null, share: null }]),
    );
    expect(applied.outcome).toBe('applied');
    if (applied.outcome !== 'applied') return;
    expect(applied.model.revision).toBe(6);
    expect(applied.model.head.requests).toBe(6);
    expect(applied.model.rows[2]).toEqual({
      ...before[2],
      label: readyLabel,
      checkedAtMs: 9,
      scannedVolumes: null,
      share: null,
    });
    for (const index of [0, 1, 3, 4]) expect(applied.model.rows[index]).toBe(before[index]);
  });

  it('passes over what it knows already', () => {
    const model = open(2);
    expect(applyChange(model, change(model, 5, [])).outcome).toBe('old');
    expect(applyChange(model, change(model, 4, [])).outcome).toBe('old');
  });

  it('sees that a revision went missing and changes nothing', () => {
    const model = open(2);
    const outcome = applyChange(
      model,
      change(model, 7, [{ position: 1, label: readyLabel, checkedAtMs: null, scannedVolumes: null, share: null }]),
    ).outcome;
    expect(outcome).toBe('missed');
    expect(model.rows[0]?.label).toEqual(noLabel);
  });

  it('asks for the whole job when a change names a row it does not have', () => {
    const model = open(2);
    expect(
      applyChange(
        model,
        change(model, 6, [{ position: 3, label: readyLabel, checkedAtMs: null, scannedVolumes: null, share: null }]),
      ).outcome,
    ).toBe('missed');
  });

  it('takes a whole job over any gap', () => {
    const applied = applyChange(open(2), { ...change(open(2), 40, []), whole: snapshot(9) });
    expect(applied).toMatchObject({ outcome: 'applied', whole: true, model: { revision: 40, tallies: { total: 9 } } });
  });

  it('counts what others have apart from what is to be printed here', () => {
    const shares = [null, makeShare('taken', true), makeShare('taken'), makeShare('doubt'), makeShare('printed')];
    const rows = shares.map((share, index) => {
      const label = share?.state === 'printed' ? printedLabel : readyLabel;
      return { ...makeRow(index + 1, label), share };
    });
    const { tallies } = openModel({ revision: 0, snapshot: { ...open(1).head, shipments: rows } });
    expect(tallies).toMatchObject({ total: 5, ready: 2, taken: 1, elsewhere: 2, printed: 1 });
    const model = open(2);
    const told = { position: 1, label: readyLabel, checkedAtMs: null, scannedVolumes: null, share: makeShare('taken') };
    const applied = applyChange(model, change(model, model.revision + 1, [told]));
    expect(applied.outcome === 'applied' && applied.model.rows[0]?.share).toEqual(told.share);
  });

  it('keeps its tallies the same as counting everything anew, after any changes', () => {
    const label = fc.record<LabelSnapshot>({
      state: fc.constantFrom(...labelStates),
      fault: fc.constant(null),
      retryable: fc.boolean(),
      accepted: fc.boolean(),
      formats: fc.constant([]),
      pages: fc.constant(1),
      filePages: fc.constant(1),
      croppedPages: fc.constant(0),
      paper: fc.constant(null),
      hasZpl: fc.constant(false),
      choice: fc.constant({ pages: 'auto', crop: 'auto' }),
      ownChoice: fc.constant(null),
      fewerSeen: fc.constant(null),
      bytes: fc.constant(1),
      leftOut: fc.constant([]),
      isMended: fc.constant(false),
      kinds: fc.constant([]),
      timesPrinted: fc.nat(3),
      reading: fc.constant(null),
      printRunId: fc.constant(null),
    });
    const edit = fc.record({
      position: fc.integer({ min: 1, max: 8 }),
      label,
      checkedAtMs: fc.option(fc.nat(), { nil: null }),
      scannedVolumes: fc.constantFrom(null, { codes: ['TBR000000001'], of: 2 }),
      share: fc.constantFrom(null, ...shareStates.flatMap((state) => [makeShare(state), makeShare(state, true)])),
    });
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(edit, { selector: ({ position }) => position }), { maxLength: 12 }),
        (edits) => {
          let model = open(8);
          for (const shipments of edits) {
            const applied = applyChange(model, change(model, model.revision + 1, shipments));
            if (applied.outcome !== 'applied') throw new Error(applied.outcome);
            model = applied.model;
          }
          const anew = openModel({ revision: 0, snapshot: { ...model.head, shipments: model.rows } });
          expect(model.tallies).toEqual(anew.tallies);
          expect(countSettled(model.tallies)).toBeLessThanOrEqual(8);
        },
      ),
    );
  });
});
