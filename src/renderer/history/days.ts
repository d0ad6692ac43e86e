import { findDayStart } from '#shared/formats.ts';

/** The days: all of them, those since the start of the day so many days ago, or the named one. */
export type Period = 'all' | 'today' | 'week' | 'day';

/**
 * Returns a typed day, day first as on all papers here: `9/3`, `09/03/26`, `0903` or `09032026`.
 * Without a year it is the last such day. Null for anything else, and for a day that never existed.
 */
export function readDay(typed: string, now = new Date()): Date | null {
  const match =
    /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(typed.trim()) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed.trim());
  if (match === null) return null;
  const day = Number(match[1]);
  const month = Number(match[2]);
  const digits = match[3] ?? String(now.getFullYear());
  const year = Number(digits.length === 2 ? `20${digits}` : digits);
  const found = new Date(year, month - 1, day);
  if (found.getMonth() !== month - 1 || found.getDate() !== day) return null;
  return match[3] === undefined && found > now ? new Date(year - 1, month - 1, day) : found;
}

/** The end is excluded, in epoch milliseconds; null for no limit. */
export function findSpan(period: Period, day: string) {
  const nowMs = Date.now();
  const starts: Readonly<Record<Period, number | null>> = {
    all: null,
    today: findDayStart(nowMs),
    week: findDayStart(nowMs, 6),
    day: readDay(day)?.getTime() ?? null,
  };
  const fromMs = starts[period];
  return { fromMs, toMs: period === 'day' && fromMs !== null ? findDayStart(fromMs, -1) : null };
}
