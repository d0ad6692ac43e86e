import { describe, expect, it } from 'vitest';
import type { JobChange } from '#shared/contract/job.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { decide } from '../../../src/main/dispatch/model/decide.ts';
import { applyChange, openModel } from '../../../src/renderer/job/job-model.ts';
import type { JobModel } from '../../../src/renderer/job/job-model.ts';
import { makeRow, makeShare, readyLabel } from '../fake-data.ts';
import { noLabel } from '../../support/no-label.ts';
import { quietHead } from '../../support/quiet-head.ts';

const snapshot = (count: number): JobSnapshot =>
  decide(
    {
      grouping: { id: 7, identification: 'EXP-7', date: null, shippingMethod: null },
      ...quietHead,
      state: 'collecting',
      shipments: Array.from({ length: count }, (_, index) => makeRow(index + 1)),
    },
    { printWhenChecked: false, mustCheck: false, cutoffs: [] },
    0,
  );
const open = (count: number): JobModel => openModel({ revision: 5, snapshot: snapshot(count) });

function change(model: JobModel, revision: number, shipments: JobChange['shipments']): JobChange {
  return {
    groupingId: 7,
    revision,
    head: { ...model.head, requests: revision },
    shipments,
    whole: null,
  };
}

describe('the job model', () => {
  it('applies a change at its row and leaves every other row unchanged', () => {
    const model = open(5);
    const before = model.rows;
    const applied = applyChange(
      model,
      change(model, 6, [
        { position: 3, label: readyLabel, checkedAtMs: 9, scannedVolumes: null, share: null },
      ]),
    );
    expect(applied?.revision).toBe(6);
    expect(applied?.head.requests).toBe(6);
    expect(applied?.rows[2]).toEqual({
      ...before[2],
      label: readyLabel,
      checkedAtMs: 9,
      scannedVolumes: null,
      share: null,
    });
    for (const index of [0, 1, 3, 4]) expect(applied?.rows[index]).toBe(before[index]);
  });

  it('skips known changes', () => {
    const model = open(2);
    expect(applyChange(model, change(model, 5, []))).toBe(model);
    expect(applyChange(model, change(model, 4, []))).toBe(model);
  });

  it('detects a missing revision and changes nothing', () => {
    const model = open(2);
    const applied = applyChange(
      model,
      change(model, 7, [
        { position: 1, label: readyLabel, checkedAtMs: null, scannedVolumes: null, share: null },
      ]),
    );
    expect(applied).toBeNull();
    expect(model.rows[0]?.label).toEqual(noLabel);
  });

  it('asks for the whole job when a change names a row it does not have', () => {
    const model = open(2);
    expect(
      applyChange(
        model,
        change(model, 6, [
          { position: 3, label: readyLabel, checkedAtMs: null, scannedVolumes: null, share: null },
        ]),
      ),
    ).toBeNull();
  });

  it('takes a whole job over any gap', () => {
    const applied = applyChange(open(2), { ...change(open(2), 40, []), whole: snapshot(9) });
    expect(applied).toMatchObject({ revision: 40, head: { tallies: { total: 9 } } });
  });

  it('takes over who has a row', () => {
    const model = open(2);
    const told = {
      position: 1,
      label: readyLabel,
      checkedAtMs: null,
      scannedVolumes: null,
      share: makeShare('taken'),
    };
    const applied = applyChange(model, change(model, model.revision + 1, [told]));
    expect(applied?.rows[0]?.share).toEqual(told.share);
  });
});
