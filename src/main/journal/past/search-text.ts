import type { Shipment } from '#shared/domain/records.ts';
import { fold } from '#shared/formats.ts';
import { readCode, readScan, shortenTracking } from '#shared/identities/code.ts';
import { compact, frameLines, listForms } from '#shared/search.ts';

/** Returns a shipment's search text: its names, codes and numbers. */
export function makeSearchText({ recipient, logistics, invoice, sale }: Shipment) {
  return frameLines([
    fold(recipient?.name ?? ''),
    fold(recipient?.tradeName ?? ''),
    compact(recipient?.taxId ?? ''),
    compact(recipient?.address?.postalCode ?? ''),
    compact(logistics?.trackingCode ?? ''),
    String(invoice?.number ?? ''),
    String(sale?.number ?? ''),
  ]);
}

const likePattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * LIKE patterns (escape `\`) for a query: one of each of `words`, or `code`, as tracking codes are
 * printed in groups. `grouping`: a grouping's whole name or id, as `groupingName` has it.
 */
export function makeSearchPatterns(query: string) {
  const scanned = readScan(query);
  if (compact(scanned) === '') return null;
  const tracking = readCode(query).trackings.at(-1) ?? '';
  const short = shortenTracking(tracking);
  const words = short === tracking ? listForms(query) : [[frameLines([fold(short)])]];
  return {
    words: words.map((forms) => forms.map(likePattern)),
    code: likePattern(compact(tracking)),
    grouping: scanned.replace(/^[#0\s]+(?=\S)/, ''),
  };
}

/** SQL for a grouping's name as people type it: a number without `#` and leading zeros. */
export const groupingName = `ltrim(trim(grouping ->> '$.identification'), '#0 ')`;
