export type * from './records.ts';
export type { Journal } from './journal.ts';
export type { Database } from './database.ts';
export { bit, makeJsonColumn } from './rows.ts';
export { JournalError, readFault, tryWork } from './fault.ts';
export { forgottenPrinter, isForgotten, makeForgottenSpool } from './forgotten-print.ts';
export { openJournal } from './open-journal.ts';
export { addJob, applyAnswer, assumeUnsent, doubt } from './print-verdict.ts';
export {
  isUnnamedAccount,
  makeAccountKey,
  makeCompanyKey,
  mayBeSameCompany,
} from './station/company-key.ts';
export { lockGrouping } from './station/lock.ts';
export { readMachine } from './station/machine.ts';
export { TokenMemory } from './station/token-memory.ts';
