import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/shared/index.ts';
import type { GroupingSummary } from '../../../src/shared/index.ts';
import { noTallies } from '../../../src/renderer/job/job-model.ts';
import type { JobHead, Tallies } from '../../../src/renderer/job/job-model.ts';
import { findListedStep, findNextStep, findStage } from '../../../src/renderer/job/next-step.ts';
import { quietHead } from '../../support/quiet-head.ts';
import { makeGroupingShare, makeSummary } from '../fake-data.ts';

const head = (more: Partial<JobHead> = {}): JobHead => ({
  grouping: { id: 1, identification: null, date: null, shippingMethod: null },
  ...quietHead,
  ...more,
});
const tallies = (more: Partial<Tallies>): Tallies => ({ ...noTallies, total: 40, ...more });
const step = (h: Partial<JobHead>, t: Partial<Tallies>, manifestSeen = false): unknown =>
  findNextStep(head(h), tallies(t), { manifestSeen });

describe('the next step', () => {
  it('waits while no label has come', () => {
    expect(step({ state: 'collecting' }, { pending: 40 })).toEqual({ kind: 'wait-labels', done: 0, total: 40 });
  });

  it('offers the first labels while the others still come', () => {
    expect(step({ state: 'collecting' }, { pending: 28, ready: 12 })).toEqual({ kind: 'print', count: 12, more: true });
  });

  it('asks for a token before anything else while the job waits for one', () => {
    expect(step({ state: 'collecting', pause: { reason: 'token' } }, { pending: 28, ready: 12 })).toEqual({
      kind: 'give-token',
    });
  });

  it('asks what came out while that is in doubt, and goes on when it is not', () => {
    const printVerdict = { printed: [1], perhaps: [2], not: [3] };
    expect(step({ printVerdict }, { printed: 38, ready: 2 })).toEqual({ kind: 'resolve-print' });
    expect(step({ printVerdict: { ...printVerdict, perhaps: [] } }, { printed: 38, ready: 2 })).toEqual({
      kind: 'print',
      count: 2,
      more: false,
    });
    expect(step({ printVerdict, state: 'printing' }, { printed: 38, ready: 2 })).toEqual({ kind: 'wait-print' });
  });

  it('has nothing to do in a grouping without shipments', () => {
    expect(step({ state: 'loaded' }, { total: 0 })).toEqual({ kind: 'next-grouping' });
  });

  it('goes on collecting after a stop', () => {
    expect(step({ state: 'loaded' }, { pending: 5, printed: 35 })).toEqual({ kind: 'collect', count: 5 });
  });

  it('retries what can be retried before printing, so that the print keeps its order', () => {
    expect(step({}, { ready: 37, retryable: 3 })).toEqual({ kind: 'retry', count: 3 });
  });

  it('goes without the labels the ERP does not have', () => {
    expect(step({}, { without: 40 })).toEqual({ kind: 'go-without', count: 40 });
  });

  it('prints first and then has the packer decide on what failed for good', () => {
    expect(step({}, { ready: 38, undecided: 2 })).toEqual({ kind: 'print', count: 38, more: false });
    expect(step({}, { printed: 38, undecided: 2 })).toEqual({ kind: 'decide', count: 2 });
  });

  it('leads from printing through checking to concluding and the manifest', () => {
    expect(step({ state: 'printing' }, { ready: 40 })).toEqual({ kind: 'wait-print' });
    expect(step({ state: 'printed' }, { printed: 40, checked: 30 })).toEqual({ kind: 'check', count: 10 });
    expect(step({ state: 'printed' }, { printed: 40, checked: 40 })).toEqual({ kind: 'conclude' });
    expect(step({ state: 'concluding' }, { printed: 40 })).toEqual({ kind: 'wait-conclusion' });
    expect(step({ state: 'concluded' }, { printed: 40, checked: 40 })).toEqual({ kind: 'manifest' });
    expect(step({ state: 'concluded' }, { printed: 40, checked: 40 }, true)).toEqual({ kind: 'next-grouping' });
  });

  it('checks before printing where the last parcel that is checked prints', () => {
    const asked = { printWhenChecked: true };
    expect(findNextStep(head(), tallies({ ready: 40, checked: 10 }), asked)).toEqual({ kind: 'check', count: 30 });
    expect(findNextStep(head(), tallies({ ready: 40, checked: 40 }), asked)).toMatchObject({ kind: 'print' });
  });

  it('is never the conclusion with parcels left, also after a manifest was seen and the conclusion taken back', () => {
    expect(step({ state: 'printed' }, { printed: 40, checked: 30 }, true)).toEqual({ kind: 'check', count: 10 });
  });

  it('concludes first where the ERP wants it, and comes back to the labels afterwards', () => {
    const failed = { undecided: 40 };
    expect(step({ labelsAfterConclusion: true }, failed)).toEqual({ kind: 'conclude-first' });
    expect(step({ state: 'concluded' }, { pending: 40 })).toEqual({ kind: 'collect', count: 40 });
    expect(step({ state: 'concluded' }, { pending: 30, locating: 10 })).toEqual({
      kind: 'wait-labels',
      done: 0,
      total: 40,
    });
  });

  it('has the packer answer what the program cannot know', () => {
    expect(step({ state: 'conclusion-unknown' }, { printed: 40 })).toEqual({ kind: 'resolve-conclusion' });
    expect(step({ fault: fault('print-unknown') }, { ready: 40 })).toEqual({ kind: 'resolve-print' });
    expect(step({ fault: fault('paper-unknown') }, { ready: 40 })).toEqual({ kind: 'resolve-print' });
  });

  it('prints what this station took, and leaves to others what they have', () => {
    expect(step({}, { ready: 30, taken: 10, elsewhere: 10 })).toEqual({ kind: 'print', count: 10, more: false });
    expect(step({}, { ready: 20, elsewhere: 10, printed: 10 })).toEqual({ kind: 'print', count: 20, more: false });
    expect(step({}, { printed: 30, elsewhere: 10, checked: 20 })).toEqual({ kind: 'check', count: 20 });
    expect(step({}, { printed: 30, elsewhere: 10, checked: 30 })).toEqual({ kind: 'wait-others', count: 10 });
    expect(step({ state: 'concluded' }, { printed: 30, elsewhere: 10, checked: 40 })).toEqual({ kind: 'manifest' });
    expect(findStage({ kind: 'wait-others', count: 10 })).toBe('print');
  });

  it('waits for a conclusion at another station, but not for a station that is gone', () => {
    const concludes = (isAlive: boolean, isHere = false): unknown =>
      step({ share: makeGroupingShare({ isAlive, conclusion: 'concluding', isHere }) }, { printed: 40, checked: 40 });
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
    const listed = (more: Partial<GroupingSummary>): unknown => findListedStep(makeSummary(1, { ready: 0, ...more }));
    expect(listed({ state: 'loaded', printed: 35 })).toEqual({ kind: 'collect', count: 5 });
    expect(listed({ ready: 35, failed: 5, retryable: 3 })).toEqual({ kind: 'retry', count: 3 });
    expect(listed({ printed: 38, failed: 2 })).toEqual({ kind: 'decide', count: 2 });
    expect(listed({ ready: 38, accepted: 2 })).toEqual({ kind: 'print', count: 38, more: false });
    expect(listed({ printed: 40, checked: 37 })).toEqual({ kind: 'check', count: 3 });
    expect(listed({ failed: 40, labelsAfterConclusion: true })).toEqual({ kind: 'conclude-first' });
    expect(listed({ ready: 40, asksAboutPaper: true })).toEqual({ kind: 'resolve-print' });
    expect(listed({ state: 'collecting', ready: 4, waitsForToken: true })).toEqual({ kind: 'give-token' });
  });
});
