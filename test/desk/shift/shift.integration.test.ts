import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shift, stepArbitrary } from './shift.ts';

/** `npm run soak:shifts` plays more of them. */
const shifts = Number(process.env['DOCA_SHIFTS'] ?? 12);

test('a shift, whatever happens in any order: nothing false, nothing twice, nothing cut off', async () => {
  let papers = 0;
  let checks = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArbitrary, { minLength: 8, maxLength: 30, size: 'max' }),
      async (steps) => {
        const shift = await Shift.begin();
        try {
          for (const step of steps) await shift.run(step);
          await shift.end();
          papers += shift.papers;
          checks += shift.checks;
        } finally {
          await shift.close();
        }
      },
    ),
    { numRuns: shifts, endOnFailure: true },
  );
  // The property would hold for a shift in which nothing happens.
  expect(papers).toBeGreaterThan(5);
  expect(checks).toBeGreaterThan(0);
});

test('a calm shift asks the ERP for little more than it needs', async () => {
  const shift = await Shift.begin();
  try {
    const requests = await shift.workCalmly();
    expect(shift.conclusions).toBe(3);
    // The company; for each grouping its list, now and before it is concluded, and the conclusion;
    // for each label its address and its file.
    const least = 1 + 3 * (3 + 3 * 2);
    expect(requests.length).toBeLessThanOrEqual(1.1 * least);
    await shift.end();
  } finally {
    await shift.close();
  }
});
