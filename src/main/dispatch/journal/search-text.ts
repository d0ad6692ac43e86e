import type { Shipment } from '../../../shared/index.ts';

/** Lower case, without accents, blanks collapsed: what search compares. */
export function fold(value: string): string {
  return value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

const compact = (value: string): string => fold(value).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What a shipment can be found by: recipient, tracking code, invoice and order number. One line for each, framed by line ends. */
export function makeSearchText(shipment: Shipment): string {
  const parts = [
    fold(shipment.recipient?.name ?? ''),
    fold(shipment.recipient?.tradeName ?? ''),
    compact(shipment.logistics?.trackingCode ?? ''),
    String(shipment.invoice?.number ?? ''),
    String(shipment.sale?.number ?? ''),
  ];
  return `\n${parts.filter((part) => part !== '').join('\n')}\n`;
}

/** The number inside an invoice's 44-digit access key, as a scanner reads it from the paper. */
function invoiceNumberOfKey(key: string): string | null {
  return /^\d{44}$/.test(key) ? String(Number(key.slice(25, 34))) : null;
}

const likePattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * LIKE patterns (escape character `\`) for a query: either all of `words` must match, or `code`, the query without
 * blanks and punctuation, as tracking codes are printed in groups.
 */
export function makeSearchPatterns(query: string): { readonly words: readonly string[]; readonly code: string } | null {
  const code = compact(query);
  if (code === '') return null;
  const invoiceNumber = invoiceNumberOfKey(code);
  if (invoiceNumber !== null) {
    const wholeLine = likePattern(`\n${invoiceNumber}\n`);
    return { words: [wholeLine], code: wholeLine };
  }
  const words = fold(query).split(' ').map(likePattern);
  return { words, code: likePattern(code) };
}
