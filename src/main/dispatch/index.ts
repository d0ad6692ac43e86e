export type * from './types.ts';
export type { HistoryFilter, JobFilter, JobSummary, Journal, JournalEvent } from './journal.ts';
export { openGrouping } from './open-grouping.ts';
export { openJournal } from './open-journal.ts';
export type { OpenedJournal } from './open-journal.ts';
export { JournalError } from './journal-fault.ts';
export { createRateLimitWatch } from './rate-limit.ts';
export { removeOldJobs } from './retention.ts';
export { downloadsAtOnce } from './pool.ts';
