import { z } from 'zod';
import type { NamedRef } from '../domain/grouping.ts';
import { historyKinds } from '../domain/history.ts';
import type { HistoryKind } from '../domain/history.ts';
import { id, takes, text } from './define.ts';
import type { Parsed } from './define.ts';

const atMs = () => z.int().nonnegative().nullable();

const historyQuery = z.strictObject({
  query: text(200),
  /** `shipments`: each shipment once, by the last of what is asked for. */
  of: z.enum(['shipments', 'events']),
  /** Null: what people and printers did; with a query, also that labels came. */
  kinds: z.array(z.enum(historyKinds)).min(1).max(historyKinds.length).nullable(),
  /** From here to before there; null where it has no end. */
  fromMs: atMs(),
  toMs: atMs(),
});

export type HistoryQuery = Parsed<typeof historyQuery>;

export const historyRequests = {
  /** Newest first; `before` goes on after a page. */
  'history.search': takes(
    historyQuery.extend({ before: id().nullable(), limit: z.int().min(1).max(1_000) }),
  ).gives<HistoryPage>(),
  /** All of it as a table, where the person says. */
  'history.export': takes(historyQuery).gives<{ readonly saved: boolean }>(),
};

export interface HistoryPage {
  readonly rows: readonly HistoryRow[];
  /** Of all pages, counted with the first one; null with the others. */
  readonly total: number | null;
  /** The next page's `before`; null after the last. */
  readonly next: number | null;
}

export interface HistoryRow {
  /** Of the event. */
  readonly id: number;
  readonly atMs: number;
  readonly kind: HistoryKind;
  /** Who was signed in; null where nobody was. */
  readonly person: string | null;
  /** Where it was done; null: here. */
  readonly station: string | null;
  readonly groupingId: number;
  readonly identification: string | null;
  readonly shippingMethod: NamedRef | null;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly trackingCode: string | null;
  readonly invoiceNumber: number | null;
  /** Of a print: the journal's number of its spool job, as `LabelSnapshot.printRunId`. */
  readonly printRunId: number | null;
  /** How the shipment stands now; of an event that is not of one, nothing. */
  readonly timesPrinted: number;
  readonly checkedAtMs: number | null;
  readonly isConcluded: boolean;
}
