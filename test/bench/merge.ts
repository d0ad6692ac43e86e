import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foreignRows } from './paper/foreign-merge.ts';
import { labelCounts, measureMerge, smallestPeer } from './paper/merge.ts';
import { benchRow } from './row.ts';
import type { MergePeaks } from './programs/merge-process.ts';
import type { BenchRow } from './row.ts';

/** PDFium draws each label small, as the proof that it can be printed. */
const drawnTimes = 6;
const undrawnTimes = 2.5;

/**
 * Merging labels of 230 KB, each with a whole font and a logo: Doca beside its peers, on the same
 * files.
 */
export async function mergeBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doca-bench-'));
  try {
    const figures = await measureMerge(folder);
    const { inputBytes, own, fifth, lastByteMs, undrawnCpuSeconds, plain, peers } = figures;
    const { many, pictures } = figures;
    const peaks = measurePeaks(folder, labelCounts.many);
    const labels = `${labelCounts.few} labels`;
    const smallest = peers[smallestPeer]?.bytes ?? null;
    const target = (times: number): string =>
      `at most ${times} × pdf-lib's plain merge, ${plain.cpuSeconds.toFixed(2)} s in the same rounds`;
    return [
      benchRow(
        `${labels}, ${(inputBytes / 1e6).toFixed(0)} MB: size of Doca's PDF`,
        megabytes(own.bytes),
        smallest === null ? null : `less than mutool's smallest, ${megabytes(smallest)}`,
        smallest === null ? null : own.bytes < smallest,
      ),
      ...Object.entries({
        "a day's first grouping": own,
        "the day's fifth grouping, by the same process": fifth,
      }).map(([time, { seconds, cpuSeconds }]) =>
        benchRow(
          `${labels}: Doca's merge, ${time}`,
          `${cpuSeconds.toFixed(2)} s of the processor, ${seconds.toFixed(2)} s`,
          target(drawnTimes),
          cpuSeconds <= drawnTimes * plain.cpuSeconds,
        ),
      ),
      benchRow(
        `${labels}: Doca's merge without any drawing`,
        `${undrawnCpuSeconds.toFixed(2)} s of the processor`,
        target(undrawnTimes),
        undrawnCpuSeconds <= undrawnTimes * plain.cpuSeconds,
      ),
      benchRow(
        `${labels}: last label byte to printable file`,
        `${lastByteMs.toFixed(0)} ms`,
        'at most 100 ms',
        lastByteMs <= 100,
      ),
      benchRow(
        `${many.labels} labels: last label byte to printable file`,
        `${many.lastByteMs.toFixed(0)} ms`,
        'at most 250 ms',
        many.lastByteMs <= 250,
      ),
      ...Object.entries(peers).map(([name, { cpuSeconds, seconds, bytes }]) =>
        benchRow(
          `${labels}: ${name}`,
          `${cpuSeconds.toFixed(2)} s of the processor, ${seconds.toFixed(2)} s, ${megabytes(bytes)}`,
        ),
      ),
      benchRow(
        `${labelCounts.many} labels, their codes read as well: peak memory of the label process`,
        `${peaks.labels.toFixed(0)} MB`,
        'at most 350 MB',
        peaks.labels <= 350,
      ),
      benchRow(
        `${pictures.labels} labels with pictures of their own: peak memory of the label process`,
        `${pictures.peakMb.toFixed(0)} MB`,
        'at most 350 MB',
        pictures.peakMb <= 350,
      ),
      benchRow(`${labelCounts.many} labels: of the code process`, `${peaks.codes.toFixed(0)} MB`),
      ...(await foreignRows(join(folder, 'foreign'))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measurePeaks(folder: string, count: number): MergePeaks {
  const script = fileURLToPath(new URL('./programs/merge-process.ts', import.meta.url));
  const args = ['--disable-warning=ExperimentalWarning', script, folder, String(count)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as MergePeaks;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
