import type { Shipment } from '#shared/domain/records.ts';
import { fold } from '#shared/formats.ts';
import { readCode, readScan, shortenTracking } from '#shared/identities/code.ts';

const compact = (value: string): string => fold(value).replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns a shipment's search text: its names, codes and numbers, one line each, framed by line
 * ends.
 */
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

const likePattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * LIKE patterns (escape `\`) for a query: all of `words`, or `code`, as tracking codes are printed
 * in groups. `grouping`: a grouping's whole name or id.
 */
export function makeSearchPatterns(query: string): {
  readonly words: readonly string[];
  readonly code: string;
  readonly grouping: string;
} | null {
  const grouping = readScan(query);
  if (compact(grouping) === '') return null;
  const tracking = readCode(query).trackings.at(-1) ?? '';
  const short = shortenTracking(tracking);
  const words = short === tracking ? fold(query).split(' ') : [`\n${fold(short)}\n`];
  return { words: words.map(likePattern), code: likePattern(compact(tracking)), grouping };
}
