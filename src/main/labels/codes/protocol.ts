import type { LabelReading } from '../../../shared/index.ts';
import type { Choice } from '../book/protocol.ts';

/** One file at a time, by its path. */
export interface ReadRequest {
  readonly path: string;
  readonly choice: Choice;
}

export interface ReadReply {
  readonly type: 'read';
  readonly reading: LabelReading;
}

/** Nothing can be said of it. */
export const unreadLabel: LabelReading = { codes: [], pages: 0, dpi: null, looked: false };
