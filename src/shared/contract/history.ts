import { z } from 'zod';
import type { NamedRef } from '../domain/records.ts';
import { historyKinds, type HistoryKind } from '../domain/history.ts';
import { id, takes, text, type Parsed } from './define.ts';

const atMs = z.int().nonnegative().nullable();

const historyQuery = z.strictObject({
  query: text(200),
  /** `shipments`: each shipment once, with its last matching event. */
  of: z.enum(['shipments', 'events']),
  /** Null: actions of people and printers; with a query, arrivals of labels too. */
  kinds: z.array(z.enum(historyKinds)).min(1).max(historyKinds.length).nullable(),
  /** The first moment included and the first one excluded; null for no limit. */
  fromMs: atMs,
  toMs: atMs,
});

export type HistoryQuery = Parsed<typeof historyQuery>;

export const historyRequests = {
  /** Newest first; `before` is the `next` of the page before. */
  'history.search': takes(
    historyQuery.extend({ before: id.nullable(), limit: z.int().min(1).max(1_000) }),
  ).gives<HistoryPage>(),
  /** Exports all rows as a table to a file that the person chooses. */
  'history.export': takes(historyQuery).gives<{ readonly saved: boolean }>(),
};

export interface HistoryPage {
  readonly rows: readonly HistoryRow[];
  /** Of all pages, counted with the first one; null with the others. */
  readonly total: number | null;
  /** The next page's `before`; null after the last page. */
  readonly next: number | null;
}

export interface HistoryRow {
  /** The event's. */
  readonly id: number;
  readonly atMs: number;
  readonly kind: HistoryKind;
  /** The person who was signed in, or null. */
  readonly person: string | null;
  /** The station where it happened; null for this one. */
  readonly station: string | null;
  readonly groupingId: number;
  readonly identification: string | null;
  readonly shippingMethod: NamedRef | null;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly trackingCode: string | null;
  readonly invoiceNumber: number | null;
  /** For a print: the journal's number of its spool job, as in `LabelSnapshot.printRunId`. */
  readonly printRunId: number | null;
  /** The name of the file that the label came from, or null. */
  readonly file: string | null;
  /** The shipment's state now; 0 and null if the event concerns no shipment. */
  readonly timesPrinted: number;
  readonly checkedAtMs: number | null;
  readonly isConcluded: boolean;
}
