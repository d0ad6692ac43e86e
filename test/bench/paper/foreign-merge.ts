import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { foreignFiles, writeForeignLabels } from './foreign-labels.ts';
import { benchRow } from '../row.ts';
import type { BenchRow } from '../row.ts';
import type { ReadFigures } from '../programs/read-process.ts';
import { mergeDay, mergeWithPdfLib, readInProcess, takeMiddle } from './merge.ts';
import { size } from '../size.ts';

const rounds = size(5, 1);
/** It is drawn too, as the proof that nothing is lost. */
const mostTimes = 6;

/**
 * Merging labels that many programs wrote: seconds of the processor and size, Doca beside its
 * peers.
 */
export async function foreignRows(folder: string): Promise<BenchRow[]> {
  const what = `${foreignFiles} labels of many programs`;
  const paths = await writeForeignLabels(folder);
  if (paths === null)
    return [benchRow(what, 'not measured: a program that writes them is missing')];
  const out = join(folder, 'out.pdf');
  const ours: ReadFigures[] = [];
  const mutool: Merge[] = [];
  const plain: Merge[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(readInProcess('drawn', folder, paths, out));
    plain.push(mergeWithPdfLib(paths, out));
    mutool.push(runPeer(['mutool', 'merge', '-o', out, ...paths], out));
  }
  const packed = runPeer(['mutool', 'merge', '-o', out, '-O', 'garbage=4,compress', ...paths], out);
  const qpdf = runPeer(['qpdf', '--empty', '--pages', ...paths, '--', out], out);
  const seconds = Math.min(...ours.map(({ cpuSeconds }) => cpuSeconds));
  const laterSeconds = {
    second: Math.min(...ours.map(({ secondCpuSeconds }) => secondCpuSeconds)),
    fifth: Math.min(...ours.map(({ fifthCpuSeconds }) => fifthCpuSeconds)),
  };
  const plainSeconds = Math.min(...plain.map(({ cpuSeconds }) => cpuSeconds));
  const mutoolSeconds = Math.min(...mutool.map(({ cpuSeconds }) => cpuSeconds));
  const lastByteMs = takeMiddle((await mergeDay(paths, out)).lastByteMs);
  const bytes = ours[0]?.bytes ?? 0;
  const inputMb = paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6;
  const pages = `${inputMb.toFixed(0)} MB, ${ours[0]?.pages ?? 0} pages`;
  return [
    benchRow(
      `${what}, ${pages}: processor, a day's first grouping, least of ${rounds}`,
      `${seconds.toFixed(2)} s`,
      `at most ${mostTimes} × pdf-lib's plain merge, ${plainSeconds.toFixed(2)} s in the same rounds`,
      seconds <= mostTimes * plainSeconds,
    ),
    ...Object.entries(laterSeconds).map(([time, later]) =>
      benchRow(
        `${what}: the ${time} grouping, by the same process`,
        `${later.toFixed(2)} s`,
        `at most ${mostTimes} × pdf-lib's`,
        later <= mostTimes * plainSeconds,
      ),
    ),
    benchRow(
      `${what}: last label byte to printable file`,
      `${lastByteMs.toFixed(0)} ms`,
      'at most 200 ms',
      lastByteMs <= 200,
    ),
    benchRow(
      `${what}: size of Doca's PDF`,
      megabytes(bytes),
      `less than mutool's smallest, ${megabytes(packed.bytes)}`,
      bytes < packed.bytes,
    ),
    benchRow(`${what}: mutool merge`, describePeer({ ...mutool[0], cpuSeconds: mutoolSeconds })),
    benchRow(`${what}: pdf-lib copyPages`, describePeer({ ...plain[0], cpuSeconds: plainSeconds })),
    benchRow(`${what}: mutool merge, garbage=4,compress`, describePeer(packed)),
    benchRow(`${what}: qpdf`, describePeer(qpdf)),
  ];
}

interface Merge {
  readonly cpuSeconds: number;
  readonly bytes?: number;
}

/** Returns the processor time of the command, including its start. */
function runPeer(command: readonly string[], out: string): Required<Merge> {
  const timed = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&3';
  const text = execFileSync(
    'bash',
    ['-c', `exec 3>/dev/null; { ${timed}; } 2>&1`, ...['bash', ...command]],
    {
      encoding: 'utf8',
    },
  );
  const cpuSeconds = text
    .trim()
    .split(' ')
    .reduce((sum, part) => sum + Number(part), 0);
  return { cpuSeconds, bytes: statSync(out).size };
}

function describePeer({ cpuSeconds, bytes = 0 }: Merge): string {
  return `${cpuSeconds.toFixed(2)} s, ${megabytes(bytes)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
