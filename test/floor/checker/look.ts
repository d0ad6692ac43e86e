import type { Mark } from './history.ts';

/**
 * Answers as a person who looks at a station's paper for a label whose print has an unknown end:
 * whether it was printed since the end of its last print was known, and which intent that is about.
 * `by`: the asked station; knowledge that a station had not published is not known elsewhere.
 * `alone`: whether the print was made without the floor, or with it.
 */
export function lookAtPaper(
  marks: readonly Mark[],
  label: {
    readonly station: string;
    readonly by: string;
    readonly groupingId: number;
    readonly shipmentId: number;
    readonly alone: boolean;
  },
): { readonly intent: number; readonly onPaper: boolean } | null {
  const { station, by, groupingId, shipmentId, alone } = label;
  const about = marks.filter((mark) => mark.groupingId === groupingId);
  const lastTold = new Map(about.map((mark, at) => [mark.kind === 'told' ? mark.station : '', at]));
  const isIntent = (mark: Mark): boolean =>
    mark.kind === 'intent' && mark.station === station && mark.shipmentIds.includes(shipmentId);
  // Each end settles its own kind of print: paper that was printed alone beside a claim says
  // nothing about the claim's paper.
  const isOfThese = (mark: Mark, at: number): boolean => {
    if (mark.kind === 'ended') {
      if (mark.station !== station || !mark.shipmentIds.includes(shipmentId)) return false;
      const ended = about.findLast((one, before) => before < at && isIntent(one));
      return ended?.kind !== 'intent' || ended.alone === alone;
    }
    if (mark.kind !== 'answer' || mark.about.station !== station || mark.shipmentId !== shipmentId)
      return false;
    const answered = about.find((one) => isIntent(one) && one.n === mark.about.intent);
    return answered?.kind !== 'intent' || answered.alone === alone;
  };
  const settled = about.findLastIndex((mark, at) => {
    return isOfThese(mark, at) && (mark.station === by || at < (lastTold.get(mark.station) ?? -1));
  });
  const since = about.slice(settled + 1).filter((mark) => mark.station === station);
  const refused = new Set(since.flatMap((mark) => (mark.kind === 'refused' ? [mark.intent] : [])));
  const intent = since.find(
    (mark) =>
      mark.kind === 'intent' &&
      mark.alone === alone &&
      !refused.has(mark.n) &&
      mark.shipmentIds.includes(shipmentId),
  );
  if (intent === undefined) return null;
  const onPaper = since.some(
    (mark) => mark.kind === 'paper' && mark.alone === alone && mark.shipmentId === shipmentId,
  );
  return { intent: intent.n, onPaper };
}

/**
 * Returns the station whose print of the label has an unknown end, if `by` is asked about it, and
 * whether its paper is there.
 */
export function lookEverywhere(
  marks: readonly Mark[],
  label: {
    readonly by: string;
    readonly groupingId: number;
    readonly shipmentId: number;
    /**
     * It is asked about everything that its journal does not know, and answers for its own paper.
     */
    readonly hasForgotten?: boolean;
  },
): {
  readonly about: { readonly station: string; readonly intent: number | null };
  readonly onPaper: boolean;
} {
  // A print of this station alone is asked about here, and its paper is here: prints of others
  // meanwhile are another paper.
  const { by: station } = label;
  const alone = lookAtPaper(marks, { ...label, station, alone: true });
  if (alone !== null) return { about: { station, intent: alone.intent }, onPaper: alone.onPaper };
  if (label.hasForgotten === true) {
    const onPaper = marks.some((mark) => {
      return (
        mark.kind === 'paper' && mark.station === station && mark.shipmentId === label.shipmentId
      );
    });
    return { about: { station, intent: null }, onPaper };
  }
  const seen = [...new Set(marks.map((mark) => mark.station))].flatMap((one) => {
    const look = lookAtPaper(marks, { ...label, station: one, alone: false });
    return look === null
      ? []
      : [{ about: { station: one, intent: look.intent }, onPaper: look.onPaper }];
  });
  // Several may have asked the floor and not heard its answer: one of them got the label.
  const own = seen.find(({ about }) => about.station === station);
  const found = seen.find(({ onPaper }) => onPaper) ?? own ?? seen.at(-1);
  if (found !== undefined) return found;
  const isOut = marks.some((mark) => mark.kind === 'paper' && mark.shipmentId === label.shipmentId);
  return { about: { station, intent: null }, onPaper: isOut };
}
