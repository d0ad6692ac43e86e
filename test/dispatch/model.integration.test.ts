import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersArbitrary, commandArbitrary, Model } from './support/model.ts';

test('whatever is done in whatever order, a job says and does only what is true', async () => {
  let conclusions = 0;
  await fc.assert(
    fc.asyncProperty(
      answersArbitrary,
      fc.array(commandArbitrary, { minLength: 5, maxLength: 25 }),
      async (answers, commands) => {
        const model = new Model(answers);
        await model.start();
        for (const command of commands) await model.run(command);
        conclusions += model.sentConclusions;
        await model.end();
      },
    ),
    { numRuns: 120 },
  );
  // The property would hold for a job that never does anything.
  expect(conclusions).toBeGreaterThan(20);
});
