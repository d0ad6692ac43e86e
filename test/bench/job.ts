import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { join } from 'node:path';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import { benchRow, type BenchRow } from './row.ts';
import type { LargeJobFigures, Stretch } from './programs/large-job-process.ts';
import type { BenchSandbox } from './programs/sandbox-process.ts';
import { isSmoke, size } from './size.ts';

export interface JobFigures extends Summary {
  readonly exitCode: number;
  /** From the last label byte to the printable file. */
  readonly mergeMs: number;
  readonly stallP99Ms: number;
  readonly stallMaxMs: number;
  readonly peakMb: number;
}

/** Measures whole jobs over the training ERP; the ERP and Doca each have a process of their own. */
export async function jobBench(): Promise<BenchRow[]> {
  const latencyMs = 100;
  const shipments = size(300, 8);
  const concurrency = 8;
  const { job } = await measure({ shipments, latencyMs, formats: ['pdf'], heavy: true });
  // Each round of eight label lists takes one latency; then the last file; before and after:
  // grouping, grouping, conclusion.
  const boundMs = (Math.ceil(shipments / concurrency) + 1 + 3) * latencyMs;
  const { job: demo } = await measure({
    shipments: size(24, 4),
    formats: ['pdf', 'zpl', 'png', 'zip'],
  });
  const { job: limited, refused } = await measure({
    shipments: size(200, 4),
    rateLimitPerMinute: 120,
    formats: ['pdf'],
  });
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
      `${job.mergeMs.toFixed(0)} ms`,
      'at most 100 ms',
      job.mergeMs <= 100,
    ),
    benchRow(
      '24 labels of all formats, no latency: last label byte to printable file',
      `${demo.mergeMs.toFixed(0)} ms`,
      'at most 100 ms',
      demo.mergeMs <= 100,
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

/**
 * Measures groupings of several sizes, from their opening to the check of each parcel: a label must
 * cost main as much in a long list as in a short one. The cost of reading a label's codes in their
 * own process is measured on the shortest.
 */
export async function largeJobBench(): Promise<BenchRow[]> {
  const counts = { small: size(1000, 4), middle: size(2500, 4), large: size(5000, 4) };
  const readCount = size(500, 3);
  const small = await measureLarge(counts.small, false);
  const middle = isSmoke ? small : await measureLarge(counts.middle, false);
  const large = isSmoke ? small : await measureLarge(counts.large, false);
  const read = await measureLarge(readCount, true);
  const each = ({ mainMs }: Stretch, shipments: number): number => mainMs / shipments;
  const parts = ['collect', 'read', 'open', 'check', 'print'] as const;
  const growth = each(large.collect, counts.large) / each(small.collect, counts.small);
  return [
    ...parts.map((part) =>
      benchRow(
        `${part}: main's part of a label, of 1,000, 2,500 and 5,000`,
        [
          each(small[part], counts.small),
          each(middle[part], counts.middle),
          each(large[part], counts.large),
        ]
          .map((ms) => `${ms.toFixed(2)} ms`)
          .join(', '),
      ),
    ),
    benchRow(
      'collect: a label of 5,000 to one of 1,000',
      `${growth.toFixed(2)} ×`,
      'at most 1.25 ×',
      growth <= 1.25,
    ),
    benchRow(
      'collect: event loop delay of main at 5,000, p99',
      `${large.collect.stallP99Ms.toFixed(1)} ms (max ${large.collect.stallMaxMs.toFixed(1)} ms)`,
      'at most 50 ms',
      large.collect.stallP99Ms <= 50,
    ),
    benchRow(
      'open again: 2,500 known labels, to the last one ready',
      `${(middle.open.ms / 1000).toFixed(1)} s`,
      'at most 2.5 s',
      middle.open.ms <= 2500,
    ),
    benchRow('open again: longest stop of main at 5,000', `${large.open.stallMaxMs.toFixed(0)} ms`),
    benchRow(
      '5,000 shipments: peak memory of main',
      `${large.peakMb.toFixed(0)} MB`,
      'at most 300 MB',
      large.peakMb <= 300,
    ),
    benchRow(
      'codes of a label, in their own process',
      `${(read.read.readersMs / readCount).toFixed(0)} ms of a core, ${(read.read.ms / readCount).toFixed(0)} ms`,
    ),
  ];
}

async function measureLarge(shipments: number, drawsCodes: boolean): Promise<LargeJobFigures> {
  const { lines, ready, end } = await startErp({ shipments, formats: ['pdf'], contractOnly: true });
  const argument = JSON.stringify({ ...(JSON.parse(ready) as object), drawsCodes });
  const last = await lastLine(startProcess('programs/large-job-process.ts', argument));
  end();
  await lines.next();
  return JSON.parse(last) as LargeJobFigures;
}

/** Starts a training ERP in a process of its own. */
export async function startErp(options: BenchSandbox) {
  const sandbox = startProcess('programs/sandbox-process.ts', JSON.stringify(options));
  const lines = createInterface({ input: sandbox.stdout })[Symbol.asyncIterator]();
  const ready = String((await lines.next()).value);
  return { lines, ready, end: () => sandbox.stdin.end() };
}

async function measure(options: BenchSandbox): Promise<{ job: JobFigures; refused: number }> {
  const { lines, ready, end } = await startErp(options);
  const job = startProcess('programs/job-process.ts', ready);
  const last = await lastLine(job);
  end();
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
