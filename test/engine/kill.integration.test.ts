import { expect, it } from 'vitest';
import { killRuns } from '../support/kill-runs.ts';

it('survives kills of a job: one conclusion, nothing fetched twice, the same PDF, no token on disk', async () => {
  const report = await killRuns(6, 8);
  expect(report).toMatchObject({
    conclusions: 1,
    refetched: 0,
    samePdf: true,
    finalExitCode: 0,
    filesWithToken: [],
  });
});
