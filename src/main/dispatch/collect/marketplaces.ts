import { fold } from '../../../shared/index.ts';

/** How shipping methods name the marketplaces whose labels may be in no other place than their panels. */
const marketplaces: readonly (readonly [RegExp, string])[] = [
  [/mercado ?(envios|livre)/, 'Mercado Livre'],
  [/shopee/, 'Shopee'],
  [/amazon|\bdba\b/, 'Amazon'],
  [/magalu|magazine luiza/, 'Magalu'],
  [/shein/, 'Shein'],
  [/tik ?tok/, 'TikTok Shop'],
];

/** The marketplace in whose panel the labels of a shipping method are; null where its name does not tell. */
export function findMarketplace(shippingMethod: string | null): string | null {
  const name = fold(shippingMethod ?? '');
  return marketplaces.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
