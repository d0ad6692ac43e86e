import { z } from 'zod';
import { historyKinds } from '../domain/history.ts';
import type { HistoryRow } from '../domain/records.ts';
import { id, type Parsed, takes, text } from './define.ts';

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
