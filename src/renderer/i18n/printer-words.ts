import type { PrinterInfo, SpoolJobInfo } from '#shared/contract/print.ts';
import type { LabelSnapshot } from '#shared/domain/job.ts';
import type { PrinterCondition } from '#shared/domain/printing.ts';
import type { LabelTally, Paper } from '#shared/domain/records.ts';
import { clip, joinGiven, writeSpans } from './format.ts';
import type { Messages } from './index.ts';

/** All conditions that keep the printer from printing, in words: “Sem papel, tampa aberta”. */
export function describeConditions(t: Messages, conditions: readonly PrinterCondition[]): string {
  const [first, ...others] = conditions.map((condition) => t.printing.conditions[condition]);
  return [first ?? '', ...others.map(lowerFirst)].join(', ');
}

/** Null for several sizes. */
export function describePaper(t: Messages, paper: Paper | null): string {
  if (paper === null) return t.printing.plan.mixedPaper;
  return `${Math.round(paper.widthMm)} × ${Math.round(paper.heightMm)} mm`;
}

/**
 * A printer's state: “Pronta”, or “Parada: sem papel”, in the system's own words if there are no
 * better ones.
 */
export function describePrinter(t: Messages, { state, conditions, reason }: PrinterInfo): string {
  const known = lowerFirst(describeConditions(t, conditions));
  return joinGiven([t.print.states[state], known || clip(reason ?? '', 80)], ': ');
}

/** Returns the trouble of a stopped, stalled or failed spool job, and its remedy. */
export function describeTrouble(t: Messages, { state, conditions, stalled }: SpoolJobInfo) {
  const [first] = conditions;
  if (state === 'held') {
    if (first === undefined) return t.printing.held;
    return { what: describeConditions(t, conditions), next: t.printing.remedies[first] };
  }
  if (stalled) return t.printing.stalled;
  // It does not go on by itself any more: the obstacle is told, the remedy is another matter.
  if (state !== 'failed') return null;
  return {
    what: first === undefined ? '' : describeConditions(t, conditions),
    next: t.printing.failedNext,
  };
}

/** A spool job's labels in the grouping: “nº 1–8”, “só nº 4, de novo”. Empty if not known. */
export function describePlaces(t: Messages, { labels, places, again }: SpoolJobInfo): string {
  const words = t.printing.queue;
  const known = places.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const [first] = places;
  const spans = `${writeSpans(places)}${known < labels ? '…' : ''}`;
  const which = labels === 1 ? words.only(first?.from ?? '') : t.printing.plan.span(spans);
  const how = again === labels ? words.again : words.someAgain(again);
  return joinGiven([first && which, again > 0 && how], ', ');
}

/** “12 no papel com certeza, 1 talvez, 37 não.” */
export function describeTally(
  { printing: { verdict } }: Messages,
  { printed, perhaps, not }: LabelTally,
): string {
  const some = perhaps > 0 && verdict.perhaps(perhaps);
  return `${joinGiven([verdict.printed(printed), some, verdict.not(not)], ', ')}.`;
}

export function describeProgress(t: Messages, { tally, pages, state }: SpoolJobInfo): string {
  const words = t.printing.queue;
  if (tally !== null) {
    const of = tally.printed + tally.perhaps + tally.not;
    const more = tally.perhaps > 0 && words.onTheWay(tally.perhaps);
    return joinGiven([words.onPaper(tally.printed, of), more], ' · ');
  }
  if (pages !== null) return words.sent(pages.sent, pages.of);
  return state === 'printing' || state === 'held' ? words.uncounted : '';
}

/**
 * A label's printed pages out of those of its file; there are more of them if they were cut out of
 * sheets.
 */
export function describePages(
  { pages: words }: Messages,
  { pages, filePages }: LabelSnapshot,
): string {
  return pages > filePages ? words.cut(pages, filePages) : words.chosen(pages, filePages);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
