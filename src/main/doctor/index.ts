export { runDoctor, runDoctorCommand, type DoctorReport } from './command.ts';
