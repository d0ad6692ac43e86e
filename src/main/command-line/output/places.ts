import { joinPlaces, type PlaceSpan } from '../../../shared/index.ts';

/** Parses `1-20,23`, in any order; null for anything else. */
export function parsePlaces(text: string): readonly PlaceSpan[] | null {
  const ranges = text.split(',').map((part) => {
    const match = /^#?(\d{1,6})(?:-(\d{1,6}))?$/.exec(part.trim());
    const from = Number(match?.[1]);
    return { from, to: match?.[2] === undefined ? from : Number(match[2]) };
  });
  return ranges.every(({ from, to }) => from >= 1 && to >= from) ? ranges : null;
}

/** Ascending places, shortened: `#1-20, #23`. */
export function writePlaces(positions: readonly number[]): string {
  const spans = joinPlaces(positions);
  return spans.map(({ from, to }) => (from === to ? `#${from}` : `#${from}-${to}`)).join(', ');
}
