export * from './command-codes.ts';
export type * from './contract.ts';
export * from './domain.ts';
export * from './faults.ts';
export * from './fault-text.ts';
export * from './job.ts';
export * from './labels.ts';
export * from './result.ts';
export * from './settings.ts';
