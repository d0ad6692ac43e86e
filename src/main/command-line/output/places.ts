/** Places in the list, from 1 on, both ends included. */
export interface PlaceRange {
  readonly from: number;
  readonly to: number;
}

/** `1-20,23`, in any order; null for anything else. */
export function parsePlaces(text: string): readonly PlaceRange[] | null {
  const ranges = text.split(',').map((part) => {
    const match = /^#?(\d{1,6})(?:-(\d{1,6}))?$/.exec(part.trim());
    const from = Number(match?.[1]);
    return { from, to: match?.[2] === undefined ? from : Number(match[2]) };
  });
  return ranges.every(({ from, to }) => from >= 1 && to >= from) ? ranges : null;
}

/** Ascending places, shortened: `#1-20, #23`. */
export function writePlaces(positions: readonly number[]): string {
  const runs: { readonly from: number; to: number }[] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last?.to === position - 1) last.to = position;
    else runs.push({ from: position, to: position });
  }
  return runs.map(({ from, to }) => (from === to ? `#${from}` : `#${from}-${to}`)).join(', ');
}
