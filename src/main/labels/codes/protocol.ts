import type { LabelReading } from '#shared/domain/records.ts';
import type { Choice } from '../book/protocol.ts';

/** One file at a time, by its path. */
export interface ReadRequest {
  readonly want: 'codes' | 'text';
  readonly path: string;
  readonly choice: Choice;
}

export type ReadReply =
  | { readonly type: 'read'; readonly reading: LabelReading }
  | { readonly type: 'text'; readonly text: string };

/** Nothing is known of it. */
export const unreadLabel: LabelReading = { codes: [], pages: 0, dpi: null, looked: false };
