import { fold } from '../../../shared/index.ts';

/** The names by which shipping methods refer to marketplaces whose labels may be only in their panels. */
const marketplaces: readonly (readonly [RegExp, string])[] = [
  [/mercado ?(envios|livre)/, 'Mercado Livre'],
  [/shopee/, 'Shopee'],
  [/amazon|\bdba\b/, 'Amazon'],
  [/magalu|magazine luiza/, 'Magalu'],
  [/shein/, 'Shein'],
  [/tik ?tok/, 'TikTok Shop'],
];

/** Returns the marketplace whose panel has the labels of a shipping method; null if its name does not tell. */
export function findMarketplace(shippingMethod: string | null): string | null {
  const name = fold(shippingMethod ?? '');
  return marketplaces.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
