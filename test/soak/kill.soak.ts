import { expect, it } from 'vitest';
import { killRuns } from '../support/kill-runs.ts';

it('survives 50 kills of a 40-label job', async () => {
  const report = await killRuns(50, 40);
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report).toMatchObject({
    kills: 50,
    conclusions: 1,
    refetched: 0,
    samePdf: true,
    finalExitCode: 0,
    filesWithToken: [],
  });
}, 600_000);
