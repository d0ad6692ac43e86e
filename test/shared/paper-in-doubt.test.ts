import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listOutUpTo } from '../../src/renderer/steps/out-up-to.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';
import { asksAboutPaper, fault } from '#shared/faults/faults.ts';

/**
 * A print's labels in its order, which is not the list's: certain ones, those in doubt, those that
 * are not on paper.
 */
const verdicts = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 60 }),
    fc.nat(60),
    fc.nat(60),
  )
  .map(([ids, one, other]): PrintVerdict => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    return { printed: ids.slice(0, from), perhaps: ids.slice(from, to), not: ids.slice(to) };
  });

it('the last label that came out takes along what is in doubt before it, and never a later or a certain one', () => {
  fc.assert(
    fc.property(verdicts, fc.nat(60), (printVerdict, at) => {
      const { printed, perhaps, not } = printVerdict;
      const asked = { printVerdict, fault: fault('print-unknown') };
      for (const id of [...printed, ...not, 2_000]) expect(listOutUpTo(asked, id)).toBeNull();
      const last = perhaps[at % Math.max(1, perhaps.length)];
      if (last === undefined) return;
      const out = listOutUpTo(asked, last)!;
      expect(out.at(-1)).toBe(last);
      expect([...out, ...perhaps.slice(out.length)]).toEqual(perhaps);
      expect(new Set(out).size).toBe(out.length);
    }),
  );
});

it('tells nothing of labels whose order on paper nobody knows, nor without a question', () => {
  const printVerdict = { printed: [1], perhaps: [2, 3], not: [4] };
  expect(asksAboutPaper(fault('paper-unknown'))).toBe(true);
  expect(listOutUpTo({ printVerdict, fault: fault('paper-unknown') }, 3)).toBeNull();
  expect(listOutUpTo({ printVerdict: null, fault: null }, 3)).toBeNull();
  expect(listOutUpTo({ printVerdict, fault: fault('print-unknown') }, 3)).toEqual([2, 3]);
});
