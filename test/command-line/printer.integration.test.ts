import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import { describeCliStart, runCli, runCliHere } from '../support/cli.ts';
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

  const dispatchWith = (
    token: string,
    runIt: typeof runCli,
    ...args: readonly string[]
  ): ReturnType<typeof runCli> => {
    const { CUPS_SERVER = '', PATH = '' } = cups.env;
    return runIt({ T: token, HOME: dir, CUPS_SERVER, PATH }, [
      ...[
        'dispatch',
        String(sandbox.firstGroupingId),
        '--base-url',
        sandbox.baseUrl,
        '--token-env',
        'T',
      ],
      ...['--data', join(dir, 'data'), '--out', join(dir, 'out'), ...args],
    ]);
  };
  /** As a program, as a packer starts it. */
  const start = (...args: readonly string[]) => dispatchWith(sandbox.token, runCli, ...args);
  /**
   * Without reading the codes on labels first, which is a process and a drawing of each; the first
   * of these reads them.
   */
  const dispatch = (...args: readonly string[]) => dispatchWith(sandbox.token, runCliHere, ...args);

  it('prints each label once and concludes; a second run prints nothing', async () => {
    const first = await start('--printer', 'dock');
    expect(first.stderr).not.toContain('paper:');
    expect(first.code).toBe(0);
    await expect.poll(() => paper.paper.length).toBe(4);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    expect((await dispatch('--printer', 'dock')).code).toBe(0);
    expect(paper.paper).toHaveLength(4);
  });

  /** The permission to read `/info` is missing: each token is an account of its own. */
  const refuseInfo = () => sandbox.inject({ on: 'info', fault: { type: 'status', status: 403 } });

  it('asks about a grouping that was printed and concluded with the token of the day before', async () => {
    refuseInfo();
    expect((await dispatch('--printer', 'dock')).code).toBe(0);
    await expect.poll(() => paper.paper.length).toBe(4);
    sandbox.changeToken('of-today');
    const asked = await dispatchWith('of-today', runCliHere, '--printer', 'dock');
    expect(asked.code).toBe(6);
    expect(asked.stderr).toContain('perhaps on paper: #1-4');
    expect(asked.stderr).toContain('--conclusion-was');
    expect(paper.paper).toHaveLength(4);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    const said = ['--print-was', '1-4', '--conclusion-was', 'done'];
    expect((await dispatchWith('of-today', runCliHere, '--printer', 'dock', ...said)).code).toBe(0);
    expect(paper.paper).toHaveLength(4);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('two at once with a token that the ERP does not name print and conclude once', async () => {
    refuseInfo();
    const both = await Promise.all([dispatch('--printer', 'dock'), dispatch('--printer', 'dock')]);
    expect(both.map(({ code }) => code)).toContain(0);
    await expect.poll(() => paper.paper.length).toBe(4);
    expect((await dispatch('--printer', 'dock')).code).toBe(0);
    expect(paper.paper).toHaveLength(4);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('with a lost journal, asks which labels are on paper, and prints the rest', async () => {
    expect((await dispatch('--printer', 'dock', '--conclude', 'no')).code).toBe(0);
    await expect.poll(() => paper.paper.length).toBe(4);
    await rm(join(dir, 'data', 'journal.db'));
    const asked = await dispatch('--printer', 'dock');
    expect(asked.code).toBe(5);
    expect(asked.stderr).toContain('perhaps on paper: #1-4');
    expect(asked.stderr).toContain('--print-was 1-20,23');
    expect(asked.stderr).toContain("Doca has lost its record of this grouping's prints");
    expect(paper.paper).toHaveLength(4);
    // A packer who threw the last one away.
    expect((await dispatch('--printer', 'dock', '--print-was', '1-3')).code).toBe(0);
    await expect.poll(() => paper.paper.length).toBe(5);
    expect(paper.paper[4]).toBe(paper.paper[3]);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('names the labels that are not on paper if the printer stops, concludes nothing, and prints in the next run', async () => {
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

  /**
   * More than a printer takes from the network at a time: their spool job stays in the queue until
   * the printer resumes.
   */
  const many = 80;

  /** A printer that stops after its first label, until it is resumed. */
  const startStoppingPrinter = (): Promise<SimulatedPrinter> =>
    startNetworkPrinter({
      answersStatus: false,
      bufferBytes: 20_000,
      onLabel: (printed, printer) => printer.set({ paused: printed === 1 }),
    });

  /** Ends a run with SIGKILL once its labels come out of a printer. */
  async function killInPrint(printer: SimulatedPrinter, queue: string): Promise<void> {
    await sandbox.close();
    sandbox = await startFaultySandbox({ shipments: many, formats: ['zpl'] });
    const env = {
      ...{ T: sandbox.token, HOME: dir, DOCA_READ_LABELS: 'false' },
      CUPS_SERVER: cups.env['CUPS_SERVER'] ?? '',
    };
    const args = [
      'dispatch',
      String(sandbox.firstGroupingId),
      '--base-url',
      sandbox.baseUrl,
      '--token-env',
      'T',
    ];
    const program = describeCliStart();
    const child = spawn(
      process.execPath,
      [
        ...program.args,
        ...args,
        '--data',
        join(dir, 'data'),
        '--out',
        join(dir, 'out'),
        '--printer',
        queue,
      ],
      {
        env: { ...process.env, ...program.env, ...env },
        stdio: 'ignore',
      },
    );
    const exited = once(child, 'exit');
    await expect
      .poll(() => printer.paper.length, { interval: 5, timeout: 60_000 })
      .toBeGreaterThan(0);
    child.kill('SIGKILL');
    await exited;
  }

  /** Each label of the grouping, once. */
  const expectEachOnce = ({ paper: out }: SimulatedPrinter): void => {
    const codes = out.filter((text) => text.includes('^FD'));
    expect(new Set(codes).size).toBe(many);
    expect(codes).toHaveLength(many);
  };

  it('killed while CUPS prints: waits for its spool job only on request, and prints nothing twice', async () => {
    const slow = await startStoppingPrinter();
    cups.addQueue('slow', slow.port, 'raw');
    try {
      await killInPrint(slow, 'slow');
      const asked = await dispatch('--printer', 'slow');
      expect(asked.code).toBe(5);
      expect(asked.stderr).toContain('--print-job wait');
      expect(asked.stderr).not.toContain('--print-was');
      slow.set({ paused: false });
      const waited = await dispatch('--printer', 'slow', '--print-job', 'wait');
      expect(waited.stderr).not.toContain('print-unknown');
      expect(waited.code).toBe(0);
      await expect.poll(() => slow.paper.length, { timeout: 60_000 }).toBe(many);
      expectEachOnce(slow);
      expect(slow.connections).toBe(1);
      expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    } finally {
      await slow.close();
    }
  });

  it('killed while CUPS prints: withdraws its spool job, and prints the labels that are not at the given places', async () => {
    const slow = await startStoppingPrinter();
    cups.addQueue('slow-too', slow.port, 'raw');
    try {
      await killInPrint(slow, 'slow-too');
      const asked = await dispatch('--printer', 'slow-too', '--print-job', 'withdraw');
      expect(asked.code).toBe(5);
      expect(asked.stderr).toContain(`perhaps on paper: #1-${many}`);
      expect(asked.stderr).toContain('--print-was 1-20,23');
      slow.set({ paused: false });
      // The packer looks when no more labels come out.
      await expect.poll(() => slow.stirrings).toEqual([]);
      const out = slow.paper.length;
      expect((await dispatch('--printer', 'slow-too', '--print-was', `1-${many + 1}`)).code).toBe(
        2,
      );
      expect((await dispatch('--printer', 'slow-too', '--print-was', `1-${out}`)).code).toBe(0);
      await expect.poll(() => slow.paper.length, { timeout: 60_000 }).toBe(many);
      expectEachOnce(slow);
    } finally {
      await slow.close();
    }
  });

  it('knows only the system’s printers', async () => {
    const { code, stderr } = await dispatch('--printer', 'nobody');
    expect(code).toBe(5);
    expect(stderr).toContain('there is no such printer');
  });
});
