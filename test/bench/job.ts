import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { join } from 'node:path';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import { benchRow, type BenchRow } from './row.ts';
import type { BenchSandbox } from './programs/sandbox-process.ts';

export interface JobFigures extends Summary {
  readonly exitCode: number;
  readonly stallP99Ms: number;
  readonly stallMaxMs: number;
  readonly peakMb: number;
}

/** Whole jobs over the training ERP, it and Doca each in a process of its own. */
export async function jobBench(): Promise<BenchRow[]> {
  const latencyMs = 100;
  const shipments = 300;
  const concurrency = 8;
  const { job } = await measure({ shipments, latencyMs, formats: ['pdf'], heavy: true });
  // Each round of eight label lists takes one latency; then the last file; before and after: grouping, grouping, conclusion.
  const boundMs = (Math.ceil(shipments / concurrency) + 1 + 3) * latencyMs;
  const { job: limited, refused } = await measure({ shipments: 200, rateLimitPerMinute: 120, formats: ['pdf'] });
  // 203 requests at 120 a minute: the second window opens after 60 s.
  const leastMs = 60_000;
  const ratio = job.ms.total / boundMs;
  const limitedRatio = limited.ms.total / leastMs;
  return [
    benchRow(
      'whole job: 300 shipments, 100 ms latency, 8 requests at once at the ERP',
      `${job.ms.total} ms = ${ratio.toFixed(2)} × the latency bound of ${boundMs} ms`,
      'at most 1.15 ×',
      ratio <= 1.15 && job.exitCode === 0,
    ),
    benchRow(
      'whole job: last label byte to printable file',
      `${job.ms.merge} ms`,
      'at most 100 ms',
      job.ms.merge <= 100,
    ),
    benchRow(
      'whole job: event loop delay of the main thread, p99',
      `${job.stallP99Ms.toFixed(1)} ms (max ${job.stallMaxMs.toFixed(1)} ms)`,
      'at most 50 ms',
      job.stallP99Ms <= 50,
    ),
    benchRow('whole job: peak memory of the process', `${job.peakMb.toFixed(0)} MB`, null, null),
    benchRow(
      '200 shipments at 120 requests a minute: answers 429',
      String(refused),
      'none',
      refused === 0 && limited.exitCode === 0,
    ),
    benchRow(
      '200 shipments at 120 requests a minute: time',
      `${(limited.ms.total / 1000).toFixed(1)} s = ${limitedRatio.toFixed(3)} × the least that the limit allows`,
      'at most 1.05 ×',
      limitedRatio <= 1.05,
    ),
  ];
}

async function measure(options: BenchSandbox): Promise<{ job: JobFigures; refused: number }> {
  const sandbox = startProcess('programs/sandbox-process.ts', JSON.stringify(options));
  const lines = createInterface({ input: sandbox.stdout })[Symbol.asyncIterator]();
  const ready = String((await lines.next()).value);
  const job = startProcess('programs/job-process.ts', ready);
  const last = await lastLine(job);
  sandbox.stdin.end();
  const { refused } = JSON.parse(String((await lines.next()).value)) as { refused: number };
  return { job: JSON.parse(last) as JobFigures, refused };
}

type Running = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a script of this folder. */
export function startProcess(script: string, argument: string): Running {
  const path = join(import.meta.dirname, script);
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, argument], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

export async function lastLine(child: Running): Promise<string> {
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) last = line;
  return last;
}
