import { normaliseCode, readInvoiceNumber } from '#shared/codes.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { readTrackingCode, shortestTracking } from '#shared/label-codes.ts';
import { indexByTracking } from '../codes/other-owner.ts';
import type { NamedBy } from '../model/import-placing.ts';
import type { CodeReader } from '../../labels/index.ts';

/** `nº 000` before the digits of a number. */
const mark = String.raw`(?:n[ºo°.]{0,2}[\s:.]{0,4})?0{0,9}`;
/** `NF 102341`, `Nota Fiscal nº 000102341`, `NF-e: 102341`, on one line or on two. */
const invoiceOnPaper = new RegExp(
  String.raw`\b(?:NF-?e?|nota(?:\s{1,3}fiscal)?|DANFE)\b[\s:.-]{0,4}${mark}(\d{3,9})(?!\d)`,
  'gi',
);
/** `Pedido 4712`, `Pedido nº: 4712`. */
const orderOnPaper = new RegExp(String.raw`\bpedido\b[\s:.#-]{0,4}${mark}(\d{3,15})(?!\d)`, 'gi');

/** The shipments that a label names, each with the strongest evidence. */
export type Owners = ReadonlyMap<number, NamedBy>;

export class OwnerIndex {
  readonly #byTracking: ReadonlyMap<string, readonly Shipment[]>;
  readonly #codeLengths: ReadonlySet<number>;
  readonly #byInvoice: ReadonlyMap<number, readonly Shipment[]>;
  readonly #byOrder: ReadonlyMap<number, readonly Shipment[]>;

  constructor(shipments: readonly Shipment[]) {
    this.#byTracking = indexByTracking(shipments);
    this.#codeLengths = new Set(Array.from(this.#byTracking.keys(), ({ length }) => length));
    this.#byInvoice = groupByNumber(shipments, ({ invoice }) => invoice?.number);
    this.#byOrder = groupByNumber(shipments, ({ sale }) => sale?.number);
  }

  /**
   * Returns every shipment that the text names; numbers count only if they are marked as such.
   * Weaker evidence that agrees with stronger adds nobody: an order's other parcels are named on
   * each. If it disagrees, both are named.
   */
  find(text: string): Owners {
    const lines = text.split('\n').map(normaliseCode);
    const tracking = new Set<number>();
    const invoice = new Set<number>();
    for (const line of lines) {
      // Codes in the text are looked up in the list, and not the list in the text.
      for (const length of this.#codeLengths) {
        for (let at = 0; at + length <= line.length; at += 1)
          addAll(tracking, this.#byTracking.get(line.slice(at, at + length)));
      }
      for (const [key] of line.matchAll(/(?<!\d)\d{44}(?!\d)/g))
        addAll(invoice, this.#byInvoice.get(readInvoiceNumber(key) ?? 0));
    }
    for (const [, number] of text.matchAll(invoiceOnPaper))
      addAll(invoice, this.#byInvoice.get(Number(number)));
    const order = new Set<number>();
    for (const [, number] of text.matchAll(orderOnPaper))
      addAll(order, this.#byOrder.get(Number(number)));
    const owners = new Map<number, NamedBy>();
    for (const [by, ids] of [
      ['tracking', tracking] as const,
      ['invoice', invoice] as const,
      ['order', order] as const,
    ])
      if (![...ids].some((id) => owners.has(id))) for (const id of ids) owners.set(id, by);
    return owners;
  }
}

/** Returns the words of a text that may be tracking codes. */
export function listWords(text: string): readonly string[] {
  return [...new Set(text.split(/\s+/).map(normaliseCode))].filter(
    ({ length }) => length >= shortestTracking,
  );
}

/**
 * Returns true if a word looks like the shipment's tracking code and is another: another parcel's
 * of the order.
 */
export function showsOtherCode(words: readonly string[], shipment: Shipment): boolean {
  const own = readTrackingCode(shipment);
  if (own === null || words.includes(own)) return false;
  return words.some((word) => describeShape(word) === describeShape(own));
}

/**
 * Reads a label's text or, if that names no shipment, the codes in its pictures too, which `text`
 * has as lines then.
 */
export async function readOwners(index: OwnerIndex, reader: CodeReader | null, path: string) {
  const text = (await reader?.readText(path)) ?? '';
  const owners = index.find(text);
  if (owners.size > 0) return { owners, text, codes: [] };
  const reading = await reader?.read(path, { pages: 'all', crop: 'whole' });
  const codes = (reading?.codes ?? []).map((code) => code.text);
  return { owners: index.find(codes.join('\n')), text: [text, ...codes].join('\n'), codes };
}

/** Letters and digits in their places, such as `AA999999999AA`. */
function describeShape(code: string): string {
  return code.replace(/[A-Z]/g, 'A').replace(/\d/g, '9');
}

function groupByNumber(
  shipments: readonly Shipment[],
  read: (shipment: Shipment) => number | null | undefined,
): ReadonlyMap<number, readonly Shipment[]> {
  const groups = Map.groupBy(shipments, (shipment) => read(shipment) ?? 0);
  groups.delete(0);
  return groups;
}

function addAll(ids: Set<number>, shipments: readonly Shipment[] = []): void {
  for (const { id } of shipments) ids.add(id);
}
