export { runDoctor, runDoctorCommand } from './command.ts';
export type { DoctorReport } from './command.ts';
export type { DoctorOptions } from './types.ts';
export type { FindingCode } from './words.ts';
