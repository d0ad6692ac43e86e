import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { runCliHere } from '../support/cli.ts';

/** One of two printed shipments is in the next grouping by now, with one that is new. */
async function move() {
  const dir = await mkdtemp(join(tmpdir(), 'doca-moved-'));
  const sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'] });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(dir, { recursive: true });
  });
  const [first, second] = sandbox.world.groupings.values();
  const ship = async (id: number, ...options: readonly string[]) => {
    const { code, stdout, stderr } = await runCliHere({ T: sandbox.token, HOME: dir }, [
      ...['dispatch', String(id), '--base-url', sandbox.baseUrl, '--json', '--token-env', 'T'],
      ...['--data', join(dir, 'data'), '--out', join(dir, 'out'), ...options],
    ]);
    const summary = JSON.parse(stdout.trim().split('\n').at(-1)!) as Summary;
    return { code, stderr, summary };
  };
  expect((await ship(first!.id, '--conclude', 'no')).code).toBe(0);
  // After a missed cutoff the ERP moves a shipment that was left behind, unchanged.
  second!.shipments.splice(0, Infinity, ...first!.shipments.splice(0, 1));
  sandbox.addShipment(second!.id);
  return { ship, second };
}

it('names shipments that were printed in another grouping, and prints them only on request', async () => {
  const { ship, second } = await move();
  const stopped = await ship(second!.id);
  expect(stopped).toMatchObject({ code: 4, summary: { labels: 1, pages: 1, concluded: false } });
  expect(stopped.stderr).toMatch(
    /1 shipment printed in another grouping before \(.*--accept print-again\):\n +#1: .+, \w+day,? \d\d\/\d\d\n/,
  );
  expect(stopped.stderr).toContain('--accept printed');
  const again = await ship(second!.id, '--accept', 'print-again', '--conclude', 'no');
  expect(again).toMatchObject({ code: 0, summary: { labels: 2, pages: 2, printed: true } });
});

it('concludes with the earlier papers on request', async () => {
  const { ship, second } = await move();
  const kept = await ship(second!.id, '--accept', 'printed');
  expect(kept).toMatchObject({ code: 0, summary: { labels: 1, pages: 1, concluded: true } });
});
