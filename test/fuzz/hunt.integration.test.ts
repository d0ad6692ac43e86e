import { expect, test } from 'vitest';
import { describeWithTools } from '../support/tools.ts';
import { findTarget, readCorpus, targetNames } from './corpus.ts';
import type { Target } from './corpus.ts';
import { hunt } from './hunt.ts';
import type { Said } from './hunt.ts';

/**
 * Returns the messages of a hunt on a reader of this folder, guided by its paths or, if `watched`
 * matches no source, unguided.
 */
async function listen(
  name: string,
  watched: string,
  { known = [], patienceMs = 60_000 }: { known?: readonly Buffer[]; patienceMs?: number } = {},
): Promise<readonly Said[]> {
  const said: Said[] = [];
  const target = new URL(name, import.meta.url).href;
  const bounds = { seed: 1, runs: 50_000, seconds: Infinity, patienceMs };
  await hunt({ target, known, watched, ...bounds }, (one) => said.push(one));
  return said;
}

const findFailures = (said: readonly Said[]) => said.filter((one) => one.type === 'failure');

test('ways that the sources go lead to a defect that chance alone does not find', async () => {
  const [led] = findFailures(await listen('planted.ts', '/test/fuzz/planted'));
  expect(Buffer.from(led?.bytes ?? []).toString('latin1')).toMatch(/^Doca/);
  expect(led?.why).toContain('planted');
  expect(findFailures(await listen('planted.ts', 'no such source'))).toEqual([]);
});

test('keeps the shortest input of each new path', async () => {
  const known = ['Doc?', 'Doc?????', '...'].map((text) => Buffer.from(text));
  const end = (await listen('planted.ts', '/test/fuzz/planted', { known })).find(
    (one) => one.type === 'end',
  );
  const kept = end?.kept.map((bytes) => Buffer.from(bytes).toString('latin1')) ?? [];
  expect(kept.map((text) => /^D?o?c?/.exec(text)?.[0]).toSorted()).toEqual(['D', 'Do', 'Doc']);
  expect(kept).toContain('Doc?');
});

test('an endless reading is reported with its input, and ends the hunt', async () => {
  const failures = findFailures(
    await listen('planted-endless.ts', '/test/fuzz/planted', { patienceMs: 1_000 }),
  );
  expect(failures.map(({ bytes, why }) => [Buffer.from(bytes).toString(), why])).toEqual([
    ['for ever', 'does not end'],
  ]);
});

test.each(targetNames)('%s: earlier findings are read correctly', async (name) => {
  const target = (await import(findTarget(name).href)) as Target;
  for (const bytes of readCorpus(name)) await target.read(Buffer.from(bytes));
});

describeWithTools(['qpdf'], 'the seeds', () => {
  test.each(targetNames)('of %s are read as they must be', async (name) => {
    const target = (await import(findTarget(name).href)) as Target;
    for (const bytes of await target.seeds()) await target.read(Buffer.from(bytes));
  });
});
