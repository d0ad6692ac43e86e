import { z } from 'zod';
import { takes, text } from './define.ts';

export const historyRequests = {
  'history.search': takes(z.strictObject({ query: text(200), limit: z.int().min(1).max(1_000) })).gives<
    readonly HistoryRow[]
  >(),
};

export interface HistoryRow {
  readonly atMs: number;
  readonly kind:
    'collected' | 'printed' | 'reprinted' | 'checked' | 'unchecked' | 'concluded' | 'conclusion-unknown' | 'accepted';
  readonly groupingId: number;
  readonly identification: string | null;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly trackingCode: string | null;
  readonly invoiceNumber: number | null;
  /** Of a print: the journal's number of its spool job, as `LabelSnapshot.printRunId`. */
  readonly printRunId: number | null;
}
