import { basename } from 'node:path';
import type { BenchRow } from '../row.ts';
import { benchRow } from '../row.ts';
import type { BombFigures } from './bombs.ts';
import type { ForeignFigures, ForeignFile } from './foreign.ts';
import type { MergeFigures } from './merge.ts';
import type { Loss } from './label-desk.ts';
import { badEnds, mutationEnds, type Mutation, type MutationFigures } from './mutations.ts';
import type { ZplFigures } from './zpl.ts';
import { viewers, type Viewer } from './viewers.ts';

/** A page matches the source's if at most this share of its pixels differs. */
const sameWithin = 0.02;
/**
 * It must also lose at most this share of its ink: a line of small print is less than two pixels of
 * a hundred.
 */
const lostWithin = 0.005;

type Cell = string | number;

/** A table of the terminal: words to the left, numbers to the right. */
function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const widths = head.map((word, column) =>
    Math.max(word.length, ...rows.map((row) => String(row[column]).length)),
  );
  const print = (cells: readonly Cell[]): void => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
    });
    process.stdout.write(`  ${padded.join('  ').trimEnd()}\n`);
  };
  process.stdout.write(`\n${title}\n`);
  print(head);
  for (const row of rows) print(row);
}

/**
 * Returns the verdict of the viewers on a refused file: the file is at fault if none of them draws
 * it.
 */
function judgeRefused({
  seen,
}: ForeignFile): 'drawn by both' | 'drawn by one' | 'locked' | 'blank' | 'drawn by none' {
  const said = Object.values(seen ?? {});
  const drawing = said.filter((one) => one === 'ink').length;
  if (drawing === viewers.length) return 'drawn by both';
  if (said.includes('locked')) return 'locked';
  if (drawing > 0) return 'drawn by one';
  return said.includes('blank') ? 'blank' : 'drawn by none';
}

export function printForeign({
  files,
  cpuSeconds,
  losses,
  largestMb,
  slowest,
}: ForeignFigures): void {
  const verdicts = ['drawn by both', 'drawn by one', 'blank', 'locked', 'drawn by none'] as const;
  const describe = (name: string, group: readonly ForeignFile[]): readonly Cell[] => {
    const refused = group.filter(({ fault }) => fault !== null);
    const sum = (of: 'prepare' | 'write'): string =>
      group.reduce((seconds, file) => seconds + file.cpuSeconds[of], 0).toFixed(2);
    return [
      name,
      group.length,
      group.length - refused.length,
      ...verdicts.map((verdict) => refused.filter((file) => judgeRefused(file) === verdict).length),
      sum('prepare'),
      sum('write'),
    ];
  };
  const groups = Object.entries(Object.groupBy(files, ({ folder }) => folder));
  printTable(
    'Foreign files, refused ones by what two viewers make of them, seconds of the processor',
    ['folder', 'files', 'accepted', ...verdicts, 'to read', 'to write'],
    [...groups.map(([name, group = []]) => describe(name, group)), describe('all', files)],
  );
  const faults = Object.entries(Object.groupBy(files, ({ fault }) => fault ?? 'accepted'));
  printTable(
    'By fault',
    ['fault', 'files', 'drawn by both'],
    faults.map(([kind, group = []]) => [
      kind,
      group.length,
      group.filter((file) => file.fault !== null && judgeRefused(file) === 'drawn by both').length,
    ]),
  );
  printLines([
    benchRow('processor, of all processes', `${cpuSeconds.toFixed(2)} s`),
    benchRow('processes lost', describeLosses(losses)),
    benchRow(
      'largest process, slowest file',
      `${largestMb.toFixed(0)} MB, ${slowest.ms.toFixed(0)} ms`,
    ),
  ]);
  const missed = files.filter(
    (file) => file.fault !== null && judgeRefused(file) === 'drawn by both',
  );
  for (const { path, fault, detail } of missed)
    process.stdout.write(
      `  refused, drawn by both: ${path}: ${fault}${detail === null ? '' : ` (${detail})`}\n`,
    );
}

export function printSame({ files }: ForeignFigures): void {
  const accepted = files.filter(({ fault }) => fault === null);
  const measure = (viewer: Viewer, group: readonly ForeignFile[]): readonly Cell[] => {
    const drawn = group.flatMap(({ distances }) => distances?.[viewer] ?? []);
    const same = drawn.filter(({ differing }) => differing <= sameWithin).length;
    const whole = drawn.filter(({ lostInk }) => lostInk <= lostWithin).length;
    return [drawn.length, same, `${((100 * same) / drawn.length).toFixed(2)} %`, whole];
  };
  const groups = Object.entries(Object.groupBy(accepted, ({ folder }) => folder));
  printTable(
    'First pages as the source has them: at most 2 % of the pixels differ; at most 0.5 % of the ink lost',
    ['folder, viewer', 'drawn', 'same', 'share', 'whole'],
    [...groups, ['all', accepted] as const].flatMap(([name, group = []]) =>
      viewers.map((viewer) => [`${name}, ${viewer}`, ...measure(viewer, group)]),
    ),
  );
  for (const { path, distances } of accepted) {
    for (const viewer of viewers) {
      const page = distances?.[viewer];
      if (
        page === undefined ||
        page === null ||
        (page.differing <= sameWithin && page.lostInk <= lostWithin)
      )
        continue;
      const told = `${(100 * page.differing).toFixed(1)} % differ, ${(100 * page.lostInk).toFixed(1)} % of the ink lost`;
      process.stdout.write(`  ${path} in ${viewer}: ${told}\n`);
    }
  }
}

export function printMerge({
  inputBytes,
  own,
  fifth,
  isClean,
  peers,
  many,
  pictures,
}: MergeFigures): void {
  const tell = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
  printTable(
    `Merging 300 labels, ${tell(inputBytes)}; of several runs the one in the middle, and the least processor`,
    ['', 'seconds', 'processor', 'size', 'last byte to file'],
    [
      ...Object.entries({
        'Doca, first grouping': own,
        "Doca, the day's fifth grouping": fifth,
      }).map(([name, merge]) => [
        name,
        `${merge.seconds.toFixed(2)} s`,
        `${merge.cpuSeconds.toFixed(2)} s`,
        tell(merge.bytes),
        `${merge.lastByteMs.toFixed(0)} ms`,
      ]),
      ...Object.entries(peers).map(([name, { seconds, cpuSeconds, bytes }]) => [
        name,
        `${seconds.toFixed(2)} s`,
        `${cpuSeconds.toFixed(2)} s`,
        tell(bytes),
        '',
      ]),
    ],
  );
  printLines([
    benchRow('start of a label process', `${own.startCpuSeconds.toFixed(2)} s of the processor`),
    benchRow('300 labels: pages', String(own.pages)),
    benchRow('300 labels: largest process', `${own.largestMb.toFixed(0)} MB`),
    benchRow('qpdf finds no error in the file', isClean === null ? 'not asked' : String(isClean)),
    benchRow(`${many.labels} labels: largest process`, `${many.peakMb.toFixed(0)} MB`),
    benchRow(`${many.labels} labels`, `${many.seconds.toFixed(2)} s, ${tell(many.bytes)}`),
    benchRow(`${many.labels} labels: last byte to file`, `${many.lastByteMs.toFixed(0)} ms`),
    benchRow(
      `${pictures.labels} labels with pictures of their own: largest process`,
      `${pictures.peakMb.toFixed(0)} MB`,
    ),
  ]);
}

export function printBombs(figures: BombFigures): void {
  const { evil, good, goodOnPaper, writeFault, losses, seconds } = figures;
  const slowest = evil.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  const ends = Object.entries(Object.groupBy(evil, ({ end }) => end));
  printTable(
    `A job of ${evil.length} evil files and ${good} good labels`,
    ['evil files', 'number'],
    ends.map(([end, group = []]) => [end, group.length]),
  );
  printLines([
    benchRow(
      'good labels on paper',
      `${goodOnPaper} of ${good}${writeFault === null ? '' : ` (${writeFault})`}`,
    ),
    benchRow('processes lost', describeLosses(losses)),
    benchRow(
      'largest process, all at once',
      `${figures.largestMb.toFixed(0)} MB, ${figures.treeMb.toFixed(0)} MB`,
    ),
    benchRow('all', `${seconds.toFixed(1)} s`),
    benchRow(
      'slowest files',
      slowest.map(({ name, ms }) => `${ms.toFixed(0)} ms (${name})`).join(', '),
    ),
    benchRow(
      'event loop delay, p99',
      `${figures.stallP99Ms.toFixed(1)} ms (max ${figures.stallMaxMs.toFixed(1)} ms)`,
    ),
  ]);
}

export function printMutations({
  mutations,
  sources,
  unfit,
  losses,
  slowest,
}: MutationFigures): void {
  const kinds = Object.entries(Object.groupBy(mutations, ({ damage }) => damage));
  printTable(
    `${mutations.length} damaged copies of ${sources} files (${unfit} others do not come through whole)`,
    ['', ...kinds.map(([kind]) => kind), 'all'],
    mutationEnds.map((end) => [
      end,
      ...[...kinds.map(([, group = []]) => group), mutations].map(
        (group) => group.filter((one) => one.end === end).length,
      ),
    ]),
  );
  printLines([
    benchRow('processes lost', describeLosses(losses)),
    benchRow('slowest file', `${slowest.ms.toFixed(0)} ms (${basename(slowest.path)})`),
  ]);
}

/** Prints a mutation if it ended badly. */
export function printBadMutation(mutation: Mutation): void {
  const { seed, path, damage, end, detail, lostInk, shownInk } = mutation;
  if (!badEnds.has(end)) return;
  const tell = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const shown = viewers.map((viewer) => `${tell(shownInk?.[viewer] ?? 0)} in ${viewer}`);
  const told = detail ?? `${tell(lostInk)} of the ink (${shown.join(', ')} drawn of the copy)`;
  process.stdout.write(`  seed ${seed}, ${path}, ${damage}: ${end}: ${told}\n`);
}

export function printZpl({ files }: ZplFigures): void {
  const sum = (of: (file: ZplFigures['files'][number]) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  printTable(
    'ZPL with the pictures that another renderer made of it',
    ['files', 'drawn', 'codes in the pictures', 'missing on the pages'],
    [
      [
        files.length,
        sum(({ fault }) => Number(fault === null)),
        sum(({ codes }) => codes),
        sum((file) => file.missing.length),
      ],
    ],
  );
  for (const { name, fault, missing } of files) {
    if (fault !== null) process.stdout.write(`  ${name}: ${fault}\n`);
    for (const text of missing)
      process.stdout.write(`  ${name}: missing ${JSON.stringify(text)}\n`);
  }
}

function describeLosses(losses: readonly Loss[]): string {
  return [
    losses.length,
    ...losses.map(({ why, path }) => `${why} (${basename(path ?? 'no file')})`),
  ].join('; ');
}

function printLines(rows: readonly BenchRow[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, figure } of rows) process.stdout.write(`  ${what.padEnd(width)}  ${figure}\n`);
}
