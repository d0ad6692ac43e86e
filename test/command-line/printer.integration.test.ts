import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import { runCli } from '../support/cli.ts';
import { cupsTools, startCups, type TestCups } from '../support/cups.ts';
import { startNetworkPrinter, type SimulatedPrinter } from '../support/network-printer.ts';
import { describeWithTools } from '../support/tools.ts';

describeWithTools(cupsTools, 'dispatch --printer', () => {
  let cups: TestCups;
  let sandbox: FaultySandbox;
  let paper: SimulatedPrinter;
  let dir: string;

  beforeAll(async () => {
    cups = await startCups();
    paper = await startNetworkPrinter({ answersStatus: false });
    cups.addQueue('dock', paper.port, 'raw');
  });
  afterAll(async () => {
    await paper.close();
    await cups.close();
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'doca-cli-printer-'));
    sandbox = await startFaultySandbox({ shipments: 4, formats: ['zpl'] });
    paper.forget();
  });
  afterEach(async () => {
    await sandbox.close();
    await rm(dir, { recursive: true });
  });

  const dispatch = (...args: readonly string[]) =>
    runCli({ T: sandbox.token, HOME: dir, CUPS_SERVER: cups.env['CUPS_SERVER'] ?? '' }, [
      ...['dispatch', String(sandbox.firstGroupingId), '--base-url', sandbox.baseUrl, '--token-env', 'T'],
      ...['--data', join(dir, 'data'), '--out', join(dir, 'out'), ...args],
    ]);

  it('prints each label once and concludes; a second run prints nothing', async () => {
    const first = await dispatch('--printer', 'dock');
    expect(first.stderr).not.toContain('paper:');
    expect(first.code).toBe(0);
    await expect.poll(() => paper.paper.length).toBe(4);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    expect((await dispatch('--printer', 'dock')).code).toBe(0);
    expect(paper.paper).toHaveLength(4);
  });

  it('says what is not on paper when the printer stands, concludes nothing, and prints in the next run', async () => {
    cups.command('cupsdisable', 'dock');
    const refused = await dispatch('--printer', 'dock');
    cups.command('cupsenable', 'dock');
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('not on paper: #1-4');
    expect(refused.stderr).toContain('printer-unavailable');
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    expect((await dispatch('--printer', 'dock')).code).toBe(0);
    await expect.poll(() => paper.paper.length).toBe(4);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('knows no other printer than those of the system', async () => {
    const { code, stderr } = await dispatch('--printer', 'nobody');
    expect(code).toBe(5);
    expect(stderr).toContain('there is no such printer');
  });
});
