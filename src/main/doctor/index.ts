export { runDoctor } from './run-doctor.ts';
export type { DoctorReport } from './run-doctor.ts';
export type { DoctorOptions, Finding, FindingCode, FindingLevel } from './types.ts';
