import type { LabelReading } from '#shared/domain/records.ts';
import type { Choice } from '../book/protocol.ts';

/** One file at a time, by its path. */
export interface ReadRequest {
  readonly want: 'codes' | 'text';
  readonly path: string;
  readonly choice: Choice;
}

/** Has what the request wants. */
export interface ReadReply {
  readonly type: 'read';
  readonly reading: LabelReading;
  readonly text: string;
}

/** Nothing is known of it. */
export const unreadLabel: LabelReading = { codes: [], pages: 0, dpi: null, looked: false };
export const nothingRead: ReadReply = { type: 'read', reading: unreadLabel, text: '' };

/** Returns the reading of a label that has these parts. */
export function joinReadings(readings: readonly LabelReading[]): LabelReading {
  let pages = 0;
  const codes = readings.flatMap((reading) => {
    const before = pages;
    pages += reading.pages;
    return reading.codes.map((code) => ({ ...code, page: code.page + before }));
  });
  const seen = readings.flatMap(({ dpi }) => dpi ?? []);
  return {
    codes,
    pages,
    dpi: seen.find((dpi) => dpi === Math.min(...seen)) ?? null,
    looked: readings.some(({ looked }) => looked),
  };
}
