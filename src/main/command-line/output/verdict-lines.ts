import type { JobSnapshot } from '../../../shared/index.ts';
import type { Text } from './text.ts';

/** Which labels of a print that broke are on paper, by their places in the list; nothing after a print that ended well. */
export function verdictLines({ printVerdict, shipments }: Pick<JobSnapshot, 'printVerdict' | 'shipments'>, text: Text) {
  if (printVerdict === null) return '';
  const line = (say: (places: string) => string, ids: readonly number[]): readonly string[] => {
    const stand = new Set(ids);
    const there = shipments.filter(({ shipment }) => stand.has(shipment.id)).map(({ position }) => position);
    return there.length === 0 ? [] : [`  ${say(places(there))}\n`];
  };
  return [
    ...line(text.onPaper, printVerdict.printed),
    ...line(text.perhapsOnPaper, printVerdict.perhaps),
    ...line(text.notOnPaper, printVerdict.not),
    ...(printVerdict.perhaps.length > 0 ? [`${text.printWasHint}\n`] : []),
  ].join('');
}

/** Ascending places, shortened: `#1-20, #23`. */
function places(positions: readonly number[]): string {
  const runs: { readonly from: number; to: number }[] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last?.to === position - 1) last.to = position;
    else runs.push({ from: position, to: position });
  }
  return runs.map(({ from, to }) => (from === to ? `#${from}` : `#${from}-${to}`)).join(', ');
}
