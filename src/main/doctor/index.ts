export { runDoctorCommand, type DoctorReport } from './command.ts';
