import { makeWorstTexts } from './worst-texts.ts';

/** Looks sixty characters ahead from each position of 100 kB. */
const yardstick = { expression: /x[^.]{0,60}!/, text: 'x'.repeat(100_000) };
/** An expression may take as much time as that many yardsticks for 100 kB. */
const mostYardsticks = 3;
/** Shorter times of a thread are not measured well. */
const leastShare = 0.05;
/** More runs do not make the shortest of them shorter. */
const runs = 6;

export interface Worst {
  readonly text: string;
  /** The time for the text in times of the yardstick. */
  readonly yardsticks: number;
  readonly isTooSlow: boolean;
}

/** Compares expressions with the yardstick by the processor's time of this thread. */
export class ExpressionJudge {
  #yardstickUs = this.#timeYardstick();

  /**
   * Returns the text that takes an expression longest: 100 kB of it, or less if less takes too
   * long already.
   */
  findWorst(expression: RegExp): Worst {
    let worst: Worst = { text: '', yardsticks: 0, isTooSlow: false };
    let busiest: readonly number[] | null = null;
    // Short texts first, so that an exponential expression is found while it still ends.
    for (const length of [20, 28, 300, 5_000, 20_000, 100_000]) {
      // A text that takes more than its share, but no less than can be measured, is too slow at
      // 100 kB even if the time grows linearly.
      const most = mostYardsticks * Math.max(leastShare, length / 100_000);
      const texts = makeWorstTexts(expression, length);
      const times = new Map<number, number>();
      for (const at of busiest ?? texts.keys()) {
        const text = texts[at] ?? '';
        const yardsticks = this.#measure(expression, text, most);
        if (yardsticks > most) return { text, yardsticks, isTooSlow: true };
        if (length === 100_000 && yardsticks > worst.yardsticks)
          worst = { text, yardsticks, isTooSlow: false };
        times.set(at, yardsticks);
      }
      if (length >= 5_000) busiest = takeLongest(times);
    }
    return worst;
  }

  /** Measures again, beside the yardstick, if the expression seems to take more than `most`. */
  #measure(expression: RegExp, text: string, most: number): number {
    const usual = timeUs(expression, text) / this.#yardstickUs;
    if (usual <= most) return usual;
    this.#yardstickUs = this.#timeYardstick();
    const again = repeat(usual > 10 * most ? 2 : runs, () => timeUs(expression, text));
    return again / this.#yardstickUs;
  }

  /** Neighbours on the machine's caches change it. */
  #timeYardstick(): number {
    return repeat(runs, () => timeUs(yardstick.expression, yardstick.text));
  }
}

function takeLongest(times: ReadonlyMap<number, number>): readonly number[] {
  const sorted = [...times].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([at]) => at).slice(0, 3);
}

function repeat(times: number, measure: () => number): number {
  return Math.min(...Array.from({ length: times }, measure));
}

function timeUs(expression: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  expression.lastIndex = 0;
  if (expression.global) text.replace(expression, '');
  else expression.exec(text);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
