export { examineWorkstation, runDoctorCommand, type DoctorReport } from './command.ts';
