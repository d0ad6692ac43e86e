import { isSmoke } from './size.ts';

/** One measured figure. `target` and `met` are null if the row is a peer or only informs. */
export interface BenchRow {
  readonly what: string;
  readonly figure: string;
  readonly target: string | null;
  readonly met: boolean | null;
}

export function benchRow(
  what: string,
  figure: string,
  target: string | null = null,
  met: boolean | null = null,
): BenchRow {
  return { what, figure, target, met };
}

export function printRows(title: string, rows: readonly BenchRow[]): void {
  const width = (of: (row: BenchRow) => string): number =>
    Math.max(...rows.map((row) => of(row).length));
  const whatWidth = width((row) => row.what);
  const figureWidth = width((row) => row.figure);
  process.stdout.write(`\n${title}\n`);
  for (const row of rows) {
    const verdict =
      row.target === null || isSmoke
        ? ''
        : `target ${row.target}: ${row.met === true ? 'met' : 'NOT MET'}`;
    const line = `  ${row.what.padEnd(whatWidth)}  ${row.figure.padEnd(figureWidth)}  ${verdict}`;
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}
