import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  placePages,
  readVerdict,
  placeFormats,
} from '../../src/main/dispatch/print/spool-files.ts';
import type { PlacedLabels } from '../../src/main/journal/records.ts';
import { addJob, applyAnswer, doubt, assumeUnsent } from '../../src/main/journal/print-verdict.ts';
import type { LabelTally } from '../../src/main/printing/index.ts';
import type { SheetLayout } from '#shared/domain/labels.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';

const labelsArbitrary = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 })
  .map((counts) => counts.map((count, index) => ({ shipmentId: index + 1, count })));

/** The printer's output: one list of shipments for each label of the file. */
type Strip = readonly (readonly number[])[];

function tallyOf(total: number, [a, b]: readonly [number, number]): LabelTally {
  const [first, second] = [Math.round(a * total), Math.round(b * total)].sort(
    (one, two) => one - two,
  ) as [number, number];
  return { printed: first, perhaps: second - first, not: total - second };
}

/**
 * Computes the same directly: a label is printed if every piece is, and not printed if no piece can
 * be.
 */
function looking(
  strip: Strip,
  ids: readonly number[],
  { printed, perhaps }: LabelTally,
): PrintVerdict {
  const stand = (id: number): keyof PrintVerdict => {
    const pieces = strip.flatMap((owners, index) => (owners.includes(id) ? [index] : []));
    if (pieces.every((index) => index < printed)) return 'printed';
    return pieces.every((index) => index >= printed + perhaps) ? 'not' : 'perhaps';
  };
  const all = (wanted: keyof PrintVerdict): number[] => ids.filter((id) => stand(id) === wanted);
  return { printed: all('printed'), perhaps: all('perhaps'), not: all('not') };
}

const cut = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

function agree(placed: PlacedLabels, strip: Strip, cuts: readonly [number, number]): void {
  expect(placed.total).toBe(strip.length);
  const tally = tallyOf(strip.length, cuts);
  const ids = placed.places.map(({ shipmentId }) => shipmentId);
  expect(readVerdict(placed, tally)).toEqual(looking(strip, ids, tally));
}

describe('the positions of labels in a printed file', () => {
  test('a PDF has each label’s pages once for each copy, one after the other', () => {
    fc.assert(
      fc.property(labelsArbitrary, fc.integer({ min: 1, max: 3 }), cut, (labels, copies, cuts) => {
        const strip = labels.flatMap(({ shipmentId, count }) =>
          Array.from({ length: count * copies }, () => [shipmentId]),
        );
        agree(placePages(labels, copies, null), strip, cuts);
      }),
    );
  });

  test('a sheet of stickers is one label to the printer, whichever shipments are on it', () => {
    const sheets = fc.constantFrom<SheetLayout>(
      { perSheet: 2, start: 1 },
      { perSheet: 2, start: 2 },
      { perSheet: 4, start: 1 },
      { perSheet: 4, start: 3 },
    );
    fc.assert(
      fc.property(
        labelsArbitrary,
        fc.integer({ min: 1, max: 3 }),
        sheets,
        cut,
        (labels, copies, sheet, cuts) => {
          const places: (number | null)[] = [
            ...Array.from({ length: sheet.start - 1 }, () => null),
            ...labels.flatMap(({ shipmentId, count }) =>
              Array.from({ length: count * copies }, () => shipmentId),
            ),
          ];
          const strip = Array.from(
            { length: Math.ceil(places.length / sheet.perSheet) },
            (_, index) =>
              places
                .slice(index * sheet.perSheet, (index + 1) * sheet.perSheet)
                .filter((id) => id !== null),
          );
          agree(placePages(labels, copies, sheet), strip, cuts);
        },
      ),
    );
  });

  test('ZPL is sent completely once for each copy', () => {
    fc.assert(
      fc.property(labelsArbitrary, fc.integer({ min: 1, max: 3 }), cut, (labels, copies, cuts) => {
        const once = labels.flatMap(({ shipmentId, count }) =>
          Array.from({ length: count }, () => [shipmentId]),
        );
        agree(
          placeFormats(labels, copies),
          Array.from({ length: copies }, () => once).flat(),
          cuts,
        );
      }),
    );
  });

  test('a label without anything that prints is never on paper for sure', () => {
    const placed = placeFormats(
      [
        { shipmentId: 1, count: 1 },
        { shipmentId: 2, count: 0 },
        { shipmentId: 3, count: 1 },
      ],
      1,
    );
    expect(readVerdict(placed, { printed: 2, perhaps: 0, not: 0 })).toEqual({
      printed: [1, 3],
      perhaps: [2],
      not: [],
    });
    expect(readVerdict(placed, { printed: 1, perhaps: 0, not: 1 })).toEqual({
      printed: [1],
      perhaps: [],
      not: [2, 3],
    });
  });
});

describe('the truth about a print', () => {
  const jobsArbitrary = fc.array(
    fc.array(fc.constantFrom('printed', 'not'), { minLength: 1, maxLength: 4 }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );

  test('divides its labels at every moment, in list order, and an answer leaves nothing in doubt', () => {
    fc.assert(
      fc.property(jobsArbitrary, fc.integer({ min: 1, max: 3 }), (jobs, every) => {
        let next = 0;
        // A spool job that did not end well is the last one.
        const known = jobs.map((stands, job) =>
          stands.map((stand) => ({
            id: (next += 1),
            stand: job < jobs.length - 1 ? 'printed' : stand,
          })),
        );
        const ids = known.flat().map(({ id }) => id);
        const isParted = ({ printed, perhaps, not }: PrintVerdict): void => {
          expect([...printed, ...perhaps, ...not].sort((one, two) => one - two)).toEqual(ids);
          for (const list of [printed, perhaps, not])
            expect(list).toEqual(list.toSorted((one, two) => one - two));
        };
        let verdict = assumeUnsent(ids);
        for (const job of known) {
          const out = addJob(verdict, doubt(job.map(({ id }) => id)));
          isParted(out);
          expect(out.perhaps).toEqual(job.map(({ id }) => id));
          const said = out.perhaps.filter((_, index) => index % every === 0);
          const word = applyAnswer(out, new Set(said));
          if (word === null) expect([said, out.not]).toEqual([out.perhaps, []]);
          else {
            isParted(word);
            expect(word).toMatchObject({ printed: [...out.printed, ...said], perhaps: [] });
          }
          expect(applyAnswer(out, new Set())?.not).toEqual([...out.perhaps, ...out.not]);
          verdict = addJob(verdict, {
            printed: job.filter(({ stand }) => stand === 'printed').map(({ id }) => id),
            perhaps: [],
            not: job.filter(({ stand }) => stand === 'not').map(({ id }) => id),
          });
          expect(new Set(verdict.printed).size + new Set(verdict.not).size).toBe(ids.length);
        }
      }),
    );
  });
});
