export { runDoctorCommand } from './command.ts';
export type { DoctorAnswer, DoctorCommandOptions } from './command.ts';
export { runDoctor } from './run-doctor.ts';
export type { DoctorReport } from './run-doctor.ts';
export type { DoctorOptions, Finding, FindingCode, FindingLevel } from './types.ts';
