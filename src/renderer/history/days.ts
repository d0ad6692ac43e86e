import { findDayStart } from '#shared/formats.ts';

/** The days: all of them, those since the start of the day so many days ago, or the named one. */
export type Period = 'all' | 'today' | 'week' | 'day';

/** Every eight years there is a 29 February, at the end of a century too. */
const leapYears = 8;

/**
 * Returns a typed day, day first as on all papers here: `9/3`, `09/03/26`, `0903` or `09032026`.
 * Without a year it is the last such day. Null for anything else, and for a day that never existed.
 */
export function readDay(typed: string, now = new Date()): Date | null {
  const [, day, month, year] =
    /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(typed.trim()) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed.trim()) ??
    [];
  const make = (of: number): readonly Date[] => {
    const found = new Date(of, Number(month) - 1, Number(day));
    return found.getMonth() === Number(month) - 1 && found.getDate() === Number(day) ? [found] : [];
  };
  if (year !== undefined) return make(Number(year.padStart(4, '20')))[0] ?? null;
  const years = Array.from({ length: leapYears + 1 }, (_, back) => now.getFullYear() - back);
  return years.flatMap(make).find((found) => found <= now) ?? null;
}

/**
 * The end is excluded, in epoch milliseconds; null for no limit. `nowMs`: any moment of the present
 * day.
 */
export function findSpan(period: Period, day: string, nowMs: number) {
  const starts: Readonly<Record<Period, number | null>> = {
    all: null,
    today: findDayStart(nowMs),
    week: findDayStart(nowMs, 6),
    day: readDay(day)?.getTime() ?? null,
  };
  const fromMs = starts[period];
  return { fromMs, toMs: period === 'day' && fromMs !== null ? findDayStart(fromMs, -1) : null };
}
