import type { NamedRef } from '#shared/domain/records.ts';
import type { Fault } from '#shared/faults/faults.ts';
import { fold } from '#shared/formats.ts';
import { readRefusal } from '../../erp/index.ts';

/**
 * Reads the ERP's refusal to list label URLs. After the conclusion, a label that comes after it is
 * being made.
 */
export function readLabelRefusal(
  refusal: Fault,
  isConcluded: boolean,
  shippingMethod: NamedRef | null = null,
): Fault {
  const meaning = readRefusal(refusal);
  if (meaning === 'in-panel') {
    const detail = findMarketplace(shippingMethod?.name ?? null);
    return { ...refusal, kind: 'label-in-panel', detail };
  }
  let { kind } = refusal;
  if (meaning === 'after-conclusion')
    kind = isConcluded ? 'label-not-yet' : 'label-after-conclusion';
  // A list without links, and words instead.
  else if (kind === 'validation' && refusal.status === 200) kind = 'label-missing';
  return { ...refusal, kind };
}

/** The ERP will provide the label: after the conclusion, or some time after it. */
export function isToCome({ kind }: Fault): boolean {
  return kind === 'label-after-conclusion' || kind === 'label-not-yet';
}

/**
 * The names by which shipping methods refer to marketplaces whose labels may be only in their
 * panels.
 */
const marketplaces: readonly (readonly [RegExp, string])[] = [
  [/mercado ?(envios|livre)/, 'Mercado Livre'],
  [/shopee/, 'Shopee'],
  [/amazon|\bdba\b/, 'Amazon'],
  [/magalu|magazine luiza/, 'Magalu'],
  [/shein/, 'Shein'],
  [/tik ?tok/, 'TikTok Shop'],
];

/**
 * Returns the marketplace whose panel has the labels of a shipping method; null if its name does
 * not tell.
 */
function findMarketplace(shippingMethod: string | null): string | null {
  const name = fold(shippingMethod ?? '');
  return marketplaces.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
