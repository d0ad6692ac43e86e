import type { DeskList, GroupingList, ListedGrouping } from '#shared/contract/job.ts';

const methods = ['Correios SEDEX', 'Mercado Envios', 'Transportadora Modelo'] as const;

/** Returns a day's list of an ERP; the fake desk knows a part of it. */
export function fakeGroupings({ unfinished, recent }: DeskList): GroupingList {
  const known = new Map([...unfinished, ...recent].map((summary) => [summary.groupingId, summary]));
  const list = (groupingId: number, date: string, index: number): ListedGrouping => ({
    groupingId,
    identification: String(groupingId),
    date,
    shippingMethod:
      known.get(groupingId)?.shippingMethod ?? methods[index % methods.length] ?? null,
    known: known.get(groupingId) ?? null,
    cutoff: index === 0 ? { time: '17:30', minutesLeft: 95, isMissed: false } : null,
  });
  return {
    today: [1049, 1048, 1047, 1046, 1044, 1043, 1012].map((id, index) =>
      list(id, '2026-03-09', index),
    ),
    earlier: [1041, 1037].map((id, index) => list(id, '2026-03-06', index + 1)),
    earlierDays: 7,
    isCut: false,
  };
}
