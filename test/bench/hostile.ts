import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLabelBook } from '../../src/main/labels/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';
import { pdfBombs, zplBomb } from '../support/label-bombs.ts';
import { lastLine, startProcess, type JobFigures } from './job.ts';
import { benchRow, type BenchRow } from './row.ts';
import { size } from './size.ts';

const program = new URL('../../src/main/labels/book/process.ts', import.meta.url);
const plainLoad = join(import.meta.dirname, 'programs/plain-load-process.ts');
const plainPatienceMs = size(30_000, 3_000);

/**
 * Labels made to exhaust a machine: measures the delays in the window's process, and the cost in
 * the label process.
 */
export async function hostileBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doca-bench-hostile-'));
  try {
    const rows = await jobRows();
    const bombs = Object.entries({ ...pdfBombs, zpl: zplBomb });
    for (const [name, make] of bombs.slice(0, size(Infinity, 1))) {
      const path = join(folder, name);
      writeFileSync(path, make());
      rows.push(await bombRow(name, path, join(folder, 'spill')));
      if (name !== 'zpl') rows.push(await plainRow(path));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function jobRows(): Promise<BenchRow[]> {
  const sandbox = startProcess('programs/hostile-sandbox-process.ts', '');
  const [ready] = (await once(sandbox.stdout, 'data')) as [Buffer];
  const job = JSON.parse(
    await lastLine(startProcess('programs/job-process.ts', ready.toString().trim())),
  ) as JobFigures;
  sandbox.stdin.end();
  const { failed, shipments, stallP99Ms, stallMaxMs, peakMb } = job;
  return [
    benchRow(
      `a job of ${shipments} hostile labels (${failed.length} of them refused): event loop delay, p99`,
      `${stallP99Ms.toFixed(1)} ms (max ${stallMaxMs.toFixed(1)} ms)`,
      'at most 15 ms',
      stallP99Ms <= 15,
    ),
    benchRow(
      'the same: peak memory of the program without its label process',
      `${peakMb.toFixed(0)} MB`,
    ),
  ];
}

async function bombRow(name: string, path: string, spillDir: string): Promise<BenchRow> {
  const book = createLabelBook({ startProcess: () => forkProgram(program), spillDir });
  await book.prepare('no such file');
  const peak = watchMemory(
    Number(
      readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1')
        .trim()
        .split(' ')
        .at(-1),
    ),
  );
  const before = performance.now();
  const prepared = await book.prepare(path);
  // ZPL is drawn only for a PDF.
  const result = prepared.ok ? await book.draw(path) : prepared;
  const ms = performance.now() - before;
  const mb = peak();
  await book.close();
  return benchRow(
    `${name}: ${result.ok ? 'accepted' : result.fault.kind}`,
    `${ms.toFixed(0)} ms, ${mb} MB`,
  );
}

async function plainRow(path: string): Promise<BenchRow> {
  const before = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', plainLoad, path],
    {
      stdio: 'ignore',
    },
  );
  const peak = watchMemory(child.pid ?? 0);
  const timer = setTimeout(() => child.kill('SIGKILL'), plainPatienceMs);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  const ms = performance.now() - before;
  const end =
    signal === 'SIGKILL'
      ? `ended after ${plainPatienceMs / 1000} s`
      : signal !== null
        ? `died: ${signal}`
        : `exit ${String(code)}`;
  return benchRow(`  plain pdf-lib: ${end}`, `${ms.toFixed(0)} ms, ${peak()} MB`);
}

/** Samples a process's memory. The returned function stops it and returns the peak in MB. */
function watchMemory(pid: number): () => number {
  let peakKb = 0;
  const look = (): void => {
    try {
      const [, kb = '0'] =
        /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
      peakKb = Math.max(peakKb, Number(kb));
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 10);
  look();
  return () => {
    look();
    clearInterval(timer);
    return Math.round(peakKb / 1024);
  };
}
