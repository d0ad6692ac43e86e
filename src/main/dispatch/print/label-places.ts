import type { PrintVerdict, SheetLayout } from '../../../shared/index.ts';
import type { LabelTally } from '../../printing/index.ts';
import type { LabelPlace, PlacedLabels } from '../journal/records.ts';

interface CountedLabel {
  readonly shipmentId: number;
  readonly count: number;
}

/** Pages of a PDF, each copy right after the label itself. */
export function placePages(labels: readonly CountedLabel[], copies: number, sheet: SheetLayout | null): PlacedLabels {
  const pages = placeInARow(labels.map(({ shipmentId, count }) => ({ shipmentId, count: count * copies })));
  if (sheet === null) return pages;
  const sheetOf = (page: number): number => Math.floor((sheet.start - 1 + page) / sheet.perSheet);
  return {
    places: pages.places.map(({ shipmentId, first, end }) => ({
      shipmentId,
      first: sheetOf(first),
      end: end === first ? sheetOf(first) : sheetOf(end - 1) + 1,
    })),
    total: pages.total === 0 ? 0 : sheetOf(pages.total - 1) + 1,
  };
}

/** ZPL formats; the printer gets the whole batch once for each copy, so a label is done with its last copy. */
export function placeFormats(labels: readonly CountedLabel[], copies: number): PlacedLabels {
  const { places, total } = placeInARow(labels);
  const lastCopy = (copies - 1) * total;
  return {
    places: places.map((place) => ({ ...place, end: place.end === place.first ? place.end : place.end + lastCopy })),
    total: total * copies,
  };
}

function placeInARow(labels: readonly CountedLabel[]): PlacedLabels {
  let total = 0;
  const places = labels.map(({ shipmentId, count }) => {
    const first = total;
    total += count;
    return { shipmentId, first, end: total };
  });
  return { places, total };
}

/** What a printer's count of the file says of each shipment: printed where all of its label is, not where none can be. */
export function readVerdict({ places }: PlacedLabels, { printed, perhaps }: LabelTally): PrintVerdict {
  const standOf = ({ first, end }: LabelPlace): keyof PrintVerdict => {
    if (end > first && end <= printed) return 'printed';
    return first >= printed + perhaps ? 'not' : 'perhaps';
  };
  const withStand = (stand: keyof PrintVerdict): readonly number[] =>
    places.filter((place) => standOf(place) === stand).map(({ shipmentId }) => shipmentId);
  return { printed: withStand('printed'), perhaps: withStand('perhaps'), not: withStand('not') };
}
