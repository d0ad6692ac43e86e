import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersArbitrary, commandArbitrary, Model, printingArbitrary } from './support/model.ts';

test('for any actions in any order, a job’s reports and effects are true', async () => {
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
    { numRuns: 40 },
  );
  // The property would hold for a job that never does anything.
  expect(conclusions).toBeGreaterThan(0);
});

test('however prints break, no label counts as printed that did not come out for sure, and each has one place', async () => {
  let broken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(printingArbitrary, { minLength: 3, maxLength: 10 }),
      async (commands) => {
        const model = new Model(
          ['own', 'own', 'own', 'own', 'own'].map((answer) => [answer as 'own']),
        );
        await model.start();
        await model.run({ type: 'collect' });
        for (const command of commands) await model.run(command);
        broken += model.brokenPrints;
        await model.end();
      },
    ),
    { numRuns: 50 },
  );
  expect(broken).toBeGreaterThan(15);
});
