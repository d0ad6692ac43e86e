import { describe, expect, test } from 'vitest';
import { findExpressions, findInSvelte, findInTypeScript } from './find.ts';
import { makeWorstTexts } from './worst-texts.ts';

/** Returns the time to look sixty characters ahead from each position of 100 kB. */
function measureUnitMs(enoughMs = 0): number {
  return measureMs(/x[^.]{0,60}!/, 'x'.repeat(100_000), enoughMs);
}

const unitMs = Math.min(...Array.from({ length: 8 }, () => measureUnitMs()));
/** For 100 kB. */
const limitMs = 3 * unitMs;

/**
 * Returns the time of one run, or the best of some more if that is over the limit: a busy machine
 * does not make an expression slow.
 */
function measureMs(expression: RegExp, text: string, enoughMs = 0): number {
  let best = Number.POSITIVE_INFINITY;
  for (
    let run = 0;
    run === 0 || (best > enoughMs && run < (best < 10 * enoughMs ? 12 : 6));
    run += 1
  ) {
    const startMs = performance.now();
    expression.lastIndex = 0;
    if (expression.global) text.replace(expression, '');
    else expression.exec(text);
    best = Math.min(best, performance.now() - startMs);
  }
  return best;
}

interface Worst {
  readonly text: string;
  readonly ms: number;
  readonly isTooSlow: boolean;
}

/**
 * Returns the text that takes an expression longest: 100 kB of it, or less if less is over the
 * limit already.
 */
function findWorst(expression: RegExp): Worst {
  let worst: Worst = { text: '', ms: 0, isTooSlow: false };
  let busiest: readonly number[] | null = null;
  // Short texts first, so that an exponential expression is found while it still ends.
  for (const length of [20, 28, 300, 5_000, 20_000, 100_000]) {
    // A text that takes more than its share of the limit, but no less than can be measured, is too
    // slow at 100 kB even if the time grows linearly.
    const limit = limitMs * Math.max(0.05, length / 100_000);
    const texts = makeWorstTexts(expression, length);
    const times = new Map<number, number>();
    for (const at of busiest ?? texts.keys()) {
      const text = texts[at] ?? '';
      const ms = measureMs(expression, text, limit);
      if (ms > limit && isSlowNow(expression, text, limit)) return { text, ms, isTooSlow: true };
      if (length === 100_000 && ms > worst.ms) worst = { text, ms, isTooSlow: false };
      times.set(at, ms);
    }
    if (length >= 5_000)
      busiest = [...times]
        .toSorted(([, a], [, b]) => b - a)
        .map(([at]) => at)
        .slice(0, 3);
  }
  return worst;
}

/**
 * The machine may have become busier since the limit was measured: measures both again, one right
 * after the other.
 */
function isSlowNow(expression: RegExp, text: string, limit: number): boolean {
  const limitNow = (limit * measureUnitMs(unitMs)) / unitMs;
  return measureMs(expression, text, limitNow) > limitNow;
}

const sources = findExpressions();

describe('regular expressions', () => {
  test('of all sources are found', () => {
    const code = 'const a = /x/g.test("/y/"); new RegExp(`a${b}c`, "i"); RegExp("d"); // /z/';
    expect(findInTypeScript(code, 'a.ts').map(({ expression }) => String(expression))).toEqual([
      '/x/g',
      '/axc/i',
      '/d/',
    ]);
    const component =
      '<script lang="ts">const a: RegExp = /x/;</script>{#if /y/u.test(b)}<p title={c.replace(/z/, "")}></p>{/if}';
    expect(
      findInSvelte(component, 'a.svelte')
        .map(({ expression }) => String(expression))
        .toSorted(),
    ).toEqual(['/x/', '/y/u', '/z/']);
    expect(sources.length).toBeGreaterThan(100);
  });

  test.each([
    [/<br[^>]*>/],
    [/\s+$/],
    [/(a+)+$/],
    [/x*y?x*z/],
    [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g],
    [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g],
  ])('that are slow are found out: %s', (slow) => {
    expect(findWorst(slow).isTooSlow).toBe(true);
  });

  test('take no longer for their worst 100 kB than to look a few times sixty signs ahead from each', () => {
    const slow = sources
      .map(({ place, expression }) => ({ place, expression, ...findWorst(expression) }))
      .filter(({ isTooSlow }) => isTooSlow)
      .map(
        ({ place, expression, ms, text }) =>
          `${place} ${String(expression)}: ${ms.toFixed()} ms for ${text.length} signs, ${JSON.stringify(text.slice(0, 20))}…`,
      );
    expect(slow).toEqual([]);
  });
});
