import type { Shipment } from '#shared/domain/records.ts';
import type { KnownIssuers } from '#shared/identities/access-key.ts';
import {
  isSameTracking,
  normaliseCode,
  readCode,
  shortenTracking,
} from '#shared/identities/code.ts';
import {
  compareKey,
  findByTracking,
  indexByTracking,
  readTrackingCode,
  shortestTracking,
  type ShipmentsByTracking,
} from '#shared/identities/naming.ts';
import { listCodeWords, listNumbers } from '#shared/identities/words.ts';
import type { NamedBy } from '../model/import-placing.ts';
import type { CodeReader } from '../../labels/index.ts';

/** The shipments that a label names, each with the strongest evidence. */
export type Owners = ReadonlyMap<number, NamedBy>;

export class OwnerIndex {
  readonly #shipments: readonly Shipment[];
  readonly #known: KnownIssuers;
  readonly #byTracking: ShipmentsByTracking;

  constructor(shipments: readonly Shipment[], known: KnownIssuers) {
    this.#shipments = shipments;
    this.#known = known;
    this.#byTracking = indexByTracking(shipments);
  }

  /**
   * Returns every shipment that the text or the codes name. Weaker evidence that agrees with
   * stronger adds nobody: an order's other parcels are named on each. If it disagrees, both are
   * named.
   */
  find(text: string, codes: readonly string[] = []): Owners {
    const named = {
      tracking: new Set<number>(),
      invoice: new Set<number>(),
      number: new Set<number>(),
    };
    const read = [...listCodeWords(text), ...codes].map(readCode);
    for (const { trackings, key } of read) {
      for (const { id } of trackings.flatMap((code) => findByTracking(this.#byTracking, code)))
        named.tracking.add(id);
      if (key === null) continue;
      for (const shipment of this.#shipments) {
        const naming = compareKey(key, { shipment }, this.#known);
        if (naming !== null) named[naming === 'unsure' ? 'number' : naming].add(shipment.id);
      }
    }
    const { invoices, orders } = listNumbers(text);
    for (const { id, invoice: own, sale } of this.#shipments) {
      if (isAmong(own, invoices) || isAmong(sale, orders)) named.number.add(id);
    }
    const owners = new Map<number, NamedBy>();
    for (const by of ['tracking', 'invoice', 'number'] as const)
      if ([...named[by]].every((id) => !owners.has(id)))
        for (const id of named[by]) owners.set(id, by);
    return owners;
  }
}

function isAmong(document: Shipment['invoice'], numbers: readonly number[]): boolean {
  return numbers.includes(document?.number ?? -1);
}

/**
 * Returns the words of a text that may be tracking codes; of those in groups, only those with
 * letters.
 */
export function listWords(text: string): readonly string[] {
  const single = text.split(/\s+/).map(normaliseCode);
  const grouped = listCodeWords(text).filter((word) => /[A-Z]/.test(word));
  return [...new Set([...single, ...grouped])].filter(({ length }) => length >= shortestTracking);
}

/**
 * Returns true if a word looks like the shipment's tracking code and is another: another parcel's
 * of the order.
 */
export function showsOtherCode(words: readonly string[], shipment: Shipment): boolean {
  const own = readTrackingCode(shipment);
  if (own === null || words.some((word) => isSameTracking(word, own))) return false;
  return words.some((word) => describeShape(word) === describeShape(own));
}

/**
 * Reads a label's text or, if that names no shipment for certain, the codes in its pictures too.
 */
export async function readOwners(index: OwnerIndex, reader: CodeReader | null, path: string) {
  const text = (await reader?.readText(path)) ?? '';
  const owners = index.find(text);
  if ([...owners.values()].some((by) => by !== 'number')) return { owners, text, codes: [] };
  const reading = await reader?.read(path, { pages: 'all', crop: 'whole' });
  const codes = (reading?.codes ?? []).map((code) => code.text);
  return { owners: index.find(text, codes), text: [text, ...codes].join('\n'), codes };
}

/** Letters and digits in their places, such as `AA999999999`. */
function describeShape(code: string): string {
  return shortenTracking(code).replace(/[A-Z]/g, 'A').replace(/\d/g, '9');
}
