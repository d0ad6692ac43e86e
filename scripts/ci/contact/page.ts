import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DoctorReport } from '../../../src/main/doctor/index.ts';
import type { OpenClose } from './open-close.ts';
import type { Figures } from './packaged-start.ts';

/** GitHub's `steps`: the outcome of each step that has an id. */
export type Steps = Readonly<Record<string, { readonly outcome: string }>>;

interface Results {
  readonly testResults: readonly {
    readonly message: string;
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Returns one page of all files that a machine's first contact left in this folder; missing files
 * were not reached.
 */
export function writePage(folder: string, steps: Steps): string {
  const read = (name: string, tell: (text: string) => readonly string[]): readonly string[] => {
    const path = join(folder, name);
    return existsSync(path) ? tell(readFileSync(path, 'utf8')) : ['Not reached.'];
  };
  const probes = join(folder, 'probes.md');
  const outcomes = Object.entries(steps).map(([id, { outcome }]) => `- ${id}: ${outcome}`);
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Steps', outcomes],
    ['Tests that failed', listFailed(folder)],
    ['Doctor of the packed program', read('doctor.json', tellDoctor)],
    ['Opened and closed', read('open-close.json', tellOpenClose)],
    ['Starts', read('start.json', tellStarts)],
    ['Printer drivers', read('drivers.json', (text) => ['```json', text.trim(), '```'])],
  ];
  return [
    `# First contact on ${process.platform} ${process.arch}`,
    ...parts.map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}`),
    existsSync(probes)
      ? readFileSync(probes, 'utf8').replaceAll(/^#/gm, '##')
      : '## Probes\n\nNot reached.',
    '',
  ].join('\n\n');
}

/** The files lie in folders that are called as their step is. */
function listFailed(folder: string): readonly string[] {
  const files = globSync('results-*/*.json', { cwd: folder }).toSorted();
  const failed = files.flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Results).testResults.flatMap((one) => {
      const names = one.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName);
      // A file that could not be loaded has no tests.
      const whole = one.assertionResults.length === 0 && one.message !== '' ? ['as a whole'] : [];
      return [...names, ...whole].map(
        (name) => `- ${dirname(file)}, ${basename(one.name)}: ${name}`,
      );
    }),
  );
  return failed.length > 0 ? failed : [files.length === 0 ? 'No test ran.' : 'None.'];
}

function tellDoctor(text: string): readonly string[] {
  const { findings } = JSON.parse(text) as DoctorReport;
  const bad = findings.filter(({ level }) => level === 'warn' || level === 'fail');
  const lines = bad.map(
    ({ level, code, values }) => `- ${level}: ${code} ${JSON.stringify(values)}`,
  );
  return lines.length > 0 ? lines : [`All ${findings.length} findings are fine.`];
}

function tellOpenClose(text: string): readonly string[] {
  const { host, rounds, nextStart } = JSON.parse(text) as OpenClose;
  return [
    `On ${host}. The start afterwards: ${nextStart ?? 'as it should be'}.`,
    '',
    '| Open for | Ended with | after | Processes that stayed |',
    '| -------- | ---------- | ----- | --------------------- |',
    ...rounds.map(
      ({ openMs, end, endMs, left }) => `| ${openMs} ms | ${end} | ${endMs} ms | ${left} |`,
    ),
  ];
}

function tellStarts(text: string): readonly string[] {
  const figures = JSON.parse(text) as readonly Figures[];
  return [
    '| From the start of the process to | on | median (of) | Resident | Processes |',
    '| -------------------------------- | -- | ----------- | -------- | --------- |',
    ...figures.map(({ what, host, ms, residentBytes, processes }) => {
      const median = `${ms[Math.floor(ms.length / 2)] ?? 0} ms (${ms.join(', ')})`;
      return `| ${what} | ${host} | ${median} | ${Math.round(residentBytes / 1e6)} MB | ${processes} |`;
    }),
  ];
}
