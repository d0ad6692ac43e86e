import { burstGapMs, type Typed } from './scanner.ts';

/** The text of a scanner, as it came. */
export interface ScanReport {
  readonly text: string;
  readonly ms: number;
  readonly ending: 'enter' | 'tab' | 'none';
  readonly isSlow: boolean;
}

const shortestCode = 3;
const endings: Readonly<Record<string, ScanReport['ending']>> = { Enter: 'enter', Tab: 'tab' };

/** Reports the keys of one scan; null if they are too few for a code. */
export function reportScan(typed: readonly Typed[]): ScanReport | null {
  const signs = typed.filter(({ key }) => key.length === 1);
  const first = signs[0];
  const last = typed.at(-1);
  if (first === undefined || last === undefined || signs.length < shortestCode) return null;
  return {
    text: signs.map(({ key }) => key).join(''),
    ms: Math.round(last.atMs - first.atMs),
    ending: endings[last.key] ?? 'none',
    isSlow: typed.some(
      ({ atMs }, index) => index > 0 && atMs - (typed[index - 1]?.atMs ?? atMs) >= burstGapMs,
    ),
  };
}
